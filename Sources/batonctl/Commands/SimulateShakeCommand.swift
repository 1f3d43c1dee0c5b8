// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct SimulateShakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-shake",
        abstract: "Send a shake down the chain, as the accelerometer would; needs none.",
        discussion: """
            Exit status with --wait or --choose: 0 done, 1 declined, refused or failed, 2 nobody handled it, or there is no agent.
            """)

    @Flag(name: .customLong("cancel"), help: "Cancel the shake instead of ending it.")
    var cancel = false

    @Flag(name: .customLong("wait"), help: "Return when what the shake started has settled.")
    var wait = false

    @Option(
        name: .customLong("choose"),
        help: ArgumentHelp(
            "Answer the question that the shake leads to, as a click on the notification would: undo or redo.",
            valueName: "choice"))
    var choice: UndoChoice?

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if choice != nil, cancel {
            throw ValidationError("A shake that is cancelled asks nothing: --choose or --cancel.")
        }
    }

    func run() throws {
        let runner = AgentRunner(messages)
        if let choice { return try runner.simulateShake(choosing: choice) }
        try runner.simulateShake(cancel: cancel, wait: wait)
    }
}
