// SPDX-License-Identifier: Apache-2.0

/// The playback status of a player. The raw values are those of the property `PlaybackStatus` (MPRIS 2.2).
///
/// For example:
/// ```swift
/// let status = PlaybackStatus(tolerant: "playing")  // .playing
/// ```
public enum PlaybackStatus: String, Hashable, Sendable {
    /// The player plays a track.
    case playing = "Playing"
    /// A track is paused, and continues from its position.
    case paused = "Paused"
    /// No track is played; Play starts from the beginning.
    case stopped = "Stopped"

    /// Reads a value that a player sent, without regard to case.
    public init?(tolerant string: String) {
        if let exact = PlaybackStatus(rawValue: string) {
            self = exact
            return
        }
        switch string.lowercased() {
        case "playing": self = .playing
        case "paused": self = .paused
        case "stopped": self = .stopped
        default: return nil
        }
    }
}

/// What a player repeats. The raw values are those of the property `LoopStatus` (MPRIS 2.2).
///
/// For example:
/// ```swift
/// try player.setProperty(.loopStatus, to: .string(LoopStatus.playlist.rawValue), within: .seconds(1))
/// ```
public enum LoopStatus: String, Hashable, Sendable {
    /// Playback ends after the last track.
    case none = "None"
    /// The track is repeated.
    case track = "Track"
    /// The list is repeated.
    case playlist = "Playlist"

    /// Reads a value that a player sent, without regard to case.
    public init?(tolerant string: String) {
        if let exact = LoopStatus(rawValue: string) {
            self = exact
            return
        }
        switch string.lowercased() {
        case "none": self = .none
        case "track": self = .track
        case "playlist": self = .playlist
        default: return nil
        }
    }
}
