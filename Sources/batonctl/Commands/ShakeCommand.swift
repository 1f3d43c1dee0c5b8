// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct ShakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shake",
        abstract: "Tell whether shaking the device undoes, switch it, or pause it.",
        discussion:
            "'pause 1h' pauses for an hour, 'pause 0' ends that, and so does 'on'. Times: 90s, 30min, 1h30m, 2d.")

    @Argument(help: ArgumentHelp("status, on, off or pause.", valueName: "action"))
    var action = ShakeAction.status

    @Argument(help: ArgumentHelp("How long to pause.", valueName: "duration"))
    var duration: String?

    @Flag(name: .customLong("json"), help: "Print the status as a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if action != .status, json { throw ValidationError("--json goes with status.") }
        guard action == .pause else {
            if duration != nil { throw ValidationError("A duration goes with pause.") }
            return
        }
        guard let duration, DurationText.parse(duration) != nil else {
            throw ValidationError("How long? Try 'batonctl shake pause 1h'; 90s, 30min and 1h30m are durations too.")
        }
    }

    func run() throws {
        let runner = AgentRunner(messages)
        switch action {
        case .status: try runner.shakeStatus(json: json)
        case .on: try runner.setShake(true)
        case .off: try runner.setShake(false)
        case .pause: try runner.pauseShake(duration.flatMap(DurationText.parse) ?? .zero)
        }
    }
}
