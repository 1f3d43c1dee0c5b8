// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// Supplies the answers of a ``PlayerServer``, from an application's own state or from the cache of another player.
///
/// It has closures instead of being a protocol, so that they may belong to whichever actor runs the reactor.
///
/// For example:
/// ```swift
/// let source = PlayerSource(
///     value: { property in property == .identity ? .string("Tuner") : nil },
///     setValue: { property, _, call in call.fail(DBusError(.propertyReadOnly, "'\(property.name)' is fixed")) },
///     perform: { _, call in call.reply() })
/// ```
public struct PlayerSource {
    /// Returns the present value of a property, of the type in the specification. With nil Get returns
    /// `UnknownProperty`, and GetAll leaves the property out. It is called for each read, so it should be fast.
    public var value: (PlayerProperty) -> Value?
    /// Sets a property to a value of the right type. It must answer the invocation without results or with an error,
    /// now or later.
    public var setValue: (PlayerProperty, Value, Invocation) -> Void
    /// Performs a method with arguments of the right types. It must answer the invocation, now or later.
    public var perform: (PlayerMethod, Invocation) -> Void
    /// Returns the error for every access to an interface while it cannot be served: `NoActivePlayer` of a face without
    /// a player, `UnknownInterface` of a track list that the mirrored player does not have. Nil while it can be served.
    public var gate: (PlayerInterface) -> DBusError?
    /// Returns whether a method is performed although the gate of its interface is shut. By default none is.
    public var passesGate: (PlayerMethod) -> Bool = { _ in false }

    /// Makes a source.
    public init(
        value: @escaping (PlayerProperty) -> Value?,
        setValue: @escaping (PlayerProperty, Value, Invocation) -> Void,
        perform: @escaping (PlayerMethod, Invocation) -> Void,
        gate: @escaping (PlayerInterface) -> DBusError? = { _ in nil }
    ) {
        self.value = value
        self.setValue = setValue
        self.perform = perform
        self.gate = gate
    }
}
