// SPDX-License-Identifier: Apache-2.0

/// What the user wants of all players.
extension InterruptionModel {
    /// How long an answer to the user waits for players: they are asked whether they can pause, and then pause (rules I42 and I157).
    package static let userTime = Duration.milliseconds(1500)

    /// What is known of a player that the user wants silent and nothing holds for that.
    enum UserWish: Sendable {
        /// Stop was sent, because it cannot pause.
        case stopping
        /// It cannot pause, has refused to, or has not done it in time.
        case playsOn
    }

    /// Pauses all that plays until ``resume(at:)``; another call adds to it (rule I47).
    ///
    /// - Parameter only: the only players that it concerns; nil for all.
    /// - Returns: the players that are held by it now and were not before.
    package mutating func pauseAll(_ only: Set<PlayerIdentity>? = nil, at time: Duration) -> [PlayerIdentity] {
        advance(to: time)
        if only == nil { forUser = forUser.filter { $0.value == .stopping && isPlaying($0.key) } }
        let id = openManual()
        return holdAll(by: id, only)
    }

    /// Plays what ``pauseAll(at:)`` paused, as far as it is still paused and the user has not acted on it (rule I47).
    ///
    /// - Returns: the players that go on: now, when they have paused, or when what else holds them ends.
    package mutating func resume(at time: Duration) -> [PlayerIdentity] {
        advance(to: time)
        guard let manual else { return [] }
        // What was to be paused yet plays on.
        checks.removeAll { $0.interruption == manual }
        var ready: [PlayerIdentity] = []
        for player in inOrder(heldByUser) where letGo(player, of: manual) { ready.append(player) }
        runDeadlines()
        return ready
    }

    /// - Returns: whether the player goes on.
    private mutating func letGo(_ player: PlayerIdentity, of manual: UInt32) -> Bool {
        guard var hold = holds[player] else { return false }
        let isHeldOn = hold.holders != [manual]
        // With the end of what else holds it it would not go on: it stays the user's, for a later `resume`.
        if isHeldOn, !hold.mayResume || now > hold.resumable { return false }
        hold.holders.remove(manual)
        let isInTime = hold.manualUntil.map { now <= $0 } ?? false
        hold.manualUntil = nil
        // An explicit wish counts more than what was allowed.
        hold.isWished = isInTime && !isHeldOn
        holds[player] = hold
        tellEnds(player)
        if isHeldOn { return true }
        guard isInTime else {
            release(player, .expired)
            return false
        }
        // What has not announced that it paused goes on when it does.
        guard case .paused = hold.state else { return !hold.wasRefused }
        return isDue(player)
    }

    /// A player has answered its Pause with an error (rule I143).
    package mutating func refused(_ player: PlayerIdentity, at time: Duration) {
        advance(to: time)
        if forUser[player] == .stopping { forUser[player] = .playsOn }
        guard let hold = holds[player], case .pausing = hold.state else { return }
        holds[player]?.wasRefused = true
        playsOn(player, hold)
    }

    /// A player that was to be paused plays on.
    mutating func playsOn(_ player: PlayerIdentity, _ hold: Hold) {
        if let manual, hold.holders.contains(manual) { forUser[player] = .playsOn }
    }

    mutating func openManual() -> UInt32 {
        if let manual { return manual }
        let id = open(InterruptionRequest(.manual))
        manual = id
        return id
    }

    // MARK: What has come of it

    /// The players that the user has paused with ``pauseAll(at:)``.
    package var heldByUser: Set<PlayerIdentity> { manual.map { players(heldBy: $0) } ?? [] }

    /// The players that the user wants silent and that have said that they are.
    package var silentForUser: Set<PlayerIdentity> {
        heldByUser.union(forUser.keys).filter { players[$0].map { !$0.facts.isPlaying } ?? false }
    }

    /// The players that the user wants silent and that play.
    package var playingOnForUser: Set<PlayerIdentity> {
        heldByUser.union(forUser.keys).filter(isPlaying)
    }

    /// Whether it is known of all players that the user wants silent whether they are.
    package var isSettledForUser: Bool {
        if forUser.contains(where: { $0.value == .stopping && isPlaying($0.key) }) { return false }
        guard let manual else { return true }
        if hasPausing(for: manual) { return false }
        // As long as nothing else has come of it: another member of a group may be paused yet (rule I95).
        return !isChecking(for: manual) || !silentForUser.isEmpty
    }

    /// Whether something plays, or is about to, that ``pauseAll(at:)`` would pause. What is held by anything does not play.
    package var hasSoundForUser: Bool {
        players.contains { player, known in
            guard known.facts.mayBePaused else { return false }
            guard let hold = holds[player] else { return known.facts.isPlaying || known.untilStarted(at: now) != nil }
            return hold.holders.isEmpty || hold.wasRefused
        }
    }
}

extension InterruptionModel.Known {
    /// How long it may take until a player that was sent Play says that it plays; nil if it was not, or plays.
    func untilStarted(at now: Duration) -> Duration? {
        guard !facts.isPlaying, let resumedAt, now - resumedAt < Hold.answer else { return nil }
        return resumedAt + Hold.answer - now
    }
}
