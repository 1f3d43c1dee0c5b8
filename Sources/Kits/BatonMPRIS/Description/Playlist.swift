// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A playlist of a player: `(oss)` of `org.mpris.MediaPlayer2.Playlists`.
///
/// For example:
/// ```swift
/// let playlist = Playlist(id: "/org/example/Playlist/1", name: "Evening")
/// let copy = Playlist(playlist.value)
/// ```
public struct Playlist: Hashable, Sendable {
    /// The identifier of the playlist, which is not for display.
    public var id: ObjectPath
    /// The name of the playlist.
    public var name: String
    /// The URI of its icon, or empty.
    public var icon: String

    /// Makes a playlist.
    public init(id: ObjectPath, name: String, icon: String = "") {
        self.id = id
        self.name = name
        self.icon = icon
    }

    /// Reads a value that a player sent; nil when it is not a playlist.
    public init?(_ value: Value) {
        guard case .structure(let fields) = value.unwrapped, fields.count >= 2,
            let raw = fields[0].asString, let id = TrackID.path(for: raw), let name = fields[1].asString
        else { return nil }
        self.init(id: id, name: name, icon: fields.count > 2 ? fields[2].asString ?? "" : "")
    }

    /// The playlist as a D-Bus value.
    public var value: Value { .structure([.objectPath(id), .string(name), .string(icon)]) }
}
