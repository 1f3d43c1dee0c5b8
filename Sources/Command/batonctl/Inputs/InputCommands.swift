// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inputs",
        abstract: "Show every source of presses: its kind, its name, its last press, its state.")

    @Flag(name: .customLong("json"), help: "Print a JSON array.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).inputs(json: json) }
}

struct LearnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract:
            "Wait for a button and tell what it is, how it reaches Baton, and which configuration line concerns it.",
        discussion: """
            With the name of a Bluetooth headset it asks for some presses, and tells what the headset means by Play \
            and Pause. Nothing is written.

            Exit status: 0 a button was pressed, or it is known what the headset means; 1 not; 2 there is no agent.
            """)

    @Argument(help: "A Bluetooth headset that is connected: its alias, name or address.")
    var device: String?

    @Option(
        name: .customLong("timeout"), help: "How many seconds to wait for a press, 1 to 300; for a headset 1 to 40.")
    var timeout: UInt32 = 30

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        // All steps of a trial are over before the agent ends it, after 5 min.
        let most: UInt32 = device == nil ? 300 : 40
        guard (1...most).contains(timeout) else {
            throw ValidationError("--timeout must be from 1 to \(most) seconds.")
        }
    }

    func run() throws {
        let runner = AgentRunner(messages.reporter)
        guard let device else { return try runner.learn(seconds: timeout, json: json) }
        try runner.learn(device, seconds: timeout, json: json)
    }
}
