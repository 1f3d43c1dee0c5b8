// SPDX-License-Identifier: Apache-2.0

/// What a player is doing. The raw values are those of the property `PlaybackStatus` (MPRIS 2.2).
public enum PlaybackStatus: String, Hashable, Sendable {
    /// A track is being played.
    case playing = "Playing"
    /// A track stands still, and goes on where it is.
    case paused = "Paused"
    /// Nothing is played; Play starts from the beginning.
    case stopped = "Stopped"

    /// Reads what a player sent; upper and lower case are not told apart.
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
