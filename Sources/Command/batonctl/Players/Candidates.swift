// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonMPRIS

/// Finds the players that a command may go to, best first.
///
/// The names on the command line decide first. Where they leave the order open, the agent's responder chain decides.
/// Without an agent the players that play come first, then the others in the bus's order.
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
        guard selection.leavesOrderOpen, !selection.isForAll else {
            return unasked(selection.order(try client.names()))
        }
        if asksAgent, let state = try? AwaitedAgent(session: session).properties(of: .application) {
            let chain = selection.wanted.isEmpty ? state.players : state.players + (try rest(after: state.players))
            let behind = state.playersBehindPlayingApp
            return selection.order(chain).map { Candidate(name: $0, isBehindPlayingApp: behind.contains($0)) }
        }
        let candidates = Self.asked(unasked(selection.order(try client.names()))[...], client)
        let sorted = candidates.filter(isPlaying) + candidates.filter { !isPlaying($0) }
        // The names on the command line decide first; those of one rank keep the order.
        return selection.order(sorted.map(\.name)).compactMap { name in sorted.first { $0.name == name } }
    }

    private var client: PlayerClient { PlayerClient(session: session) }

    /// The players that are named but are not in the agent's chain. `%any` names none of them: the agent ignores them.
    private func rest(after chain: [PlayerName]) throws(CommandError) -> [PlayerName] {
        try client.names().filter { !chain.contains($0) && selection.names($0) }
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
