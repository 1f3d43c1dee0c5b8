// SPDX-License-Identifier: Apache-2.0

/// The playback status of a player. The raw values are those of the property `PlaybackStatus` (MPRIS 2.2).
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
