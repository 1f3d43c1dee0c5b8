// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

/// The questions to a player on which commands wait, and what waits behind them, in the order of the callers' turns (rules
/// MPRIS53 and MPRIS55).
@MainActor
final class CommandQuestions {
    private let ledger: SenderLedger
    /// Whether the player is asked now, so that all that comes must wait.
    private(set) var isOpen = false
    private var waiting = CallerQueues<() -> Void>()
    /// Whether the last question was answered, while what waited for it goes on and nothing was sent to the player.
    private var answer: Bool?

    /// - Parameter ledger: counts what waits of each caller.
    init(ledger: SenderLedger) {
        self.ledger = ledger
    }

    /// Lets the player tell its state, and then goes on.
    ///
    /// - Parameter then: called with whether it has answered in time. What it said is in its cache.
    func ask(_ player: Player, then: @escaping (_ isAnswered: Bool) -> Void) {
        if let answer { return then(answer) }
        isOpen = true
        player.askNow { [self] isAnswered in
            isOpen = false
            answer = isAnswered
            then(isAnswered)
            goOn()
        }
    }

    /// Notes that something is sent to the player: an answer of before is old. One that did not come is still missing.
    func noteCall() {
        if answer == true { answer = nil }
    }

    /// Does something after the answer, and after what the caller has waited for until now.
    ///
    /// - Parameter refused: called if too much of the caller waits already.
    func wait(_ sender: BusName?, _ work: @escaping () -> Void, refused: (DBusError) -> Void) {
        do throws(DBusError) {
            try ledger.enter(sender)
            waiting.append(work, of: sender)
        } catch {
            refused(error)
        }
    }

    private func goOn() {
        while !isOpen, let (sender, work) = waiting.popFirst() {
            ledger.leave(sender)
            work()
        }
        if !isOpen { answer = nil }
    }
}
