// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMPRIS

/// What people type for remote-control events, and how players are called for them.
extension RemoteControlSubtype {
    /// The method of `org.mpris.MediaPlayer2.Player` for it. Players have no method for seeking while a button is held.
    var method: PlayerMethod? {
        switch self {
        case .play: .play
        case .pause: .pause
        case .stop: .stop
        case .togglePlayPause: .playPause
        case .nextTrack: .next
        case .previousTrack: .previous
        default: nil
        }
    }

    /// The event for a name, another spelling of it, or its number from 100 to 109.
    init?(text: String) {
        let text = text.lowercased()
        if let number = Int(text) { self.init(rawValue: number) } else { self.init(word: text) }
    }

    /// The events for the argument of `send`: one, or for `rewind` and `fast-forward` the beginning and the end of one
    /// step.
    static func events(text: String) -> [RemoteControlSubtype]? {
        switch text.lowercased() {
        case "rewind": [.beginSeekingBackward, .endSeekingBackward]
        case "fast-forward": [.beginSeekingForward, .endSeekingForward]
        default: RemoteControlSubtype(text: text).map { [$0] }
        }
    }

    /// The names that `send` accepts, for people.
    static let typedNames = allCases.map(\.word) + ["rewind", "fast-forward"]

    /// The event of a one-word command of playerctl: `play`, `pause`, `play-pause`, `stop`, `next`, `previous`.
    init?(playerctlWord word: String) {
        switch word {
        case "play": self = .play
        case "pause": self = .pause
        case "play-pause": self = .togglePlayPause
        case "stop": self = .stop
        case "next": self = .nextTrack
        case "previous": self = .previousTrack
        default: return nil
        }
    }

    /// The message for an event that does not exist.
    static func unknown(_ text: String) -> CommandError {
        CommandError(
            "There is no command '\(text)' to send. There are \(typedNames.joined(separator: ", ")), or 100 to 109."
                + NearMiss.question(text, among: typedNames),
            status: .usage)
    }
}
