// SPDX-License-Identifier: Apache-2.0

/// An interface to be served. Calls, properties and introspection all follow this description.
public struct Interface {
    /// Its name.
    public let name: InterfaceName
    /// Its methods.
    public let methods: [Method]
    /// Its signals.
    public let signals: [Signal]
    /// Its properties.
    public let properties: [Property]
    /// Called before each call of a method and each access to a property. The caller gets the error that it throws.
    public let gate: (() throws(DBusError) -> Void)?

    /// Describes an interface.
    public init(
        _ name: InterfaceName, methods: [Method] = [], signals: [Signal] = [], properties: [Property] = [],
        gate: (() throws(DBusError) -> Void)? = nil
    ) {
        self.name = name
        self.methods = methods
        self.signals = signals
        self.properties = properties
        self.gate = gate
    }
}
