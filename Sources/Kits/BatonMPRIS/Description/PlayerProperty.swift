// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A property of MPRIS 2.2. The client's cache and the server's description both follow from this list.
///
/// For example:
/// ```swift
/// let volume = player.value(of: .volume)?.asDouble
/// try player.setProperty(.volume, to: .double((volume ?? 1) / 2), within: .seconds(1))
/// ```
public enum PlayerProperty: UInt8, CaseIterable, Hashable, Sendable {
    // org.mpris.MediaPlayer2
    case canQuit, fullscreen, canSetFullscreen, canRaise, hasTrackList, identity, desktopEntry
    case supportedUriSchemes, supportedMimeTypes
    // org.mpris.MediaPlayer2.Player
    case playbackStatus, loopStatus, rate, shuffle, metadata, volume, position, minimumRate, maximumRate
    case canGoNext, canGoPrevious, canPlay, canPause, canSeek, canControl
    // org.mpris.MediaPlayer2.TrackList
    case tracks, canEditTracks
    // org.mpris.MediaPlayer2.Playlists
    case playlistCount, orderings, activePlaylist

    /// How a change is announced (`org.freedesktop.DBus.Property.EmitsChangedSignal`).
    public enum ChangeNotice: Hashable, Sendable {
        /// PropertiesChanged with the value.
        case value
        /// PropertiesChanged with the name alone.
        case name
        /// No signal: `Position` and `CanControl`.
        case silent
    }

    /// The kind of values that a property has.
    enum Kind {
        case boolean, string, status, loop, double, microseconds, count, strings, paths, metadata, activePlaylist

        var signature: Signature {
            switch self {
            case .boolean: "b"
            case .string, .status, .loop: "s"
            case .double: "d"
            case .microseconds: "x"
            case .count: "u"
            case .strings: "as"
            case .paths: "ao"
            case .metadata: "a{sv}"
            case .activePlaylist: "(b(oss))"
            }
        }
    }

    /// One row of the table.
    private struct Row {
        let name: MemberName
        let kind: Kind
        var isWritable = false
        var notice = ChangeNotice.value
    }

    /// Its name on the bus.
    public var name: MemberName { row.name }
    /// Its type on the bus.
    public var signature: Signature { row.kind.signature }
    /// Whether the specification allows `Set`. A player may refuse it nevertheless.
    public var isWritable: Bool { row.isWritable }
    /// How a change is announced.
    public var changeNotice: ChangeNotice { row.notice }

    /// The interface it belongs to.
    public var interface: PlayerInterface {
        if rawValue < PlayerProperty.playbackStatus.rawValue { return .root }
        if rawValue < PlayerProperty.tracks.rawValue { return .player }
        return rawValue < PlayerProperty.playlistCount.rawValue ? .trackList : .playlists
    }

    var kind: Kind { row.kind }

    /// The property of an interface with this name; nil for one that is not in MPRIS 2.2.
    public init?(_ name: String, of interface: PlayerInterface) {
        guard let property = Self.byName[name], property.interface == interface else { return nil }
        self = property
    }

    private var row: Row { Self.rows[Int(rawValue)] }

    private static let byName: [String: PlayerProperty] = {
        var result: [String: PlayerProperty] = [:]
        for property in allCases { result[property.name.rawValue] = property }
        return result
    }()

    /// In the order of the cases. The names are literals, so that all players share them.
    private static let rows: [Row] = [
        Row(name: "CanQuit", kind: .boolean),
        Row(name: "Fullscreen", kind: .boolean, isWritable: true),
        Row(name: "CanSetFullscreen", kind: .boolean),
        Row(name: "CanRaise", kind: .boolean),
        Row(name: "HasTrackList", kind: .boolean),
        Row(name: "Identity", kind: .string),
        Row(name: "DesktopEntry", kind: .string),
        Row(name: "SupportedUriSchemes", kind: .strings),
        Row(name: "SupportedMimeTypes", kind: .strings),
        Row(name: "PlaybackStatus", kind: .status),
        Row(name: "LoopStatus", kind: .loop, isWritable: true),
        Row(name: "Rate", kind: .double, isWritable: true),
        Row(name: "Shuffle", kind: .boolean, isWritable: true),
        Row(name: "Metadata", kind: .metadata),
        Row(name: "Volume", kind: .double, isWritable: true),
        Row(name: "Position", kind: .microseconds, notice: .silent),
        Row(name: "MinimumRate", kind: .double),
        Row(name: "MaximumRate", kind: .double),
        Row(name: "CanGoNext", kind: .boolean),
        Row(name: "CanGoPrevious", kind: .boolean),
        Row(name: "CanPlay", kind: .boolean),
        Row(name: "CanPause", kind: .boolean),
        Row(name: "CanSeek", kind: .boolean),
        Row(name: "CanControl", kind: .boolean, notice: .silent),
        Row(name: "Tracks", kind: .paths, notice: .name),
        Row(name: "CanEditTracks", kind: .boolean),
        Row(name: "PlaylistCount", kind: .count),
        Row(name: "Orderings", kind: .strings),
        Row(name: "ActivePlaylist", kind: .activePlaylist),
    ]
}
