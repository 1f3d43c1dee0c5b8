// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient

struct PlayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players", abstract: "Show your players: which one gets the next command, and why.")

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
            let chain = try state.told(ApplicationInterface.responders)
            if json { return Console.print(ChainTable(state).json.text) }
            if chain.isEmpty { throw .noPlayers }
            let titles = PlayerTitles.find(state, agent.session)
            for line in ChainTable(state, titles: titles).lines(columns: Terminal.columns) { Console.print(line) }
        }
    }
}
