// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor

/// Waits until players have done what they are sent: each is asked after its answer and after each of its signals, for a second
/// at most (rule MPRIS104).
final class EffectWatch {
    /// How long a player may take after its answer. Larger: what it has not done is told later.
    private static let patience = Duration.seconds(1)

    /// One player that is watched.
    private final class Entry {
        let name: PlayerName
        let effect: PlayerEffect
        var match: Match?
        var isAsked = false
        /// Whether it has signalled something since it was asked.
        var isStale = false
        var isDone: Bool?

        init(_ name: PlayerName, _ effect: PlayerEffect) {
            self.name = name
            self.effect = effect
        }
    }

    private let client: PlayerClient
    private var entries: [Entry] = []
    /// The names of the players that have not answered the last question yet.
    private var asking: Set<String> = []

    init(_ client: PlayerClient) {
        self.client = client
    }

    deinit {
        for entry in entries { entry.match?.cancel() }
    }

    /// Listens to a player, before it is sent the command.
    func add(_ name: PlayerName, _ effect: PlayerEffect) {
        guard effect.isVisible else { return }
        let entry = Entry(name, effect)
        let rule = MatchRule(sender: name.busName, path: PlayerInterface.objectPath)
        entry.match = client.session.connection.addMatch(rule) { [weak self, weak entry] _ in
            guard let self, let entry else { return }
            entry.isStale = true
            if entry.isAsked { ask(entry) }
        }
        entries.append(entry)
    }

    /// Waits until players have done it.
    ///
    /// - Parameter names: the players that have taken the command; the others are not waited for.
    /// - Returns: those that have answered and have not done it, with what is said of them.
    func undone(_ names: [PlayerName]) -> [(player: PlayerName, told: String)] {
        let waiting = entries.filter { names.contains($0.name) }
        guard !waiting.isEmpty else { return [] }
        var isOver = false
        let timer = client.session.reactor.schedule(after: Self.patience) { isOver = true }
        defer { timer.cancel() }
        for entry in waiting {
            entry.isAsked = true
            ask(entry)
        }
        client.session.turn { isOver || waiting.allSatisfy { $0.isDone == true } }
        // One that signals nothing, or has left, is asked a last time.
        let silent = waiting.filter { $0.isDone != true }
        for (entry, answer) in zip(silent, client.snapshots(of: silent.map(\.name))) { take(answer, of: entry) }
        return waiting.filter { $0.isDone == false }.map { ($0.name, $0.effect.failure) }
    }

    private func ask(_ entry: Entry) {
        guard entry.isDone != true, asking.insert(entry.name.busName.rawValue).inserted else { return }
        entry.isStale = false
        client.ask(entry.name) { [weak self, weak entry] answer in
            guard let self, let entry else { return }
            asking.remove(entry.name.busName.rawValue)
            take(answer, of: entry)
            if entry.isStale { ask(entry) }
        }
    }

    private func take(_ answer: Result<PlayerSnapshot, DBusError>, of entry: Entry) {
        switch answer {
        case .success(let after): entry.isDone = entry.effect.isThere(after)
        case .failure(let error) where [.serviceUnknown, .nameHasNoOwner, .noReply].contains(error.name):
            entry.isDone = entry.effect.isThere(nil)
        // It does not tell, so nothing is said of it.
        case .failure: break
        }
    }
}
