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
    /// Whether the app is told when interruptions begin and end (rule I15).
    package var wantsInterruptions = false
    /// Whether the app is told of the seeking of the player that its connection has on the bus (rule APP15).
    package var takesSeeking = false
    /// The capabilities that the machine must have, in the order of the declaration (rules CAP1 and CAP6).
    package var requiredCapabilities: [String] = []
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
            case "interruptions": wantsInterruptions = try Self.boolean(value, key)
            case "seeking": takesSeeking = try Self.boolean(value, key)
            case "required-capabilities": requiredCapabilities = try Self.capabilities(value)
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

    /// An array of keys, or a dictionary with whether each is required.
    private static func capabilities(_ value: Value) throws(DBusError) -> [String] {
        let wrong = wrongType("required-capabilities", "as' or 'a{sb}")
        var keys: [String] = []
        switch value.unwrapped {
        case .array(let array):
            for element in array.elements {
                guard case .string(let key) = element else { throw wrong }
                if !keys.contains(key) { keys.append(key) }
            }
        case .dictionary(let dictionary):
            for entry in dictionary.entries {
                guard case .string(let key) = entry.key, case .boolean(let isRequired) = entry.value else {
                    throw wrong
                }
                if isRequired, !keys.contains(key) { keys.append(key) }
            }
        default: throw wrong
        }
        guard keys.count <= 64 else { throw DBusError(.invalidArguments, "64 required capabilities are the most") }
        return keys
    }

    private static func boolean(_ value: Value, _ key: String) throws(DBusError) -> Bool {
        guard let result = value.asBool else { throw wrongType(key, "b") }
        return result
    }

    private static func wrongType(_ key: String, _ signature: String) -> DBusError {
        DBusError(.invalidArguments, "option '\(key)' wants a value of type '\(signature)'")
    }
}
