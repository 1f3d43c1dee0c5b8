// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A signal of a player other than PropertiesChanged. Other types than the specification's are accepted when it is
/// read, and never written.
///
/// For example:
/// ```swift
/// let observation = registry.observe { change in
///     guard case .signalled(let player, let signal) = change else { return }
///     if case .seeked(let position) = signal { print("\(player.identity) is at \(position.microseconds) µs") }
/// }
/// ```
public enum PlayerSignal: Hashable, Sendable {
    /// `Seeked`, with the new position.
    case seeked(MediaTime)
    /// `TrackListReplaced`
    case trackListReplaced([ObjectPath], current: ObjectPath)
    /// `TrackAdded`
    case trackAdded(Metadata, after: ObjectPath)
    /// `TrackRemoved`
    case trackRemoved(ObjectPath)
    /// `TrackMetadataChanged`
    case trackMetadataChanged(ObjectPath, Metadata)
    /// `PlaylistChanged`
    case playlistChanged(Playlist)

    /// The interface it belongs to.
    public var interface: PlayerInterface {
        switch self {
        case .seeked: .player
        case .trackListReplaced, .trackAdded, .trackRemoved, .trackMetadataChanged: .trackList
        case .playlistChanged: .playlists
        }
    }

    /// Its name on the bus.
    public var member: MemberName {
        switch self {
        case .seeked: "Seeked"
        case .trackListReplaced: "TrackListReplaced"
        case .trackAdded: "TrackAdded"
        case .trackRemoved: "TrackRemoved"
        case .trackMetadataChanged: "TrackMetadataChanged"
        case .playlistChanged: "PlaylistChanged"
        }
    }

    /// Its arguments, of the types in the specification.
    public var arguments: [Value] {
        switch self {
        case .seeked(let position): [position.value]
        case .trackListReplaced(let tracks, let current):
            [.array(DBusArray("o", tracks.map { .objectPath($0) })), .objectPath(current)]
        case .trackAdded(let metadata, let after): [metadata.value, .objectPath(after)]
        case .trackRemoved(let track): [.objectPath(track)]
        case .trackMetadataChanged(let track, let metadata): [.objectPath(track), metadata.value]
        case .playlistChanged(let playlist): [playlist.value]
        }
    }

    /// Reads a signal that a player sent.
    ///
    /// - Returns: nil for a signal that is not in MPRIS 2.2, or that has invalid arguments.
    public init?(_ interface: PlayerInterface, _ member: String, _ arguments: [Value]) {
        func path(_ index: Int) -> ObjectPath? {
            guard index < arguments.count, let raw = arguments[index].asString else { return nil }
            return TrackID.path(for: raw)
        }
        guard let first = arguments.first else { return nil }
        switch (interface, member) {
        case (.player, "Seeked"):
            guard let position = MediaTime(first) else { return nil }
            self = .seeked(max(0, position))
        case (.trackList, "TrackListReplaced"):
            guard let tracks = first.asStringArray else { return nil }
            self = .trackListReplaced(tracks.compactMap(TrackID.path), current: path(1) ?? TrackID.noTrack)
        case (.trackList, "TrackAdded"):
            guard let metadata = Metadata(first) else { return nil }
            self = .trackAdded(metadata, after: path(1) ?? TrackID.noTrack)
        case (.trackList, "TrackRemoved"):
            guard let track = path(0) else { return nil }
            self = .trackRemoved(track)
        case (.trackList, "TrackMetadataChanged"):
            guard let track = path(0), arguments.count > 1, let metadata = Metadata(arguments[1]) else { return nil }
            self = .trackMetadataChanged(track, metadata)
        case (.playlists, "PlaylistChanged"):
            guard let playlist = Playlist(first) else { return nil }
            self = .playlistChanged(playlist)
        default: return nil
        }
    }
}
