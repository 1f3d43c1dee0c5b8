// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMotionReport

struct ShakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shake",
        abstract: "Show whether shaking the device undoes, turn that on or off, or pause it.",
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
        if action != .status, json { throw ValidationError("--json applies to status only.") }
        guard action == .pause else {
            if duration != nil { throw ValidationError("A duration applies to pause only.") }
            return
        }
        guard let duration, DurationText.parse(duration) != nil else {
            throw ValidationError("pause needs a duration, such as 90s, 30min, 1h30m or 2d: 'batonctl shake pause 1h'.")
        }
    }

    func run() throws {
        let runner = AgentRunner(messages.reporter)
        switch action {
        case .status: try runner.shakeStatus(json: json)
        case .on: try runner.setShake(true)
        case .off: try runner.setShake(false)
        case .pause: try runner.pauseShake(duration.flatMap(DurationText.parse) ?? .zero)
        }
    }
}
