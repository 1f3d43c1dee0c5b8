// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonTemplate

/// Which player `--follow` shows, and what it printed last. Has no bus and no clock.
///
/// The candidates are tried in order, and the first one with an answer is shown:
///
/// | chosen by | order |
/// |---|---|
/// | `--player` | as the names were typed; players of one name by last change, those of `%any` by the agent's chain before |
/// | `--all-players` | by last change |
/// | nothing, with the agent | the agent's chain only |
/// | nothing, without the agent | by last change |
struct FollowModel {
    private struct Followed {
        var snapshot: PlayerSnapshot
        var sampled: Duration
    }

    let query: PlayerQuery
    let selection: PlayerSelection

    /// The players of the agent's chain in order; nil without an agent.
    var chain: [PlayerName]?

    /// By last change, most recent first.
    private var players: [Followed] = []
    private var last: String?

    init(query: PlayerQuery, selection: PlayerSelection) {
        self.query = query
        self.selection = selection
    }

    /// Whether the player is one that may be shown.
    func includes(_ player: PlayerName) -> Bool { selection.includes(player) }

    /// Whether the player has answered.
    func knows(_ player: PlayerName) -> Bool { index(of: player) != nil }

    // MARK: Changes

    /// Records a player's answer. A new player is placed after the known ones, or before those that do not play if it
    /// plays.
    mutating func appear(_ snapshot: PlayerSnapshot, at now: Duration) {
        let followed = Followed(snapshot: snapshot, sampled: now)
        if let index = index(of: snapshot.name) {
            players[index] = followed
        } else if snapshot.isPlaying {
            let end = players.firstIndex { !$0.snapshot.isPlaying } ?? players.count
            players.insert(followed, at: end)
        } else {
            players.append(followed)
        }
    }

    /// Removes a player that left the bus.
    mutating func vanish(_ player: PlayerName) { players.removeAll { $0.snapshot.name == player } }

    /// Records changed properties of a player; it moves to the front if the answer may depend on one of them.
    mutating func change(_ player: PlayerName, _ changed: PlayerProperties, at now: Duration) {
        guard let index = index(of: player) else { return }
        var followed = players[index]
        followed.snapshot = followed.snapshot.moved(by: now - followed.sampled)
        followed.sampled = now
        followed.snapshot.properties.merge(changed)
        players[index] = followed
        guard changed.known.contains(where: query.depends(on:)) else { return }
        players.remove(at: index)
        players.insert(followed, at: 0)
    }

    // MARK: Output

    /// The line to print now; nil if it is the same as the last one.
    ///
    /// - Throws: ``CommandError`` when the template does not fit the values.
    mutating func line(at now: Duration) throws(CommandError) -> String? {
        var answer: String?
        for followed in ordered() {
            let snapshot = followed.snapshot.moved(by: now - followed.sampled)
            guard case .print(let text) = try query.action(for: snapshot) else { continue }
            answer = text
            break
        }
        if answer == nil && last == nil { return nil }
        let line = answer ?? (query.isJSON ? JSON.null.text : "")
        if line == last { return nil }
        last = line
        return line
    }

    /// Whether the next line may differ although no property changes.
    var ticks: Bool { query.ticks && players.contains { $0.snapshot.isPlaying } }

    private func ordered() -> [Followed] {
        var names = players.map(\.snapshot.name)
        if selection.leavesOrderOpen, !selection.isForAll, let chain {
            let others = selection.wanted.isEmpty ? [] : names.filter { !chain.contains($0) }
            names = chain + others
        }
        let order = selection.isForAll ? names : selection.order(names)
        return order.compactMap { name in index(of: name).map { players[$0] } }
    }

    private func index(of player: PlayerName) -> Int? { players.firstIndex { $0.snapshot.name == player } }
}

extension PlayerSnapshot {
    /// The same player `time` later: the position advances while it plays.
    func moved(by time: Duration) -> PlayerSnapshot {
        guard isPlaying, let position else { return self }
        let rate = properties[.rate]?.asDouble ?? 1
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        var moved = self
        let (sum, overflow) = position.addingReportingOverflow(Int64(microsecondsIn: seconds * rate))
        if !overflow { moved.properties[.position] = .int64(sum) }
        return moved
    }
}
