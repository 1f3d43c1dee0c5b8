// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor

/// The calls to one player: at most `limit` are in flight. The others wait, first in, first out for each caller, and
/// one caller after the other, so that a flood from one caller hardly delays another (rule MPRIS31).
///
/// One caller may have at most a quarter of the calls in flight, because calls that the player has already received
/// cannot be overtaken.
@MainActor
package final class CallQueue {
    package typealias Reply = (Result<Message, DBusError>) -> Void

    /// One call that has not been sent yet.
    private struct Waiting {
        let message: Message
        let reply: Reply
    }

    private let mostInFlight: () -> Int
    private let ledger: SenderLedger
    private let send: (Message, @escaping Reply) -> Void
    private var inFlight = 0
    private var inFlightBySender: [BusName?: Int] = [:]
    private var waiting: [BusName?: Queue<Waiting>] = [:]
    /// The callers with waiting calls, in the order of their turns.
    private var turns = Queue<BusName?>()

    /// - Parameters:
    ///   - limit: the largest number of calls in flight, 1 or more; called for each call.
    ///   - ledger: counts the waiting calls of each caller, over all players.
    ///   - send: sends a message and calls back exactly once.
    package init(limit: @escaping () -> Int, ledger: SenderLedger, send: @escaping (Message, @escaping Reply) -> Void) {
        mostInFlight = limit
        self.ledger = ledger
        self.send = send
    }

    /// Sends the call now or when its turn comes.
    ///
    /// - Throws: `LimitsExceeded` if too many calls of the caller wait already. Then nothing is sent.
    package func submit(_ message: Message, from sender: BusName?, reply: @escaping Reply) throws(DBusError) {
        let limit = mostInFlight()
        if waiting[sender] == nil, inFlight < limit, inFlightBySender[sender, default: 0] < share(of: limit) {
            transmit(message, from: sender, reply)
            return
        }
        try ledger.enter(sender)
        if waiting[sender] == nil { turns.append(sender) }
        waiting[sender, default: Queue()].append(Waiting(message: message, reply: reply))
    }

    /// Whether ``failWaiting(_:)`` runs: the errors come from the queue, not from the called program.
    private(set) var isFailingWaiting = false

    /// Answers all waiting calls with `error`, because the player has left or does not answer.
    package func failWaiting(_ error: DBusError) {
        let wasFailing = isFailingWaiting
        isFailingWaiting = true
        defer { isFailingWaiting = wasFailing }
        let all = waiting
        waiting = [:]
        turns = Queue()
        for (sender, var queue) in all {
            while let call = queue.popFirst() {
                ledger.leave(sender)
                call.reply(.failure(error))
            }
        }
    }

    private func transmit(_ message: Message, from sender: BusName?, _ reply: @escaping Reply) {
        inFlight += 1
        inFlightBySender[sender, default: 0] += 1
        send(message) { [self] result in
            landed(from: sender)
            reply(result)
            if !waiting.isEmpty { sendNext() }
        }
    }

    private func landed(from sender: BusName?) {
        inFlight -= 1
        let left = inFlightBySender[sender, default: 1] - 1
        inFlightBySender[sender] = left > 0 ? left : nil
    }

    /// How many calls of one caller may be in flight.
    private func share(of limit: Int) -> Int { max(1, limit / 4) }

    private func sendNext() {
        let limit = mostInFlight()
        let share = share(of: limit)
        // One round over all callers. A caller that has its share in flight waits for its next turn.
        for _ in 0..<turns.count {
            guard inFlight < limit, let sender = turns.popFirst() else { return }
            guard inFlightBySender[sender, default: 0] < share, let call = waiting[sender]?.popFirst() else {
                turns.append(sender)
                continue
            }
            if waiting[sender]?.isEmpty == true { waiting[sender] = nil } else { turns.append(sender) }
            ledger.leave(sender)
            transmit(call.message, from: sender, call.reply)
        }
    }
}
