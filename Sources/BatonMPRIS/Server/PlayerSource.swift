// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// Where a ``PlayerServer`` has its answers from: an application's own state, or the cache of another player.
///
/// Closures rather than a protocol, so that they may be formed on any actor that turns the reactor.
public struct PlayerSource {
    /// The present value of a property, under the type of the specification. Nil when there is none: Get answers
    /// `UnknownProperty`, GetAll leaves it out. Called for each reading, so it should look up and not compute.
    public var value: (PlayerProperty) -> Value?
    /// Sets a property to a value of the right type, and answers the invocation with nothing or an error, now or later.
    public var setValue: (PlayerProperty, Value, Invocation) -> Void
    /// Does what was called, with arguments of the right types, and answers the invocation, now or later.
    public var perform: (PlayerMethod, Invocation) -> Void
    /// The error of everything on an interface while it cannot be served: `NoActivePlayer` of a face without a player,
    /// `UnknownInterface` of a track list that the mirrored player does not have. Nil while it can.
    public var gate: (PlayerInterface) -> DBusError?

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
