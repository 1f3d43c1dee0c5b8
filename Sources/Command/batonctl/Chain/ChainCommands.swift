// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonEvents

struct PlayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players", abstract: "Show the responder chain: which player gets the next command, and why.")

    @Flag(name: .customLong("json"), help: "Print a JSON array.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.reporting { () throws(CommandError) in try Self.show(json: json) }
    }

    /// Prints the chain, for a caller that tells of the failure itself.
    static func show(json: Bool) throws(CommandError) {
        try AwaitedAgent.with { (agent) throws(CommandError) in
            let state = try agent.properties(of: .application)
            if json { return Console.print(ChainTable(state).json.text) }
            if state.chain.isEmpty { throw .noPlayers }
            for line in ChainTable(state).lines { Console.print(line) }
        }
    }
}

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show the agent's version, policy, first responder, pin and ignore list.")

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            let table = InfoTable(
                try agent.properties(of: .application))
            if json { return Console.print(table.json.text) }
            for line in table.lines { Console.print(line) }
        }
    }
}

struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Print each event: its input, the responder that got it, the outcome, how long it took.")

    @Flag(name: .customLong("json"), help: "Print one JSON object on a line for each event.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            try EventMonitor(agent, interface: ApplicationInterface.name) { message in
                MonitoredEvent(message).map { json ? $0.json.text : $0.text }
            }.run()
        }
    }
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
        let reporter = messages.reporter
        guard let events = RemoteControlSubtype.events(text: event) else {
            throw reporter.reported(RemoteControlSubtype.unknown(event))
        }
        try reporter.reporting { () throws(CommandError) in try Self.send(events, note: reporter.note) }
    }

    /// Posts events. Fails without an agent, because there is no chain to send them along.
    static func send(
        _ events: [RemoteControlSubtype], note: @escaping (String) -> Void = { _ in }
    ) throws(CommandError) {
        try AwaitedAgent.with { (agent) throws(CommandError) in
            for event in events {
                guard let outcome = PostedEvent(event: event, note: note).post(to: agent) else {
                    throw AgentFailure.absent
                }
                try outcome.get()
            }
        }
    }
}
