// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonMPRIS

/// Finds the players that a command may go to, best first.
///
/// The names on the command line decide first. Where they leave the order open, also of several players of one name, the agent's
/// responder chain decides. Without an agent the players that play come first, then the others in the bus's order.
struct Candidates {
    struct Candidate {
        let name: PlayerName
        /// The player's answer, if it has been asked already.
        var snapshot: Result<PlayerSnapshot, DBusError>?
        /// Whether a registered app that plays comes before it in the agent's chain.
        var isBehindPlayingApp = false
    }

    let session: BusSession
    let selection: PlayerSelection
    /// Whether to ask the agent for its chain; false when the agent is known to be absent.
    var asksAgent = true

    func find() throws(CommandError) -> [Candidate] {
        if !selection.leavesOrderOpen || selection.isForAll {
            let named = selection.order(try client.names())
            guard !selection.isForAll, selection.hasNamesakes(among: named) else { return unasked(named) }
        }
        if asksAgent, let state = try? AwaitedAgent(session: session).properties(of: .application) {
            return try chained(state)
        }
        return ranked(sorted(selection.order(try client.names())))
    }

    /// The players in the order of the agent's chain. Those that are named and not in it come behind.
    private func chained(_ state: AgentState) throws(CommandError) -> [Candidate] {
        // What is named goes to the player directly, past apps.
        let behind = selection.leavesOrderOpen ? state.playersBehindPlayingApp : []
        let chain = state.players.map { Candidate(name: $0, isBehindPlayingApp: behind.contains($0)) }
        guard !selection.wanted.isEmpty else { return ranked(chain) }
        let rest = try rest(after: state.players)
        return ranked(chain + (rest.count > 1 ? sorted(rest) : unasked(rest)))
    }

    /// The players that play first, then the others. They are asked all at once.
    private func sorted(_ names: [PlayerName]) -> [Candidate] {
        let candidates = Self.asked(unasked(names)[...], client)
        return candidates.filter(isPlaying) + candidates.filter { !isPlaying($0) }
    }

    /// The players in the order of the names on the command line; those of one rank keep theirs.
    private func ranked(_ candidates: [Candidate]) -> [Candidate] {
        selection.order(candidates.map(\.name)).compactMap { name in candidates.first { $0.name == name } }
    }

    private var client: PlayerClient { PlayerClient(session: session) }

    /// The players that are named but are not in the agent's chain. `%any` names none of them: the agent ignores them.
    private func rest(after chain: [PlayerName]) throws(CommandError) -> [PlayerName] {
        try client.names().filter { !chain.contains($0) && selection.names($0) && selection.includes($0) }
    }

    private func unasked(_ names: [PlayerName]) -> [Candidate] { names.map { Candidate(name: $0) } }

    /// The candidates with their answers; those without an answer are asked all at once.
    static func asked(_ candidates: ArraySlice<Candidate>, _ client: PlayerClient) -> [Candidate] {
        let unasked = candidates.filter { $0.snapshot == nil }.map(\.name)
        var answers = client.snapshots(of: unasked).makeIterator()
        return candidates.map { candidate in
            guard candidate.snapshot == nil else { return candidate }
            var asked = candidate
            asked.snapshot = answers.next()
            return asked
        }
    }

    private func isPlaying(_ candidate: Candidate) -> Bool {
        guard case .success(let snapshot)? = candidate.snapshot else { return false }
        return snapshot.isPlaying
    }
}
