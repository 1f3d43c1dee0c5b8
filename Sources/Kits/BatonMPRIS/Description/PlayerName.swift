// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// The bus name of a player, and the shorter names that people know it by.
///
/// For example:
/// ```swift
/// let player = PlayerName(busName: "org.mpris.MediaPlayer2.vlc.instance12")
/// print(player?.name ?? "", player?.instance ?? "")  // vlc vlc.instance12
/// ```
public struct PlayerName: Hashable, Sendable {
    /// The prefix of every player's bus name, with the dot after it.
    public static var prefix: String { "org.mpris.MediaPlayer2." }

    /// The whole bus name: `org.mpris.MediaPlayer2.vlc.instance12`.
    public let busName: BusName

    /// The part after the prefix: `vlc.instance12`. A second window of a player differs in it.
    public var instance: String { String(busName.rawValue.dropFirst(Self.prefix.utf8.count)) }

    /// The part before the first dot: `vlc`.
    public var name: String { String(instance.prefix { $0 != "." }) }

    /// Whether the name is of a program that mirrors another player: playerctld's, and batond's face (rule MPRIS36). Lists of players
    /// leave it out.
    package var isMirror: Bool { ["playerctld", "baton"].contains(instance) }

    /// Reads a bus name; nil if it is not a player's, or not valid.
    public init?(busName text: String) {
        guard text.utf8.count > Self.prefix.utf8.count, text.hasPrefix(Self.prefix), let busName = try? BusName(text)
        else { return nil }
        self.busName = busName
    }
}
