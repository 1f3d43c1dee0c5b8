// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonEvents

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show Baton's version, and which players are first, pinned and ignored.")

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

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a command as a button does, such as 'toggle' or 'begin-seeking-forward'.")

    @Argument(
        help: ArgumentHelp("The name of the command, or its number from 100 to 109.", valueName: "event"),
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
