// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonRouting
package import BatonSettings

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

    /// Sets a variable. Control characters would make one line two.
    mutating func set(_ name: String, _ value: String) {
        let clean = value.unicodeScalars.filter {
            $0.value >= 0x20 && $0.value != 0x7f && !(0x80..<0xa0).contains($0.value)
        }
        var text = ""
        var count = 0
        for scalar in clean {
            count += UTF8.width(scalar)
            if count > Self.longestValue { break }
            text.unicodeScalars.append(scalar)
        }
        variables["BATON_\(name)"] = text
    }

    /// Sets what is known of a player.
    @MainActor mutating func set(_ responder: PlayerResponder) {
        let player = responder.player
        self.player = player.name.rawValue
        set("PLAYER", Self.short(player.name.rawValue))
        set("STATUS", player.status?.rawValue ?? "")
        let metadata = player.metadata
        set("TITLE", metadata.title ?? "")
        set("ARTIST", metadata.artist.joined(separator: ", "))
        set("ALBUM", metadata.album ?? "")
        set("URL", metadata.url ?? "")
        set("LENGTH_US", metadata.length.map { "\($0.microseconds)" } ?? "")
    }

    /// The name that users type.
    static func short(_ name: String) -> String {
        name.hasPrefix(PlayerPattern.busNamePrefix) ? String(name.dropFirst(PlayerPattern.busNamePrefix.count)) : name
    }
}
