// SPDX-License-Identifier: Apache-2.0

/// A remote-control command as the configuration spells it.
///
/// The raw value is the event subtype's (rule E2).
enum RemoteControlName: Int, Sendable, CaseIterable {
    case play = 100
    case pause = 101
    case stop = 102
    case togglePlayPause = 103
    case nextTrack = 104
    case previousTrack = 105
    case beginSeekingBackward = 106
    case endSeekingBackward = 107
    case beginSeekingForward = 108
    case endSeekingForward = 109

    /// The word in the file.
    var text: String {
        switch self {
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .togglePlayPause: "toggle-play-pause"
        case .nextTrack: "next-track"
        case .previousTrack: "previous-track"
        case .beginSeekingBackward: "begin-seeking-backward"
        case .endSeekingBackward: "end-seeking-backward"
        case .beginSeekingForward: "begin-seeking-forward"
        case .endSeekingForward: "end-seeking-forward"
        }
    }
}
