// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

/// Values of properties of `org.mpris.MediaPlayer2.Player`, whatever their types are, without the variants around them.
///
/// They stay by name as the player has told them: a dictionary by `PlayerProperty` has the runtime look for that key's conformance
/// to Hashable in the whole program, which is 5 % of the instructions of `batonctl status`.
struct PlayerProperties: Sendable, ExpressibleByDictionaryLiteral {
    private var values: [String: Value] = [:]

    init(dictionaryLiteral elements: (PlayerProperty, Value)...) {
        for (property, value) in elements { self[property] = value }
    }

    /// Reads an answer to GetAll, or the changes of a PropertiesChanged.
    init(_ told: DBusDictionary) {
        for entry in told.entries {
            if let name = entry.key.asString { values[name] = entry.value.unwrapped }
        }
    }

    /// Those that are in MPRIS 2.2.
    var known: [PlayerProperty] { values.keys.compactMap { PlayerProperty($0, of: .player) } }

    subscript(property: PlayerProperty) -> Value? {
        get { values[property.name.rawValue] }
        set { values[property.name.rawValue] = newValue }
    }

    /// Takes the values of others over these.
    mutating func merge(_ others: PlayerProperties) { values.merge(others.values) { $1 } }
}
