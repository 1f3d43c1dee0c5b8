// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonMotion
import BatonMotionReport
import BatonReactor
import BatonValues

struct ShakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shake",
        abstract: "Show whether a shake undoes; turn that on or off, or pause it for a while.",
        discussion:
            "'pause 1h' pauses for an hour; 'pause 0' and 'on' end a pause. Durations: 90s, 30min, 1h30m, 2d.")

    @Argument(help: ArgumentHelp("status, on, off or pause.", valueName: "action"))
    var action = ShakeAction.status

    @Argument(help: ArgumentHelp("How long to pause.", valueName: "duration"))
    var duration: String?

    @Flag(name: .customLong("json"), help: "Print the status as a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if action != .status, json { throw ValidationError("--json is for the status only.") }
        guard action == .pause else {
            if duration != nil { throw ValidationError("A duration is for 'shake pause' only.") }
            return
        }
        guard let duration else {
            throw ValidationError("For how long? For example: 'batonctl shake pause 1h' (90s, 30min, 1h30m, 2d).")
        }
        if let mistake = TypedDuration.mistake(in: duration) { throw ValidationError(mistake) }
    }

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            switch action {
            case .status: try show(agent)
            case .on:
                try agent.motion.set(ApplicationInterface.shakeToUndo, to: true)
                try agent.motion.call(ApplicationInterface.pauseShake, 0)
                try answer(agent)
            case .off:
                try agent.motion.set(ApplicationInterface.shakeToUndo, to: false)
                try answer(agent)
            case .pause:
                try pause(agent, for: duration.flatMap(TypedDuration.parse) ?? .zero)
                try answer(agent)
            }
        }
    }

    /// Says what is so now, by what the agent says and not by what was asked for.
    private func answer(_ agent: AwaitedAgent) throws(CommandError) {
        let state = ShakeState(try agent.motion.properties(of: .application), orientation: nil)
        messages.reporter.say(state.sentence(at: WallClock.microseconds, isPause: action == .pause))
    }

    private func show(_ agent: AwaitedAgent) throws(CommandError) {
        let known = try agent.motion.properties(of: .application)
        _ = try known.told(ApplicationInterface.shakeToUndo)
        let state = ShakeState(
            known,
            orientation: (try? agent.properties(of: .motion))?[MotionInterface.orientation])
        let now = WallClock.microseconds
        if json { return Console.print(state.json(at: now).text) }
        for line in state.lines(at: now) { Console.print(line) }
    }

    /// Pauses for a while; zero ends the pause.
    private func pause(_ agent: AwaitedAgent, for duration: Duration) throws(CommandError) {
        let until = duration == .zero ? 0 : WallClock.microseconds + UInt64(clamping: duration.inSeconds * 1e6)
        try agent.motion.call(ApplicationInterface.pauseShake, until)
    }
}
