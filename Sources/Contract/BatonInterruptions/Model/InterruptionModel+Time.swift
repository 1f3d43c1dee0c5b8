// SPDX-License-Identifier: Apache-2.0

/// What time does.
extension InterruptionModel {
    /// When ``advance(to:)`` has to be called if nothing happens before; nil for never.
    package var nextDeadline: Duration? {
        var first: Duration?
        func note(_ time: Duration?) {
            guard let time else { return }
            first = min(first ?? time, time)
        }
        for hold in holds.values { note(hold.deadline) }
        for interruption in interruptions.values { note(interruption.deadline) }
        for time in restored.values { note(time) }
        for check in checks { note(check.time) }
        if !undecided.isEmpty || !saved.isEmpty { note(restoring) }
        return first
    }

    /// Lets time pass.
    package mutating func advance(to time: Duration) {
        let end = max(time, now)
        while let next = nextDeadline, next <= end {
            now = max(now, next)
            runDeadlines()
        }
        now = end
        endRestoring()
    }

    /// What has not come again by now does not. Who would be heard where is not waited for any longer.
    private mutating func endRestoring() {
        guard let restoring, restoring <= now else { return }
        for player in saved.keys.sorted() { effects.append(.released(player, .left)) }
        saved = [:]
        over = []
        self.restoring = nil
        undecided.subtract(unheard)
        decide()
    }

    /// Does what is to be done by now.
    mutating func runDeadlines() {
        for player in holds.keys.sorted() {
            guard let hold = holds[player], let deadline = hold.deadline, deadline <= now else { continue }
            expire(player, hold)
        }
        for id in interruptions.keys.sorted() {
            let deadline = restored[id] ?? interruptions[id]?.deadline
            guard let deadline, deadline <= now else { continue }
            // Nobody has said that what it was about is over (rule I131).
            close(id, isNormal: restored[id] == nil)
        }
        let present = checks.filter { $0.time <= now }
        checks.removeAll { $0.time <= now }
        for check in present where interruptions[check.interruption] != nil {
            _ = take(check.player, by: check.interruption, after: check.reason)
        }
        endRestoring()
    }

    private mutating func expire(_ player: PlayerIdentity, _ hold: Hold) {
        let pausing = HoldState.pausing(since: now)
        switch hold.state {
        case .paused: break
        case .due: play(player, hold)
        case .awaiting:
            // Nothing was sent, and nothing holds it: it plays as before.
            guard !hold.holders.isEmpty else { return release(player, .playsOn) }
            holds[player]?.state = pausing
            effects.append(.pause(player))
        case .pausing:
            guard hold.insists, !hold.wasRepeated, !hold.holders.isEmpty else {
                playsOn(player, hold)
                return release(player, .playsOn)
            }
            holds[player]?.state = pausing
            holds[player]?.wasRepeated = true
            effects.append(.pause(player))
        }
    }
}
