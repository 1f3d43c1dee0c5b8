// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonButtons
import BatonEvents
import BatonTranslation

/// What `batonctl learn DEVICE` says of each step, and of what came.
extension HeadsetTrial {
    /// What the user is asked to do now.
    func request(seconds: UInt32) -> String {
        let pause = "\(Self.apart.components.seconds + 1)"
        let times = "\(wanted)"
        return switch step {
        case .whilePlaying:
            translated(
                "It is shown \"playing\". Press its play button \(times) times, at least \(pause) seconds apart.")
        case .whilePaused:
            translated(
                "It is shown \"paused\" now. Press the same button \(times) times, at least \(pause) seconds apart.")
        case .takingOff:
            translated(
                """
                Now press nothing: take it off, wait two seconds, and put it on again. Enter, or \(seconds) s without \
                anything, skips this.
                """)
        case .done: ""
        }
    }

    /// What a command was counted as.
    static func text(_ command: RemoteControlSubtype, _ count: Count) -> String {
        let word = command.word
        return switch count {
        case .press(let number): translated("  press \(number): \(word)")
        case .tooSoon: translated("  \(word): too soon after the last one; the presses are counted anew")
        case .other: translated("  \(word): not counted, it is neither play nor pause")
        case .unpressed: translated("  \(word), without a press: counted as sent by the headset itself")
        case .flood: translated("  \(word): it sends more than a person presses")
        }
    }
}

extension HeadsetEvidence {
    /// What the evidence tells, for people.
    var explanation: String {
        switch finding {
        case .listens: translated("It sends what its display asks for: Pause while playing, Play while paused.")
        case .ownBelief:
            translated(
                """
                It alternates between Pause and Play, whatever its display says: it keeps its own idea of what is playing.
                """)
        case .onlyPlay: translated("It only ever sends Play.")
        case .worn:
            translated(
                """
                It sends \(Self.words(unpressed)) without a press: it feels whether it is worn, and is taken at its word.
                """)
        case .mixed:
            translated(
                """
                Its presses have no clear pattern (\(Self.words(whilePlaying)); then \(Self.words(whilePaused))), so it \
                is taken at its word.
                """)
        case .incomplete: translated("There were too few presses to tell.")
        }
    }

    private static func words(_ commands: [RemoteControlSubtype]) -> String {
        commands.isEmpty ? translated("nothing") : commands.map(\.word).joined(separator: ", ")
    }

    /// The lines for baton.conf; empty if nothing was found out.
    ///
    /// - Parameter section: the name of the headset's section.
    func configuration(_ section: String) -> [String] {
        settings.isEmpty ? [] : ["[device \(section)]"] + settings
    }

    /// The evidence as JSON.
    func json(_ device: String, section: String) -> JSON {
        func list(_ commands: [RemoteControlSubtype]) -> JSON { .array(commands.map { .string($0.word) }) }
        return .object([
            ("device", .string(device)), ("finding", .string(finding.rawValue)),
            ("while-playing", list(whilePlaying)), ("while-paused", list(whilePaused)), ("unpressed", list(unpressed)),
            ("belief", .string(belief.rawValue)), ("wear", .string(finding == .worn ? "yes" : "auto")),
            ("configuration", .string(configuration(section).joined(separator: "\n"))),
        ])
    }
}
