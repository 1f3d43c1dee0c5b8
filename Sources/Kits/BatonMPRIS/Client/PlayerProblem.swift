// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A message of a player that was not used, or a reply that did not come in time. For the log; it never contains a
/// title or an artist.
///
/// For example:
/// ```swift
/// let observation = registry.observe { change in
///     if case .problem(let player, let problem) = change { print("\(player.name): \(problem)") }
/// }
/// ```
public enum PlayerProblem: Hashable, Sendable, CustomStringConvertible {
    /// A property has an invalid type or value. The cache keeps its old value.
    case badProperty(PlayerProperty, signature: String)
    /// The value of a property is too large for the cache.
    case propertyTooLarge(PlayerProperty, size: Int)
    /// A key of the metadata was left out.
    case metadata(Metadata.Problem)
    /// A signal has invalid arguments.
    case badSignal(member: String, signature: String)
    /// The player did not answer when it was asked for its properties. It is suspect until a message comes from it.
    case noAnswer(PlayerInterface, within: Duration)
    /// The player answered with an error when it was asked for its properties.
    case refused(PlayerInterface, DBusError)

    /// A sentence for the log.
    public var description: String {
        switch self {
        case .badProperty(let property, let signature):
            "property \(property.name) is ignored: its value of type '\(signature)' makes no sense"
        case .propertyTooLarge(let property, let size):
            "property \(property.name) is cut: \(size) bytes are more than \(Metadata.maximumSize)"
        case .metadata(.wrongType(let key, let signature)):
            "metadata key '\(key.prefix(64))' is ignored: type '\(signature)' makes no sense for it"
        case .metadata(.tooLarge(let key, let size)):
            "metadata key '\(key)' of \(size) bytes is left out: more than \(Metadata.maximumSize) bytes in all"
        case .badSignal(let member, let signature):
            "signal \(member.prefix(64)) is ignored: arguments '\(signature.prefix(64))' make no sense"
        case .noAnswer(let interface, let deadline):
            "no answer within \(deadline) when asked for the properties of \(interface.name)"
        case .refused(let interface, let error):
            "the properties of \(interface.name) cannot be read: \(error)"
        }
    }
}
