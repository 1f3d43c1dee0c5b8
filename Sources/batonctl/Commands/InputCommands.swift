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
        discussion: "Exit status: 0 a button was pressed, 1 none was pressed, 2 there is no agent.")

    @Option(name: .customLong("timeout"), help: "How many seconds to wait, 1 to 300.")
    var timeout: UInt32 = 30

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard (1...300).contains(timeout) else { throw ValidationError("--timeout must be from 1 to 300 seconds.") }
    }

    func run() throws { try AgentRunner(messages.reporter).learn(seconds: timeout, json: json) }
}
