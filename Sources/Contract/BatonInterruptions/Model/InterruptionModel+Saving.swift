// SPDX-License-Identifier: Apache-2.0

/// What outlives the agent (rule I8).
extension InterruptionModel {
    /// What is to be saved now. A player whose Play was sent is not in it (rule I7).
    package var snapshot: InterruptionSnapshot {
        let awaited = saved.keys.sorted().compactMap { saved[$0] }
        return InterruptionSnapshot(
            entries: (holds.keys.sorted().compactMap(entry) + awaited).prefix(InterruptionSnapshot.mostEntries).map {
                $0
            })
    }

    private func entry(_ player: PlayerIdentity) -> InterruptionSnapshot.Entry? {
        holds[player].map { hold in
            InterruptionSnapshot.Entry(
                player: player, playingSince: hold.playingSince, since: hold.since, resumable: hold.resumable,
                manualUntil: hold.manualUntil, mayResume: hold.mayResume, beganUnlocked: hold.beganUnlocked,
                track: hold.track, position: hold.position, place: hold.place, told: hold.told,
                holders: Set(
                    hold.holders.compactMap { interruptions[$0] }.map {
                        InterruptionSnapshot.Holder(cause: $0.request.cause, mark: $0.mark)
                    }))
        }
    }

    /// Takes over what was saved. A player is held again when it is seen within 5 s with the same owner, and is paused. An
    /// interruption that has not come again after 5 s has ended, not normally.
    package mutating func restore(_ snapshot: InterruptionSnapshot, at time: Duration) {
        advance(to: time)
        for entry in snapshot.entries {
            saved[entry.player] = entry
            // An app knows the numbers of the former agent.
            for id in entry.told { skipID(id) }
        }
        restoring = now + Self.restoring
    }

    /// A cause was asked, and what a saved state names of it is over: it has ended normally while no agent was there (rule
    /// I131).
    package mutating func endRestored(_ cause: InterruptionCause, at time: Duration) {
        advance(to: time)
        guard restoring != nil else { return }
        over.insert(cause)
        for id in restored.keys.sorted() where interruptions[id]?.request.cause == cause {
            close(id, isNormal: true)
        }
    }

    /// Holds a player that was saved, when it is seen and is one that may be paused: mpris-proxy's phone counts as a headset until
    /// bluetoothd has answered.
    mutating func takeOver(_ player: PlayerIdentity, _ facts: PlayerFacts) {
        guard let key = key(ofSaved: player, facts), let entry = saved[key] else { return }
        // Of one that has signalled before it has answered, the track comes with the answer.
        guard facts.isTrackKnown || facts.state != .paused || facts.track == entry.track else { return }
        guard let restoring, now < restoring, settings.isEnabled, entry.isStillSo(facts) else {
            saved[key] = nil
            for id in entry.told.sorted() { effects.append(.tellEnded(player, id, shouldResume: false)) }
            effects.append(.released(player, .changed))
            return
        }
        guard facts.mayBePaused || player.isApp else { return }
        saved[key] = nil
        var hold = Hold(state: .paused(since: now), playingSince: entry.playingSince, since: entry.since)
        hold.resumable = entry.resumable
        hold.mayResume = entry.mayResume
        hold.beganUnlocked = entry.beganUnlocked
        hold.manualUntil = entry.manualUntil
        hold.track = entry.track
        hold.position = entry.position
        hold.place = entry.place
        hold.told = entry.told
        for saved in entry.holders where !over.contains(saved.cause) {
            hold.holders.insert(holder(saved, until: restoring))
        }
        // What is there is not known before a sound server has been asked.
        if hold.place != nil {
            undecided.insert(player)
            unheard.insert(player)
        }
        holds[player] = hold
        if hold.holders.isEmpty, isDue(player) { runDeadlines() }
    }

    /// Forgets what was saved of a player.
    mutating func dropSaved(_ player: PlayerIdentity, _ reason: ReleaseReason) {
        guard let key = key(ofSaved: player, players[player]?.facts) else { return }
        saved[key] = nil
        effects.append(.released(player, reason))
    }

    /// What was saved of a player: of the agent's own by the name alone, because its owner is another one after a restart.
    private func key(ofSaved player: PlayerIdentity, _ facts: PlayerFacts?) -> PlayerIdentity? {
        if saved[player] != nil { return player }
        return facts?.isOfAgent == true ? saved.keys.first { $0.name == player.name } : nil
    }

    /// The interruption that stands for a saved one: the user's own, one that has come again, or one that is awaited.
    private mutating func holder(_ saved: InterruptionSnapshot.Holder, until deadline: Duration) -> UInt32 {
        if saved.cause == .manual { return openManual() }
        let id = interruptions.values.filter { interruption in
            interruption.request.cause == saved.cause && interruption.mark == saved.mark
                && (saved.cause.comesAgain || restored[interruption.id] != nil)
        }.map(\.id).min()
        if let id { return id }
        let new = open(InterruptionRequest(saved.cause), mark: saved.mark)
        restored[new] = deadline
        return new
    }
}

extension InterruptionSnapshot.Entry {
    /// Whether the player is as it was left: paused, and at the same place (rules I8 and I140).
    fileprivate func isStillSo(_ facts: PlayerFacts) -> Bool {
        guard facts.state == .paused, !causes.isEmpty, facts.track == track else { return false }
        guard let position, let present = facts.position else { return true }
        return !Hold.isFar(present, from: position)
    }
}
