// SPDX-License-Identifier: Apache-2.0

/// What players and the user do.
extension InterruptionModel {
    /// A player appeared, or what it says has changed.
    package mutating func playerChanged(_ player: PlayerIdentity, to facts: PlayerFacts, at time: Duration) {
        advance(to: time)
        let before = players[player]
        var known = before ?? Known(facts: facts, playingSince: now)
        known.facts = facts
        var wasResumed: Duration?
        if facts.state == .playing, before?.facts.state != .playing {
            if let resumedAt = known.resumedAt, now - resumedAt <= Hold.answer {
                wasResumed = resumedAt
            } else {
                known.playingSince = now
            }
            known.resumedAt = nil
        }
        players[player] = known
        if before == nil { takeOver(player, facts.state) }
        if !facts.mayBeInterrupted { release(player, .forgotten) }
        if before?.facts.state != facts.state { announced(facts.state, by: player) }
        if let wasResumed { takeAgain(player, since: wasResumed) }
    }

    /// A player left the bus, or its name has another owner (rule I40).
    package mutating func playerLeft(_ player: PlayerIdentity, at time: Duration) {
        advance(to: time)
        players[player] = nil
        if saved[player] != nil { saved[player] = nil }
        checks.removeAll { $0.player == player }
        release(player, .left)
    }

    /// A command of the user or of another program ended at the player (rule I41).
    package mutating func userActed(on player: PlayerIdentity, at time: Duration) {
        advance(to: time)
        players[player]?.resumedAt = nil
        checks.removeAll { $0.player == player }
        release(player, .acted)
    }

    /// The player's track has changed (rule I41).
    package mutating func trackChanged(of player: PlayerIdentity, at time: Duration) {
        advance(to: time)
        if let hold = holds[player], hold.endsWithTrack { release(player, .changed) }
    }

    private mutating func announced(_ state: PlayerState, by player: PlayerIdentity) {
        guard let hold = holds[player] else { return }
        switch state {
        case .stopped: release(player, .changed)
        case .paused:
            let next = hold.afterPaused(at: now)
            holds[player]?.state = next
            if hold.holders.isEmpty, isDue(player) { runDeadlines() }
        case .playing:
            guard let next = hold.afterPlaying(at: now) else { return release(player, .changed) }
            guard next != hold.state else { return }
            holds[player]?.state = next
            holds[player]?.wasRepeated = true
            effects.append(.pause(player))
        }
    }

    /// A player that was resumed announces that it plays, and an interruption began meanwhile: it is paused as if it had
    /// played then.
    private mutating func takeAgain(_ player: PlayerIdentity, since: Duration) {
        for id in interruptions.keys.sorted() {
            guard let interruption = interruptions[id], interruption.began >= since, restored[id] == nil,
                settings.isEnabled, interruption.concerns(player)
            else { continue }
            _ = take(player, by: id, asMember: false)
        }
    }
}
