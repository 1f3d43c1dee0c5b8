// SPDX-License-Identifier: Apache-2.0

/// Interruptions begin and end.
extension InterruptionModel {
    /// Begins an interruption, and pauses what it concerns and plays now (rules I1, I2 and I4).
    ///
    /// - Returns: its identifier; nil, and nobody is paused, when there are too many.
    package mutating func begin(_ request: InterruptionRequest, at time: Duration) -> UInt32? {
        advance(to: time)
        guard interruptions.count < Self.mostInterruptions else { return nil }
        let id = open(request)
        if request.cause.comesAgain, !request.lowers { adopt(request.cause, by: id) }
        let held = settings.isEnabled && !request.lowers ? holdAll(by: id) : []
        effects.append(.began(id, request.cause, players: held))
        return id
    }

    /// Begins an interruption of a player that a command pauses now, and sends nothing (rule I30).
    ///
    /// - Returns: its identifier; nil when the player is not there, does not pause, or may not be interrupted.
    package mutating func holdPaused(
        _ player: PlayerIdentity, _ request: InterruptionRequest, at time: Duration
    ) -> UInt32? {
        advance(to: time)
        guard settings.isEnabled, interruptions.count < Self.mostInterruptions, let known = players[player],
            known.facts.mayBeInterrupted, known.facts.state != .stopped
        else { return nil }
        let id = open(request)
        if holds[player] == nil {
            let isPaused = known.facts.state == .paused || player.isApp
            let state = isPaused ? HoldState.paused(since: now) : HoldState.pausing(since: now)
            holds[player] = Hold(state: state, known, since: now)
            if isPaused { notePlace(of: player) }
        }
        add(id, to: player)
        effects.append(.began(id, request.cause, players: [player]))
        return id
    }

    /// Ends an interruption. What no other one holds goes on, if all that held it allow that (rule I6).
    ///
    /// - Parameters:
    ///   - id: an unknown one has no effect.
    ///   - isNormal: false when what it was about is not over, so that nothing may go on.
    ///   - gone: players that could not be heard where they were (rule I46).
    package mutating func end(
        _ id: UInt32, isNormal: Bool = true, gone: Set<PlayerIdentity> = [], at time: Duration
    ) {
        advance(to: time)
        if id != manual { close(id, isNormal: isNormal, gone: gone) }
    }

    /// Forbids that these players go on by themselves: what they were heard on is lost (rules I25 and I46).
    package mutating func forbidResuming(_ gone: Set<PlayerIdentity>, at time: Duration) {
        advance(to: time)
        for player in gone where holds[player] != nil { holds[player]?.mayResume = false }
    }

    /// The session was locked or unlocked (rule I11), or it is not known any more (rule I133).
    package mutating func lockChanged(_ isLocked: Bool?, at time: Duration) {
        advance(to: time)
        self.isLocked = isLocked
        // What began behind a lock that is over began before the next one.
        guard isLocked == false else { return }
        for id in interruptions.keys { interruptions[id]?.beganLocked = false }
        for player in holds.keys where holds[player]?.beganUnlocked == false { holds[player]?.beganUnlocked = true }
    }

    /// Another session came to the front, or this one did, or it is not known any more (rule I134).
    package mutating func frontChanged(isBehind: Bool?, at time: Duration) {
        advance(to: time)
        self.isBehind = isBehind
    }

    /// Lets go of all players; they stay as they are (rule I44).
    package mutating func forget(at time: Duration) {
        advance(to: time)
        for player in holds.keys.sorted() { release(player, .forgotten) }
        if !saved.isEmpty { saved = [:] }
        checks = []
    }

    /// Applies another configuration. Without interruptions nothing is held (rule I10).
    package mutating func apply(_ settings: InterruptionSettings, at time: Duration) {
        guard settings != self.settings else { return }
        if settings.isEnabled != self.settings.isEnabled { effects.append(.switched(isOn: settings.isEnabled)) }
        self.settings = settings
        if settings.isEnabled { advance(to: time) } else { forget(at: time) }
    }

    // MARK: Holding

    mutating func open(_ request: InterruptionRequest, mark: UInt64? = nil) -> UInt32 {
        let id = takeID()
        interruptions[id] = Interruption(
            id: id, request: request, began: now, mark: mark ?? ownMark(of: request), beganLocked: isLocked == true)
        return id
    }

    /// The mark of an interruption that begins: two of one program with the same words have different ones, so that each comes again
    /// for itself (rule I8). One that is awaited leaves its mark to the one that comes.
    private func ownMark(of request: InterruptionRequest) -> UInt64 {
        var mark = request.mark
        while mark != 0,
            interruptions.values.contains(where: {
                $0.request.cause == request.cause && $0.mark == mark && restored[$0.id] == nil
            })
        {
            mark &+= 1
        }
        return mark
    }

