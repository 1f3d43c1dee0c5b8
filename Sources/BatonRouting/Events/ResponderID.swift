// SPDX-License-Identifier: Apache-2.0

import BatonSettings

/// Names one responder for people and scripts: a player's full bus name, or `:1.42/org/example/App` for a registered app.
package struct ResponderID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The player of a name with or without the MPRIS prefix.
    package init(player name: String) {
        let prefix = PlayerPattern.busNamePrefix
        rawValue = name.hasPrefix(prefix) ? name : prefix + name
    }

    package var description: String { rawValue }

    /// `vlc` for `org.mpris.MediaPlayer2.vlc.instance42`: what survives a restart of the player, and what people type.
    var baseName: String {
        PlayerPattern.withoutInstance(Self.shortName(rawValue))
    }

    /// Whether `name`, typed by a person or read from the state file, means this responder.
    ///
    /// A full bus name, a name without the MPRIS prefix, and a name without `.instanceN` are all understood.
    package func isNamed(_ name: String) -> Bool {
        let short = Self.shortName(name)
        return short == Self.shortName(rawValue) || short == baseName
    }

    private static func shortName(_ name: String) -> String {
        name.hasPrefix(PlayerPattern.busNamePrefix) ? String(name.dropFirst(PlayerPattern.busNamePrefix.count)) : name
    }
}
