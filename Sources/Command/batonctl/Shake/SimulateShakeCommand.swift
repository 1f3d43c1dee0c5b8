// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonEvents

struct SimulateShakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-shake",
        abstract: "Send a shake along the chain, as the accelerometer would; needs no accelerometer.",
        discussion: """
            Exit status with --wait or --choose: 0 done; 1 declined, refused or failed; 2 not handled, or there is no \
            agent.
            """)

    @Flag(name: .customLong("cancel"), help: "Cancel the shake instead of ending it.")
    var cancel = false

    @Flag(name: .customLong("wait"), help: "Wait until everything that the shake started has settled.")
    var wait = false

    @Option(
        name: .customLong("choose"),
        help: ArgumentHelp(
            "Answer the question after the shake, as a click on the notification would: undo or redo.",
            valueName: "choice"))
    var choice: UndoOperation?

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if choice != nil, cancel {
            throw ValidationError("--choose and --cancel exclude each other: a cancelled shake asks no question.")
        }
    }

    func run() throws {
        let reporter = messages.reporter
        try reporter.withAgent { (agent) throws(CommandError) in
            if let choice { return reporter.note(try ChosenShake(agent, choice: choice).run()) }
            _ = try agent.motion.simulate(.began, waits: false)
            let result = try agent.motion.simulate(cancel ? .cancelled : .ended, waits: wait)
            guard wait else { return }
            if result.status == .success { return reporter.note(result.text) }
            throw CommandError(result.text, status: result.status, isQuietable: true)
        }
    }
}