    /// An interruption that comes again after a restart takes over what it held before (rule I8).
    private mutating func adopt(_ cause: InterruptionCause, by id: UInt32) {
        let mark = interruptions[id]?.mark
        for old in restored.keys.sorted() {
            guard let former = interruptions[old], former.request.cause == cause, former.mark == mark
            else { continue }
            restored[old] = nil
            interruptions[old] = nil
            for player in holds.keys where holds[player]?.holders.remove(old) != nil { add(id, to: player) }
        }
    }

    /// Holds what plays, and what is held already.
    ///
    /// - Parameter only: the only players that it may hold; nil for all.
    mutating func holdAll(by id: UInt32, _ only: Set<PlayerIdentity>? = nil) -> [PlayerIdentity] {
        var held: [PlayerIdentity] = []
        for player in players.keys.sorted() where only?.contains(player) ?? true {
            guard let interruption = interruptions[id], interruption.concerns(player) else { continue }
            if take(player, by: id) { held.append(player) }
        }
        return held
    }

    /// Holds a player that plays, or adds to what holds it.
    ///
    /// - Parameter check: why it is looked at once more; nil the first time.
    /// - Returns: whether the interruption holds it now and did not before.
    mutating func take(_ player: PlayerIdentity, by id: UInt32, after check: PlayerCheck.Reason? = nil) -> Bool {
        guard let known = players[player], let cause = interruptions[id]?.request.cause else { return false }
        // The configuration excepts players from interruptions, and not from what the user does.
        guard cause == .manual ? known.facts.mayBePaused : known.facts.mayBeInterrupted else { return false }
        if let hold = holds[player] {
            if hold.wasRefused { askAgain(player) }
            guard !hold.holders.contains(id) else { return hold.wasRefused }
            add(id, to: player)
            return true
        }
        // The user's wish is told to an app that has not said since that it has paused.
        guard known.facts.isPlaying || cause == .manual && known.word == .playing else {
            // Play is on its way to it (rule I6). What else begins meanwhile is looked at when it plays; a lost output may be over then.
            guard cause == .manual || cause == .routeLost, let wait = known.untilStarted(at: now) else {
                return false
            }
            return look(at: player, for: id, .starting, after: wait)
        }
        if known.facts.group != nil, !known.facts.standsForGroup, check == nil {
            return look(at: player, for: id, .member, after: Self.memberCheck)
        }
        guard known.facts.canPause else {
            // Many players do not signal that they can pause again.
            guard check == .asked else { return look(at: player, for: id, .asked, after: Self.askingTime) }
            return leaveUnpausable(player, cause)
        }
        holds[player] = Hold(state: pause(player, known.facts), known, since: now)
        add(id, to: player)
        return true
    }

    /// A player that has refused to pause, and plays on, is asked anew by what begins then.
    private mutating func askAgain(_ player: PlayerIdentity) {
        let state = HoldState.pausing(since: now)
        holds[player]?.state = state
        effects.append(.pause(player))
    }

    /// A player cannot pause: it is stopped, if the configuration says so, or plays on (rule I2).
    ///
    /// - Returns: false: nothing holds it.
    private mutating func leaveUnpausable(_ player: PlayerIdentity, _ cause: InterruptionCause) -> Bool {
        effects.append(settings.stopsUnpausable ? .stop(player) : .cannotPause(player, cause))
        if cause == .manual { forUser[player] = settings.stopsUnpausable ? .stopping : .playsOn }
        return false
    }

    /// Looks at a player once more, later.
    ///
    /// - Returns: false: nothing holds it for that.
    private mutating func look(
        at player: PlayerIdentity, for id: UInt32, _ reason: PlayerCheck.Reason, after wait: Duration
    ) -> Bool {
        let present = checks.filter { $0.player == player && $0.reason == reason }
        if !present.contains(where: { $0.interruption == id }) {
            checks.append(PlayerCheck(player: player, interruption: id, reason: reason, time: now + wait))
        }
        if reason == .asked, present.isEmpty { effects.append(.askCanPause(player)) }
        return false
    }

    /// A player has answered whether it can pause (rule I157); what it said is in its facts.
    package mutating func answered(_ player: PlayerIdentity, at time: Duration) {
        advance(to: time)
        for index in checks.indices where checks[index].player == player && checks[index].reason == .asked {
            checks[index].time = now
        }
        runDeadlines()
    }

    /// Pauses a player, unless it does that by itself.
    ///
    /// - Returns: what it is in then.
    private mutating func pause(_ player: PlayerIdentity, _ facts: PlayerFacts) -> HoldState {
        // It is told, and nothing says when it has paused.
        if player.isApp { return .paused(since: now) }
        if facts.isPausedByOthers { return .awaiting(until: now + Hold.others) }
        effects.append(.pause(player))
        return .pausing(since: now)
    }

