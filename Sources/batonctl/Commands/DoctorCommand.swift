// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look at everything a shake, an undo or a command needs: what works, and what to do about the rest.",
        discussion: """
            Changes nothing and asks nobody. Without the agent it looks at what it can by itself.

            Exit status: 0 there is a way to undo, 1 there is none, 2 there is no agent.
            """)

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).doctor(json: json) }
}
