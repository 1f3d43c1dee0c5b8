// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// Asking players again for what they have told before: many change properties without a signal (rules MPRIS53 to
/// MPRIS56).
extension PlayerRegistry {
    /// How long after a change of the status or the track a player is asked once more. Larger: what it changes without
    /// a signal is wrong for longer. Smaller: it may not have changed it yet.
    private static let reviewPause = Duration.milliseconds(500)
    /// How long further changes may put the question off. Larger: a player that changes without end, or is stepped through by a held
    /// button, is asked less often.
    private static let longestPause = Duration.seconds(2)

    /// Reads the properties of Player once more in a moment. Further changes until then are one review together.
    func review(_ player: Player, _ interface: PlayerInterface = .player) {
        guard has(player) else { return }
        if player.dueForReview.isEmpty { player.lastReviewTime = now + Self.longestPause }
        player.dueForReview.insert(interface)
        let due = min(now + Self.reviewPause, player.lastReviewTime)
        if let timer = player.reviewTimer { return timer.postpone(to: due) }
        player.reviewTimer = connection.reactor.schedule(at: due, tolerance: .milliseconds(50)) {
            [weak self, weak player] in
            if let self, let player { performReview(of: player) }
        }
    }

    private func performReview(of player: Player) {
        let due = player.dueForReview
        player.dueForReview = []
        // One that hangs has questions enough that it has not answered.
        guard has(player), player.isAnswered, !player.isSuspect else { return }
        for interface in PlayerInterface.allCases where due.contains(interface) && player.loaded.contains(interface) {
            fetch(interface, of: player, isReview: true)
        }
        if player.refused.contains(.root) { fetch(.root, of: player, isReview: true) }
    }

    /// Reads the properties of an interface again, because they have changed and the player has not told to what: at once,
    /// or after a pause if it tells that often (rule MPRIS82). What it tells meanwhile is one question together.
    func readChanged(_ interface: PlayerInterface, of player: Player) {
        guard player.paceTimers[interface] == nil else { return }
        guard let due = player.paces[interface, default: AskingPace()].ask(at: now) else {
            return fetch(interface, of: player)
        }
        player.paceTimers[interface] = connection.reactor.schedule(at: due, tolerance: .milliseconds(50)) {
            [weak self, weak player] in
            guard let self, let player else { return }
            player.paceTimers[interface] = nil
            if has(player), player.loaded.contains(interface) { readChanged(interface, of: player) }
        }
    }

    /// Asks a player again whose answer was older than a signal: at once, but at most once in each pause.
    func askAgain(_ interface: PlayerInterface, of player: Player) {
        if let last = player.contradictedAt, now - last < Self.reviewPause { return review(player, interface) }
        player.contradictedAt = now
        fetch(interface, of: player, isReview: true)
    }

    /// Asks a player for its state as it is now, after all calls that were sent to it before.
    ///
    /// There is one such question to a player at a time. While one is unanswered, `reply` is called at once.
    ///
    /// - Parameter reply: called once, with whether the player has answered within ``answerWait``. A later answer still
    ///   updates the cache.
    func askNow(_ player: Player, reply: @escaping (_ isAnswered: Bool) -> Void) {
        guard has(player), !player.isBeingAsked, answerWait > .zero else { return reply(false) }
        player.isBeingAsked = true
        var reply: ((Bool) -> Void)? = reply
        func end(_ isAnswered: Bool) {
            let end = reply
            reply = nil
            end?(isAnswered)
        }
        let timer = connection.reactor.schedule(after: answerWait) { end(false) }
        let owner = player.owner
        let question = PropertyQuestion(number: player.nextNumber(), time: now)
        connection.call(getAll(.player, of: player), within: Self.patience) { [weak self, weak player] result in
            timer.cancel()
            guard let self, let player, player.owner == owner, has(player) else { return end(false) }
            player.isBeingAsked = false
            guard case .success(let answer) = result else { return end(false) }
            player.isSuspect = false
            take(answer, of: .player, from: player, answering: question, isReview: true)
            end(true)
        }
    }
}
