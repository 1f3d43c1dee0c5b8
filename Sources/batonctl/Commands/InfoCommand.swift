// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show the agent's version, policy, first responder, pin and ignore list.")

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).info(json: json) }
}
