// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

extension RemoteControlSubtype {
    /// The word that people type for it: `batonctl send toggle`.
    package var word: String {
        switch self {
        case .togglePlayPause: "toggle"
        case .nextTrack: "next"
        case .previousTrack: "previous"
        default: configurationName
        }
    }

    /// The word for it in baton.conf: its name in the guide, with hyphens.
    package var configurationName: String {
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

    /// The subtype for its word, its name in baton.conf or `play-pause`.
    package init?(word: String) {
        if word == "play-pause" {
            self = .togglePlayPause
            return
        }
        guard let subtype = Self.allCases.first(where: { $0.word == word || $0.configurationName == word }) else {
            return nil
        }
        self = subtype
    }
}
