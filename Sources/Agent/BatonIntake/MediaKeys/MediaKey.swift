// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A key as settings daemons name it (rule KEYS3). They report presses only.
enum MediaKey: String, Sendable, CaseIterable {
    /// Play or pause.
    case play = "Play"
    case pause = "Pause"
    case stop = "Stop"
    case previous = "Previous"
    case next = "Next"
    case rewind = "Rewind"
    case fastForward = "FastForward"
    /// The next loop status; not a remote-control event.
    case loop = "Repeat"
    /// Shuffle on or off; not a remote-control event.
    case shuffle = "Shuffle"

    /// The event of a press; nil for a key that is not a remote-control event.
    var command: RemoteControlSubtype? {
        switch self {
        case .play: .togglePlayPause
        case .pause: .pause
        case .stop: .stop
        case .previous: .previousTrack
        case .next: .nextTrack
        case .rewind: .beginSeekingBackward
        case .fastForward: .beginSeekingForward
        case .loop, .shuffle: nil
        }
    }

    /// The key for an event; nil for the end of seeking, which has no key.
    init?(_ subtype: RemoteControlSubtype) {
        switch subtype {
        case .play, .togglePlayPause: self = .play
        case .pause: self = .pause
        case .stop: self = .stop
        case .nextTrack: self = .next
        case .previousTrack: self = .previous
        case .beginSeekingBackward: self = .rewind
        case .beginSeekingForward: self = .fastForward
        case .endSeekingBackward, .endSeekingForward: return nil
        }
    }
}
