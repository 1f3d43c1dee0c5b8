// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A key as settings daemons name it (spec/mpris.md iv). They tell of presses only.
enum MediaKey: String, Sendable, CaseIterable {
    /// Play or pause.
    case play = "Play"
    case pause = "Pause"
    case stop = "Stop"
    case previous = "Previous"
    case next = "Next"
    case rewind = "Rewind"
    case fastForward = "FastForward"
    /// The next loop status; no remote-control event.
    case loop = "Repeat"
    /// Shuffle on or off; no remote-control event.
    case shuffle = "Shuffle"

    /// What the press is as events; without a release, seeking is one step.
    var commands: [RemoteControlSubtype] {
        switch self {
        case .play: [.togglePlayPause]
        case .pause: [.pause]
        case .stop: [.stop]
        case .previous: [.previousTrack]
        case .next: [.nextTrack]
        case .rewind: [.beginSeekingBackward, .endSeekingBackward]
        case .fastForward: [.beginSeekingForward, .endSeekingForward]
        case .loop, .shuffle: []
        }
    }

    /// The key that means the event; nil for the end of seeking, which no key has.
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
