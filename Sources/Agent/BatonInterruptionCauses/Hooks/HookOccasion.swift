// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonRouting
package import BatonSettings
import BatonValues

/// What happened, as a hook is told of it (rule I83).
package struct HookOccasion {
    /// The longest value, in bytes.
    static let longestValue = 1024

    /// What happened.
    package let event: HookEvent
    /// The bus name of the player that it happened to; empty for none.
    package var player = ""
    /// The variables, without those of batond's environment.
    private(set) var variables: [String: String] = [:]

    package init(_ event: HookEvent) {
        self.event = event
        set("EVENT", event.rawValue)
    }

    /// Sets a variable. Its value is cut at a character, and is one line that a terminal can show.
    mutating func set(_ name: String, _ value: String) {
        var text = String(decoding: value.utf8.prefix(Self.longestValue * 2), as: UTF8.self).shown()
        while text.utf8.count > Self.longestValue { text.unicodeScalars.removeLast() }
        variables["BATON_\(name)"] = text
    }

    /// What `batonctl hooks --test` gives a hook: an event that did not happen.
    static func sample(_ event: HookEvent) -> Self {
        var occasion = Self(event)
        for (name, value) in [
            "SOURCE": "call", "REASON": "a test", "PLAYER": "mpv", "PLAYERS": "mpv", "STATUS": "Playing",
            "TITLE": "A title", "ARTIST": "An artist", "ALBUM": "An album", "URL": "https://example.org/",
            "LENGTH_US": "180000000",
        ] {
            occasion.set(name, value)
        }
        return occasion
    }

    /// Sets what is known of a player.
    @MainActor mutating func set(_ responder: PlayerResponder) {
        let player = responder.player
        self.player = player.name.rawValue
        set("PLAYER", String(PlayerPattern.withoutPrefix(player.name.rawValue)))
        set("STATUS", player.status?.rawValue ?? "")
        let metadata = player.metadata
        set("TITLE", metadata.title ?? "")
        set("ARTIST", metadata.artist.joined(separator: ", "))
        set("ALBUM", metadata.album ?? "")
        set("URL", metadata.url ?? "")
        set("LENGTH_US", metadata.length.map { "\($0.microseconds)" } ?? "")
    }
}
