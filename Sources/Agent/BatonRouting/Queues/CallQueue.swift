// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The calls to one player: at most `limit` are in flight. The others wait, first in, first out for each caller, and
/// one caller after the other, so that a flood from one caller hardly delays another (rule MPRIS31).
///
/// One caller may have at most a quarter of the calls in flight, because calls that the player has already received
/// cannot be overtaken.
@MainActor
package final class CallQueue {
    package typealias Reply = (Result<Message, DBusError>) -> Void
    /// Makes a message when its turn has come. It throws if the call must not be sent any more.
    package typealias Maker = () throws(DBusError) -> Message

    /// One call that has not been sent yet.
    private struct Waiting {
        enum Content {
            case message(Message)
            case maker(Maker)
        }

        let content: Content
        let reply: Reply

        /// The message to send now.
        func message() throws(DBusError) -> Message {
            switch content {
            case .message(let message): message
            case .maker(let make): try make()
            }
        }
    }

    private let mostInFlight: () -> Int
    /// Counts the waiting calls of each caller.
    let ledger: SenderLedger
    private let send: (Message, @escaping Reply) -> Void
    // These need no check at run time: they are numbers, names and messages, and nothing else runs while one is read or changed.
    @exclusivity(unchecked) private var inFlight = 0
    @exclusivity(unchecked) private var inFlightBySender = SenderCounts()
    @exclusivity(unchecked) private var waiting = CallerQueues<Waiting>()

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
        if hasTurn(sender) { return transmit(message, from: sender, reply) }
        try wait(Waiting(content: .message(message), reply: reply), from: sender)
    }

    /// Makes a call and sends it, now or when its turn comes. If it cannot be made by then, `reply` gets the error.
    ///
    /// - Throws: `LimitsExceeded` as ``submit(_:from:reply:)``, or the error of `make` if the turn is now. Then nothing
    ///   is sent.
    package func submit(from sender: BusName?, making make: @escaping Maker, reply: @escaping Reply) throws(DBusError) {
        if hasTurn(sender) { return transmit(try make(), from: sender, reply) }
        try wait(Waiting(content: .maker(make), reply: reply), from: sender)
    }

    /// Whether a call of this caller may be sent at once.
    private func hasTurn(_ sender: BusName?) -> Bool {
        let limit = mostInFlight()
        return !waiting.hasSome(of: sender) && inFlight < limit
            && inFlightBySender[sender] < share(of: limit)
    }

    private func wait(_ call: Waiting, from sender: BusName?) throws(DBusError) {
        try ledger.enter(sender)
        waiting.append(call, of: sender)
    }

    /// Whether ``failWaiting(_:)`` runs: the errors come from the queue, not from the called program.
    private(set) var isFailingWaiting = false

    /// Answers all waiting calls with `error`, because the player has left or does not answer.
    package func failWaiting(_ error: DBusError) {
        let wasFailing = isFailingWaiting
        isFailingWaiting = true
        defer { isFailingWaiting = wasFailing }
        var all = waiting
        waiting = CallerQueues()
        while let (sender, call) = all.popFirst() {
            ledger.leave(sender)
            call.reply(.failure(error))
        }
    }

    private func transmit(_ message: Message, from sender: BusName?, _ reply: @escaping Reply) {
        inFlight += 1
        inFlightBySender.add(sender)
        send(message) { [self] result in
            landed(from: sender)
            reply(result)
            if !waiting.isEmpty { sendNext() }
        }
    }

    private func landed(from sender: BusName?) {
        inFlight -= 1
        inFlightBySender.remove(sender)
    }

    /// How many calls of one caller may be in flight.
    private func share(of limit: Int) -> Int { max(1, limit / 4) }

    private func sendNext() {
        let limit = mostInFlight()
        let share = share(of: limit)
        // One round over all callers. A caller that has its share in flight waits for its next turn.
        var left = waiting.callerCount
        while left > 0, inFlight < limit {
            left -= 1
            let next = waiting.popFirst { inFlightBySender[$0] < share }
            guard let (sender, call) = next else { return }
            ledger.leave(sender)
            do throws(DBusError) {
                transmit(try call.message(), from: sender, call.reply)
            } catch {
                // The turn was not used. Without this round's rest the other calls would wait for a reply that may
                // never come.
                left += 1
                call.reply(.failure(error))
            }
        }
    }
}
