// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A method of MPRIS 2.2.
///
/// For example:
/// ```swift
/// try player.call(.seek, [.int64(-10_000_000)], within: .seconds(1))
/// ```
public enum PlayerMethod: UInt8, CaseIterable, Hashable, Sendable {
    // org.mpris.MediaPlayer2
    case raise, quit
    // org.mpris.MediaPlayer2.Player
    case next, previous, pause, playPause, stop, play, seek, setPosition, openUri
    // org.mpris.MediaPlayer2.TrackList
    case getTracksMetadata, addTrack, removeTrack, goTo
    // org.mpris.MediaPlayer2.Playlists
    case activatePlaylist, getPlaylists

    /// One row of the table. Arguments are pairs of a name and a type.
    private struct Row {
        let name: MemberName
        var input: [(MemberName, Signature)] = []
        var output: [(MemberName, Signature)] = []
    }

    /// Its name on the bus.
    public var name: MemberName { Self.rows[Int(rawValue)].name }

    /// The interface it belongs to.
    public var interface: PlayerInterface {
        if rawValue < PlayerMethod.next.rawValue { return .root }
        if rawValue < PlayerMethod.getTracksMetadata.rawValue { return .player }
        return rawValue < PlayerMethod.activatePlaylist.rawValue ? .trackList : .playlists
    }

    var input: [(MemberName, Signature)] { Self.rows[Int(rawValue)].input }
    var output: [(MemberName, Signature)] { Self.rows[Int(rawValue)].output }

    /// In the order of the cases.
    private static let rows: [Row] = [
        Row(name: "Raise"),
        Row(name: "Quit"),
        Row(name: "Next"),
        Row(name: "Previous"),
        Row(name: "Pause"),
        Row(name: "PlayPause"),
        Row(name: "Stop"),
        Row(name: "Play"),
        Row(name: "Seek", input: [("Offset", "x")]),
        Row(name: "SetPosition", input: [("TrackId", "o"), ("Position", "x")]),
        Row(name: "OpenUri", input: [("Uri", "s")]),
        Row(name: "GetTracksMetadata", input: [("TrackIds", "ao")], output: [("Metadata", "aa{sv}")]),
        Row(name: "AddTrack", input: [("Uri", "s"), ("AfterTrack", "o"), ("SetAsCurrent", "b")]),
        Row(name: "RemoveTrack", input: [("TrackId", "o")]),
        Row(name: "GoTo", input: [("TrackId", "o")]),
        Row(name: "ActivatePlaylist", input: [("PlaylistId", "o")]),
        Row(
            name: "GetPlaylists",
            input: [("Index", "u"), ("MaxCount", "u"), ("Order", "s"), ("ReverseOrder", "b")],
            output: [("Playlists", "a(oss)")]),
    ]
}
