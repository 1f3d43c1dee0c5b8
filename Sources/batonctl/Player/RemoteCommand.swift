// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// The remote-control events that can be sent; the raw values are UIKit's event subtypes.
enum RemoteCommand: UInt32, CaseIterable, Sendable {
    case play = 100
    case pause = 101
    case stop = 102
    case toggle = 103
    case next = 104
    case previous = 105
    case beginSeekingBackward = 106
    case endSeekingBackward = 107
    case beginSeekingForward = 108
    case endSeekingForward = 109

    /// The name for `batonctl send`.
    var name: String {
        switch self {
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .toggle: "toggle"
        case .next: "next"
        case .previous: "previous"
        case .beginSeekingBackward: "begin-seeking-backward"
        case .endSeekingBackward: "end-seeking-backward"
        case .beginSeekingForward: "begin-seeking-forward"
        case .endSeekingForward: "end-seeking-forward"
        }
    }

    /// The method of `org.mpris.MediaPlayer2.Player` for it. Players have no method for seeking while a button is held.
    var method: MemberName? {
        switch self {
        case .play: "Play"
        case .pause: "Pause"
        case .stop: "Stop"
        case .toggle: "PlayPause"
        case .next: "Next"
        case .previous: "Previous"
        default: nil
        }
    }

    /// The event for a name, another spelling of it, or its number from 100 to 109.
    init?(text: String) {
        let text = text.lowercased()
        if let number = UInt32(text) {
            self.init(rawValue: number)
            return
        }
        switch text {
        case "play-pause", "toggle-play-pause": self = .toggle
        case "next-track": self = .next
        case "previous-track": self = .previous
        default:
            guard let command = Self.allCases.first(where: { $0.name == text }) else { return nil }
            self = command
        }
    }

    /// The events for the argument of `send`: one, or for `rewind` and `fast-forward` the beginning and the end of one
    /// step.
    static func events(text: String) -> [RemoteCommand]? {
        switch text.lowercased() {
        case "rewind": [.beginSeekingBackward, .endSeekingBackward]
        case "fast-forward": [.beginSeekingForward, .endSeekingForward]
        default: RemoteCommand(text: text).map { [$0] }
        }
    }

    /// The names that `send` accepts, for people.
    static let typedNames = allCases.map(\.name) + ["rewind", "fast-forward"]

    /// The event of a one-word command of playerctl: `play`, `pause`, `play-pause`, `stop`, `next`, `previous`.
    init?(word: String) {
        switch word {
        case "play": self = .play
        case "pause": self = .pause
        case "play-pause": self = .toggle
        case "stop": self = .stop
        case "next": self = .next
        case "previous": self = .previous
        default: return nil
        }
    }

    /// The message for an event that does not exist.
    static func unknown(_ text: String) -> CommandError {
        CommandError(
            "There is no event '\(text)'. Events are \(typedNames.joined(separator: ", ")), or 100 to 109.",
            status: .usage)
    }
}
