// SPDX-License-Identifier: Apache-2.0

/// The names of a player, derived from its bus name as playerctl does.
struct PlayerName: Hashable, Sendable {
    /// The prefix of every player's bus name.
    static let prefix = "org.mpris.MediaPlayer2."

    /// The whole bus name: `org.mpris.MediaPlayer2.vlc.instance12`.
    let busName: String

    /// The part after the prefix: `vlc.instance12`.
    var instance: String { String(busName.dropFirst(Self.prefix.count)) }

    /// The part before the first dot: `vlc`.
    var name: String { String(instance.prefix { $0 != "." }) }

    /// Whether this name belongs to a program that mirrors another player. Lists of players leave it out, but it can be
    /// named on the command line.
    var isMirror: Bool { ["playerctld", "baton"].contains(instance) }

    /// Parses a bus name; nil if it is not a player's.
    init?(busName: String) {
        guard busName.utf8.count > Self.prefix.utf8.count, busName.hasPrefix(Self.prefix) else { return nil }
        self.busName = busName
    }

    /// Whether `pattern` (from `--player`) names this player: the instance, the name before `.instance…`, the whole bus
    /// name, or `%any`.
    func matches(_ pattern: String) -> Bool {
        let instance = instance
        return pattern == instance || pattern == "%any" || instance.hasPrefix(pattern + ".instance")
            || pattern == busName
    }
}
