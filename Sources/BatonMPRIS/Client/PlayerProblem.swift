// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// Something a player sent that was not used, or did not send in time. For the log; never says a title or an artist.
public enum PlayerProblem: Hashable, Sendable, CustomStringConvertible {
    /// A property has a type or value that makes no sense; the cache keeps what it had.
    case badProperty(PlayerProperty, signature: String)
    /// A property is too large to be kept.
    case propertyTooLarge(PlayerProperty, size: Int)
    /// A key of the metadata was left out.
    case metadata(Metadata.Problem)
    /// A signal's arguments make no sense.
    case badSignal(member: String, signature: String)
    /// The player did not answer when it was asked for its properties; it is suspect until it is heard again.
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
