// SPDX-License-Identifier: Apache-2.0

internal import BatonEvents

extension RemoteControlSubtype {
    /// The word for it in baton.conf: its name in the guide, with hyphens.
    var configurationName: String {
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
