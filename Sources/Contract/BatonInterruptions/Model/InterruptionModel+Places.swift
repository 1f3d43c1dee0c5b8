// SPDX-License-Identifier: Apache-2.0

/// Where players and apps were heard when something paused them (rule I117).
extension InterruptionModel {
    /// Where held players and apps were heard, as far as that is known.
    package var places: [PlayerIdentity: AudioPlace] { holds.compactMapValues(\.place) }

    /// Where a player or app was heard that is held, or that Baton has just played: its stream may be silent yet. Nil where that is
    /// not known.
    package func place(of player: PlayerIdentity, at time: Duration) -> AudioPlace? {
        if let hold = holds[player] { return hold.place }
        return hasJustPlayed(player, at: time) ? players[player]?.place : nil
    }

    /// Whether Baton has let a player go on in the last second.
    package func hasJustPlayed(_ player: PlayerIdentity, at time: Duration) -> Bool {
        justPlayed[player].map { time - $0 < Hold.answer } ?? false
    }

    /// Takes where what plays is heard now, before something pauses it: its stream may leave while it is paused.
    ///
    /// - Parameter places: without what is heard nowhere that is known; nil while no sound server answers. What is held already
    ///   keeps its place then: its stream may be silent before it says that it has paused.
    package mutating func heard(_ places: [PlayerIdentity: AudioPlace]?, at time: Duration) {
        advance(to: time)
        for (player, known) in players where known.facts.isPlaying && (places != nil || holds[player] == nil) {
            let place = places?[player]
            guard let hold = holds[player] else {
                players[player]?.place = place
                continue
            }
            guard let place, !hold.hasPaused else { continue }
            players[player]?.place = place
            if hold.place != place { holds[player]?.place = place }
        }
    }

    /// What would be heard where was looked at.
    ///
    /// - Parameters:
    ///   - unheard: held players that would not be heard where they were: they do not go on by themselves.
    ///   - undecided: held players of which that is not known yet. They are decided when it is.
    package mutating func reviewed(
        unheard: Set<PlayerIdentity>, undecided: Set<PlayerIdentity>, at time: Duration
    ) {
        advance(to: time)
        (self.unheard, self.undecided) = (unheard, undecided)
        decide()
    }

    /// Whether outputs are not known yet because the agent has just started, and a restored player may wait for them.
    package var awaitsOutputs: Bool { restoring.map { now < $0 } ?? false }

    /// Decides what becomes of players that nothing holds any more, and whose place is known by now.
    mutating func decide() {
        let ready = holds.filter { $0.value.holders.isEmpty && $0.value.isPaused && !undecided.contains($0.key) }
        guard !ready.isEmpty else { return }
        for player in inOrder(ready.keys) { _ = isDue(player) }
        runDeadlines()
    }
}