    /// Adds an interruption to those that hold a player (rules I4 and I6).
    mutating func add(_ id: UInt32, to player: PlayerIdentity) {
        guard let interruption = interruptions[id], var hold = holds[player] else { return }
        let cause = interruption.request.cause
        hold.holders.insert(id)
        hold.isWished = false
        if cause == .manual {
            hold.manualUntil = now + Self.manualLimit
        } else {
            hold.resumable = min(hold.resumable, now + settings.limit(of: cause))
            if !interruption.beganLocked { hold.beganUnlocked = true }
            let isLost = cause == .routeLost && !interruption.request.mayReturn
            if !interruption.request.resumes || isLost { hold.mayResume = false }
        }
        if cause.insists { hold.insists = true }
        if case .due = hold.state { hold.state = .paused(since: now) }
        let isNews = player.isApp && hold.told.insert(id).inserted
        if isNews { hold.toldAt = now }
        holds[player] = hold
        guard isNews else { return }
        players[player]?.facts.state = .paused
        effects.append(.tellBegan(player, id, cause))
        tellEnds(player)
    }

    /// Tells an app the ends of interruptions while others hold it. The end of the last one it is told when it is known whether
    /// it goes on (rule I15).
    mutating func tellEnds(_ player: PlayerIdentity) {
        guard player.isApp, let hold = holds[player], !hold.holders.isEmpty else { return }
        for id in hold.told.subtracting(hold.holders).sorted() {
            holds[player]?.told.remove(id)
            effects.append(.tellEnded(player, id, shouldResume: false))
        }
    }

    // MARK: Letting go

    /// Takes an interruption away, and lets go of what only it held.
    mutating func close(_ id: UInt32, isNormal: Bool, gone: Set<PlayerIdentity> = []) {
        guard let interruption = interruptions.removeValue(forKey: id) else { return }
        restored[id] = nil
        checks.removeAll { $0.interruption == id }
        let ready = drop(players(heldBy: id), by: id, forbidding: isNormal ? gone : players(heldBy: id))
        effects.append(.ended(id, interruption.request.cause, resumed: interruption.resumed + ready))
        runDeadlines()
    }

    /// Lets go of what an interruption holds except some players, for which it lasts (rule I158).
    package mutating func letGo(by id: UInt32, but kept: Set<PlayerIdentity>, at time: Duration) {
        advance(to: time)
        let ready = drop(players(heldBy: id).subtracting(kept), by: id, forbidding: [])
        interruptions[id]?.resumed += ready
        runDeadlines()
    }

    /// Takes an interruption away from players that it holds.
    ///
    /// - Parameter forbidden: those that may not go on.
    /// - Returns: those that go on.
    private mutating func drop(
        _ held: Set<PlayerIdentity>, by id: UInt32, forbidding forbidden: Set<PlayerIdentity>
    ) -> [PlayerIdentity] {
        var ready: [PlayerIdentity] = []
        for player in inOrder(held) {
            holds[player]?.holders.remove(id)
            if forbidden.contains(player) { holds[player]?.mayResume = false }
            tellEnds(player)
            if holds[player]?.holders.isEmpty ?? false, isDue(player) { ready.append(player) }
        }
        return ready
    }

    /// The players in the order in which they had started playing (rule I6).
    func inOrder(_ players: some Sequence<PlayerIdentity>) -> [PlayerIdentity] {
        players.sorted {
            let first = holds[$0]?.playingSince ?? .zero
            let second = holds[$1]?.playingSince ?? .zero
            return first == second ? $0 < $1 : first < second
        }
    }

    /// Decides what happens with a player that nothing holds any more (rules I6, I11 and I43 to I45).
    ///
    /// - Returns: whether it goes on.
    mutating func isDue(_ player: PlayerIdentity) -> Bool {
        // What has not announced that it paused is decided when it does.
        guard var hold = holds[player], case .paused = hold.state else { return false }
        if !hold.isWished {
            if !hold.mayResume { return leave(player, .notAllowed) }
            if undecided.contains(player) { return false }
            if unheard.contains(player) { return leave(player, .notAllowed) }
            if now > hold.resumable { return leave(player, .expired) }
            if isLocked != false, hold.beganUnlocked { return keep(player, .locked) }
            if isBehind != false { return keep(player, .behind) }
            if somethingPlays(beside: player, since: hold.since) { return keep(player, .somethingPlays) }
        }
        let at = max(now, lastPlay.map { $0 + Self.spacing } ?? now)
        lastPlay = at
        hold.state = .due(at: at)
        holds[player] = hold
        return true
    }

    private mutating func leave(_ player: PlayerIdentity, _ reason: ReleaseReason) -> Bool {
        release(player, reason)
        return false
    }

    /// Hands a player over to the user, whose `resume` plays it (rule I45).
    private mutating func keep(_ player: PlayerIdentity, _ reason: ReleaseReason) -> Bool {
        add(openManual(), to: player)
        effects.append(.released(player, reason))
        return false
    }

    /// Whether a player that is not held began to play since then (rule I45).
    private func somethingPlays(beside player: PlayerIdentity, since: Duration) -> Bool {
        players.contains { other, known in
            other != player && known.facts.state == .playing && known.facts.mayBeInterrupted
                && known.playingSince > since && holds[other] == nil
        }
    }
}
