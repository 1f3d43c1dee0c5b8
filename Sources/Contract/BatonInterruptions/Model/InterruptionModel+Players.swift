// SPDX-License-Identifier: Apache-2.0

/// What players and the user do.
extension InterruptionModel {
    /// A player appeared, or what it says has changed.
    package mutating func playerChanged(_ player: PlayerIdentity, to facts: PlayerFacts, at time: Duration) {
        advance(to: time)
        let before = players[player]
        var known = before ?? Known(facts: facts, playingSince: now)
        known.facts = facts
        if !facts.isPlaying, forUser[player] == .playsOn { forUser[player] = nil }
        if player.isApp {
            known.word = facts.state
            // It may have said so before it was told.
            if let hold = holds[player], !hold.isAnswer(at: now) { known.facts.state = .paused }
        }
        let state = known.facts.state
        var wasResumed: Duration?
        if state == .playing, before?.facts.state != .playing {
            if let resumedAt = known.resumedAt, now - resumedAt <= Hold.answer {
                wasResumed = resumedAt
            } else {
                known.playingSince = now
            }
            known.resumedAt = nil
        }
        players[player] = known
        takeOver(player, facts)
        if before == nil {
            // What began while it was asked has not passed it by. The user's own waits for such players (rule I154).
            if state == .playing, facts.wasThere {
                takeAgain(player, since: now - Self.firstAnswer, isManualToo: false)
            }
        }
        if !facts.mayBeInterrupted { except(player, facts) }
        if before?.facts.state != state { announced(state, by: player) }
        if let wasResumed { takeAgain(player, since: wasResumed) }
    }

    /// A player left the bus, or its name has another owner (rule I40).
    package mutating func playerLeft(_ player: PlayerIdentity, at time: Duration) {
        advance(to: time)
        dropSaved(player, .left)
        players[player] = nil
        justPlayed[player] = nil
        forUser[player] = nil
        checks.removeAll { $0.player == player }
        release(player, .left)
    }

    /// A command of the user or of another program ended at the player (rule I41).
    package mutating func userActed(on player: PlayerIdentity, at time: Duration) {
        advance(to: time)
        players[player]?.resumedAt = nil
        justPlayed[player] = nil
        forUser[player] = nil
        checks.removeAll { $0.player == player }
        dropSaved(player, .acted)
        release(player, .acted)
    }

    /// The player's track has changed (rule I41).
    ///
    /// - Parameter track: stands for the new track; nil if it is not known.
    package mutating func trackChanged(of player: PlayerIdentity, to track: UInt64? = nil, at time: Duration) {
        advance(to: time)
        if let track { players[player]?.facts.track = track }
        guard let hold = holds[player] else { return }
        if hold.endsWithTrack { return release(player, .changed) }
        if let track { holds[player]?.track = track }
    }

    /// The player has jumped within its track (rule I140).
    package mutating func jumped(_ player: PlayerIdentity, to position: Duration, at time: Duration) {
        advance(to: time)
        guard let hold = holds[player] else { return }
        if hold.isJump(to: position, at: now) { return release(player, .acted) }
        if hold.endsWithTrack, now - hold.since <= Hold.settling { holds[player]?.position = position }
    }

    /// The player has answered where it has paused (rule I140). The first answer counts: a later one may be after a jump.
    package mutating func pausedAt(_ position: Duration, by player: PlayerIdentity, at time: Duration) {
        advance(to: time)
        guard let hold = holds[player], hold.endsWithTrack, hold.position == nil else { return }
        holds[player]?.position = position
    }

    /// Interruptions do not concern the player any more. What the user has paused, or has asked for, stays (rules I44 and I47).
    private mutating func except(_ player: PlayerIdentity, _ facts: PlayerFacts) {
        // An app that does not want it any more has the end of what it was told of.
        guard let hold = holds[player], !player.isApp else { return }
        let isManual = manual.map(hold.holders.contains) ?? false
        guard facts.mayBePaused, isManual || hold.isWished else { return release(player, .forgotten) }
        let rest = hold.holders.filter { $0 == manual }
        if rest != hold.holders { holds[player]?.holders = rest }
    }

    private mutating func announced(_ state: PlayerState, by player: PlayerIdentity) {
        guard let hold = holds[player] else { return }
        switch state {
        case .stopped: release(player, .changed)
        case .paused:
            let next = hold.afterPaused(at: now)
            if next != hold.state { notePlace(of: player) }
            holds[player]?.state = next
            if hold.holders.isEmpty, isDue(player) { runDeadlines() }
        case .playing where player.isApp: release(player, .changed)
        case .playing:
            guard let next = hold.afterPlaying(at: now) else { return release(player, .changed) }
            guard next != hold.state else { return }
            holds[player]?.state = next
            holds[player]?.position = nil
            holds[player]?.wasRepeated = true
            effects.append(.pause(player))
        }
    }

    /// A player is paused by now, and is asked where (rule I140).
    mutating func notePlace(of player: PlayerIdentity) {
        guard let facts = players[player]?.facts, !player.isApp else { return }
        holds[player]?.track = facts.track
        effects.append(.askPosition(player))
    }

    /// A player announces that it plays, which was resumed, or was there before the agent and is asked first. An interruption began
    /// meanwhile: it is paused or lowered as if it had played then (rules I6, I155 and VOL6).
    private mutating func takeAgain(_ player: PlayerIdentity, since: Duration, isManualToo: Bool = true) {
        for check in checks where check.player == player && check.reason == .starting {
            _ = take(player, by: check.interruption, after: .starting)
        }
        checks.removeAll { $0.player == player && $0.reason == .starting }
        for id in interruptions.keys.sorted() {
            guard let interruption = interruptions[id], interruption.began >= since, restored[id] == nil,
                settings.isEnabled, interruption.concerns(player), isManualToo || id != manual
            else { continue }
            if interruption.request.lowers { effects.append(.lower(player, id)) } else { _ = take(player, by: id) }
        }
    }
}
