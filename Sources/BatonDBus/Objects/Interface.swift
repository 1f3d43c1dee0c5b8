// SPDX-License-Identifier: Apache-2.0

/// An interface that we serve: the one description that calls, properties and introspection all follow.
public struct Interface {
    /// Its name.
    public let name: InterfaceName
    /// Its methods.
    public let methods: [Method]
    /// Its signals.
    public let signals: [Signal]
    /// Its properties.
    public let properties: [Property]
    /// Asked before anything of the interface is called or read; what it throws is the answer.
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
