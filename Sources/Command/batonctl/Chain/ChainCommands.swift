// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonEvents

struct PlayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players", abstract: "Show the responder chain: which player gets the next command, and why.")

    @Flag(name: .customLong("json"), help: "Print a JSON array.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).players(json: json) }
}

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show the agent's version, policy, first responder, pin and ignore list.")

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).info(json: json) }
}

struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Print each event: its input, the responder that got it, the outcome, how long it took.")

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each event.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).monitor(json: json) }
}

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a remote-control event along the responder chain.")

    @Argument(
        help: ArgumentHelp("The event's name or number, 100 to 109.", valueName: "event"),
        completion: .list(RemoteControlSubtype.typedNames))
    var event: String

    @OptionGroup var messages: MessageOptions

    func run() throws {
        let runner = AgentRunner(messages.reporter)
        guard let commands = RemoteControlSubtype.events(text: event) else {
            throw runner.reporter.reported(RemoteControlSubtype.unknown(event))
        }
        for command in commands { try runner.send(command) }
    }
}
