// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// The four interfaces of MPRIS 2.2.
///
/// For example:
/// ```swift
/// let interface = PlayerInterface(name: "org.mpris.MediaPlayer2.TrackList")  // .trackList
/// ```
public enum PlayerInterface: UInt8, CaseIterable, Hashable, Sendable {
    /// `org.mpris.MediaPlayer2`
    case root
    /// `org.mpris.MediaPlayer2.Player`
    case player
    /// `org.mpris.MediaPlayer2.TrackList`, optional
    case trackList
    /// `org.mpris.MediaPlayer2.Playlists`, optional
    case playlists

    /// The path of the object that every player exports.
    public static let objectPath: ObjectPath = "/org/mpris/MediaPlayer2"
    /// The prefix of every player's bus name, without the dot after it.
    public static let namePrefix = "org.mpris.MediaPlayer2"

    /// Those of every player. One set, which the players share.
    static let always: Set<PlayerInterface> = [.root, .player]

    private static let names: [InterfaceName] = [
        "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player", "org.mpris.MediaPlayer2.TrackList",
        "org.mpris.MediaPlayer2.Playlists",
    ]

    /// The name on the bus.
    public var name: InterfaceName { Self.names[Int(rawValue)] }

    /// The interface with this name; nil for one that is not in MPRIS.
    public init?(name: String) {
        switch name {
        case "org.mpris.MediaPlayer2.Player": self = .player
        case "org.mpris.MediaPlayer2": self = .root
        case "org.mpris.MediaPlayer2.TrackList": self = .trackList
        case "org.mpris.MediaPlayer2.Playlists": self = .playlists
        default: return nil
        }
    }
}
