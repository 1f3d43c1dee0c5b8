// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor

/// The calls on their way to one player: at most `limit` in flight, the others wait, first in first out for each caller
/// and one caller after the other, so that a flood from one hardly delays another (design §4).
///
/// One caller has a quarter of the window at most: the calls of a flood that are already at the player cannot be overtaken.
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
    /// The callers that wait, in the order of their turns.
    private var turns = Queue<BusName?>()

    /// - Parameters:
    ///   - limit: the most calls in flight, 1 or more; asked for each call.
    ///   - ledger: counts what each caller has waiting, over all players.
    ///   - send: sends a message and calls back exactly once.
    package init(limit: @escaping () -> Int, ledger: SenderLedger, send: @escaping (Message, @escaping Reply) -> Void) {
        mostInFlight = limit
        self.ledger = ledger
        self.send = send
    }

    /// Sends the call now or when its turn comes.
    ///
    /// - Throws: `LimitsExceeded` when the caller has too many waiting already; nothing is sent then.
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

    /// Whether what fails now fails here, and the callee has said nothing.
    private(set) var isFailingWaiting = false

    /// Answers everything that still waits with `error`: the player is gone or does not answer.
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

    /// What one caller may have in flight.
    private func share(of limit: Int) -> Int { max(1, limit / 4) }

    private func sendNext() {
        let limit = mostInFlight()
        let share = share(of: limit)
        // Each caller once round; one that has its share in flight waits for its next turn.
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
