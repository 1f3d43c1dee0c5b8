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
                "The headset sees \"playing\" now. Press its play button \(times) times, at least \(pause) seconds apart."
            )
        case .whilePaused:
            translated(
                "The headset sees \"paused\" now. Press the same button \(times) times, at least \(pause) seconds apart."
            )
        case .takingOff:
            translated(
                """
                Now press nothing: take the headset off, wait two seconds, and put it on again. To skip this, press \
                Enter or wait \(seconds) s.
                """)
        case .done: ""
        }
    }

    /// What a command was counted as.
    static func text(_ command: RemoteControlSubtype, _ count: Count) -> String {
        let word = command.word
        return switch count {
        case .press(let number): translated("  press \(number): \(word)")
        case .tooSoon: translated("  \(word): too soon after the last press; counting starts again")
        case .other: translated("  \(word): does not count, because it is neither play nor pause")
        case .unpressed: translated("  \(word), without a press: the headset sent it by itself")
        case .flood: translated("  \(word): the headset sends more than a person can press")
        }
    }
}

extension HeadsetEvidence {
    /// What the evidence tells, for people.
    var explanation: String {
        switch finding {
        case .listens:
            translated("The headset follows what it sees: it sends Pause while playing and Play while paused.")
        case .ownBelief:
            translated(
                "The headset keeps its own idea of what is playing: it sends Pause and Play in turn, whatever it sees.")
        case .onlyPlay: translated("The headset only ever sends Play.")
        case .worn:
            translated(
                """
                The headset sends \(Self.words(unpressed)) without a press: it notices whether you wear it, and Baton does what it says.
                """)
        case .mixed:
            translated(
                """
                The presses have no clear pattern (\(Self.words(whilePlaying)); then \(Self.words(whilePaused))), so \
                Baton does what the headset says.
                """)
        case .incomplete: translated("There were too few presses to understand the headset.")
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
