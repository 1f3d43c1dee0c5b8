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
