// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonEvents

/// The options of `Register` (docs/dbus-api.md).
package struct AppOptions: Equatable, Sendable {
    /// Raw values of the event types that the app receives; remote-control events only if it names none.
    var eventTypes: Set<UInt32> = [UInt32(EventType.remoteControl.rawValue)]
    /// Whether the app plays now and belongs to the class of players that play.
    package var isPlaying = false
    package var canBecomeFirstResponder = true
    /// Whether the app asks for shakes also if the app in front is unknown. The user has to allow it.
    var wantsBackgroundMotion = false
    /// The name that is shown instead of the bus name.
    package var identity: String?

    /// - Throws: `InvalidArgs`, naming the option, when an option has the wrong type.
    package init(_ options: [String: Value]) throws(DBusError) {
        for (key, value) in options {
            switch key {
            case "event-types": eventTypes = try Self.types(value)
            case "playing": isPlaying = try Self.boolean(value, key)
            case "can-become-first-responder": canBecomeFirstResponder = try Self.boolean(value, key)
            case "background-motion": wantsBackgroundMotion = try Self.boolean(value, key)
            case "identity":
                guard let name = value.asString else { throw Self.wrongType(key, "s") }
                identity = String(name.prefix(256))
            default:
                // An option of a later version: an app that was built for that version works with this agent too.
                continue
            }
        }
    }

    package func receives(_ type: EventType) -> Bool { eventTypes.contains(UInt32(type.rawValue)) }

    private static func types(_ value: Value) throws(DBusError) -> Set<UInt32> {
        guard case .array(let array) = value.unwrapped else { throw wrongType("event-types", "au") }
        var types: Set<UInt32> = []
        for element in array.elements {
            guard case .uint32(let type) = element else { throw wrongType("event-types", "au") }
            types.insert(type)
        }
        return types
    }

    private static func boolean(_ value: Value, _ key: String) throws(DBusError) -> Bool {
        guard let result = value.asBool else { throw wrongType(key, "b") }
        return result
    }

    private static func wrongType(_ key: String, _ signature: String) -> DBusError {
        DBusError(.invalidArguments, "option '\(key)' wants a value of type '\(signature)'")
    }
}
