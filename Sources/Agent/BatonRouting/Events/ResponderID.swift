// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSettings

/// The name of a responder for people and scripts: a player's full bus name, or `:1.42/org/example/App` for a
/// registered app.
package struct ResponderID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The player with this name, which may lack the MPRIS prefix.
    package init(player name: String) {
        rawValue = PlayerPattern.busNamePrefix + PlayerPattern.withoutPrefix(name)
    }

    package var description: String { rawValue }

    /// `vlc` for `org.mpris.MediaPlayer2.vlc.instance42`: the part that is the same after a restart of the player, and
    /// that users type.
    var baseName: String {
        PlayerPattern.withoutInstance(String(PlayerPattern.withoutPrefix(rawValue)))
    }

    /// Whether `name`, from a user or from the state file, means this responder.
    ///
    /// It may be a full bus name, a name without the MPRIS prefix, or a name without `.instanceN`.
    package func isNamed(_ name: String) -> Bool {
        let short = PlayerPattern.withoutPrefix(name)
        return short == PlayerPattern.withoutPrefix(rawValue) || short == baseName
    }
}

extension ResponderID {
    /// Whether it is a host of the household that the user follows.
    var isFollowedHost: Bool { baseName.utf8.starts(with: BatonBus.machines.utf8) }

    /// What the names of players begin with that Baton makes of phones (rule BLUEZ20).
    package static let phones = "bluetooth."

    /// Whether it is a player of another device, by the names of KDE Connect, GSConnect, Valent, COSMIC's KDE Connect, tether and
    /// Music Assistant (rule MPRIS101), and of phones (rule BLUEZ20).
    package var isOnAnotherDevice: Bool {
        let name = baseName.utf8
        return name.elementsEqual("Valent".utf8) || Self.namesOfOthers.contains { name.starts(with: $0.utf8) }
    }

    private static let namesOfOthers = [
        "kdeconnect.", "GSConnect.", "Valent.", "Valent_", "cosmic-kdeconnect", "cosmic_kdeconnect", "tether.",
        "MusicAssistant", "musicassistant", "music-assistant", "music_assistant", phones,
        BatonBus.machines,
    ]
}
