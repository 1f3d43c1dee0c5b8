// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct PlayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players", abstract: "Show the responder chain: which player gets the next command, and why.")

    @Flag(name: .customLong("json"), help: "Print a JSON array.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).players(json: json) }
}
