// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonMPRIS
import BatonTranslation

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
            if chain.isEmpty { throw nobody(state, PlayerClient(session: agent.session)) }
            let titles = PlayerTitles.find(state, agent.session)
            for line in ChainTable(state, titles: titles).lines(columns: Terminal.columns) { Console.print(line) }
        }
    }

    /// What is said of an empty chain: the players that run are ignored, or none runs.
    private static func nobody(_ state: AgentState, _ client: PlayerClient) -> CommandError {
        let ignored = state[ApplicationInterface.ignored] ?? []
        // One that baton.conf ignores is not in the list; one that does not play may be hidden for another reason.
        let names = ((try? client.ignored([])) ?? []).filter { $0.isPlaying || ignored.contains($0.name.name) }.map(
            \.name.instance)
        guard !names.isEmpty else { return .noPlayers }
        let list = names.joined(separator: ", ")
        return CommandError(translated("No players found but what Baton ignores: \(list)."), isQuietable: true)
    }
}
