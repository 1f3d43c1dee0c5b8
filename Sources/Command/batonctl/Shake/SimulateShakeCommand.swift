// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonEvents
import BatonTranslation

struct SimulateShakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-shake",
        abstract: "Pretend that the device was shaken; works without an accelerometer.",
        discussion: """
            Without --wait and --choose it waits a second, and says what the shake did by then.

            Exit status with --wait or --choose: 0 done; 1 declined, refused or failed; 2 nothing took the shake, or \
            Baton is not running.
            """)

    @Flag(name: .customLong("cancel"), help: "Cancel the shake instead of ending it.")
    var cancel = false

    @Flag(
        name: .customLong("wait"),
        help: "Wait until everything that the shake started is over, such as the question on the screen.")
    var wait = false

    @Option(
        name: .customLong("choose"),
        help: ArgumentHelp(
            "Answer the question on the screen, as a click would: undo or redo.",
            valueName: "choice"))
    var choice: UndoOperation?

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if choice != nil, cancel {
            throw ValidationError("A cancelled shake asks no question: leave out --choose or --cancel.")
        }
    }

    func run() throws {
        let reporter = messages.reporter
        try reporter.withAgent { (agent) throws(CommandError) in
            if let choice { return reporter.say(try ChosenShake(agent, choice: choice).run()) }
            _ = try agent.motion.simulate(.began, waits: false)
            if cancel, !wait {
                _ = try agent.motion.simulate(.cancelled, waits: false)
                return reporter.say(translated("The shake was cancelled."))
            }
            guard let result = try agent.motion.simulated(cancel ? .cancelled : .ended, waits: wait) else {
                return reporter.say(try underWay(agent))
            }
            if result.status == .success || !wait { return reporter.say(result.text) }
            throw CommandError(result.text, status: result.status, isQuietable: true)
        }
    }

    /// What is said of a shake that is not over within a second.
    private func underWay(_ agent: AwaitedAgent) throws(CommandError) -> String {
        let isAsking = try agent.properties(of: .application)[ApplicationInterface.undoOffered] ?? false
        return isAsking
            ? translated("Baton asks on the screen whether to undo.")
            : translated("The shake was sent, and is not over yet; with --wait its end is awaited.")
    }
}
