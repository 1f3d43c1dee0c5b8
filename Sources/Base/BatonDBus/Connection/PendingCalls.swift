// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// The calls that wait for their replies, by serial, with one timer for all.
///
/// The timer is set to the earliest deadline when a call is made, and cancelled when no call is left, so that an idle
/// process is not woken for a reply that came long ago. In between it may fire in vain, which is cheaper than to set it
/// anew for each reply.
///
/// The bus stores a call whose deadline has passed until its callee answers or leaves. It is remembered here as long,
/// so that a late reply is recognized, and so that the number of such calls to one callee is bounded.
final class PendingCalls {
    // Their serials ascend. No access needs a check at run time: the table runs no code of others, and what is removed from it is
    // released later, because the one that removes it holds it.
    @exclusivity(unchecked) private var calls: SortedTable<UInt32, PendingCall> = [:]
    /// Calls that ended without a reply which may still come.
    private var owed: [UInt32: PendingCall] = [:]
    @exclusivity(unchecked) private var owedCounts: [BusName: Int] = [:]
    /// Calls that libdbus has not written yet: the bus has not let this process in, or does not read.
    private var unwritten: [PendingCall] = []
    private var timer: ReactorTimer?
    private let reactor: Reactor
    private let mostUnanswered: Int
    /// Whether a reply may have been sent and not be read yet, because so much else came since a number of messages.
    var mayBeUnread: (_ since: UInt64) -> Bool = { _ in false }
    /// How many messages have come.
    var received: () -> UInt64 = { 0 }
    /// Asks the bus for anything, with a deadline: all that the bus had for this process before comes before its answer.
    var askBus: (_ within: Duration, _ then: @escaping () -> Void) -> Void = { $1() }
    /// How often the bus was asked so, and has answered.
    private var asked: UInt64 = 0
    private var answered: UInt64 = 0

    /// How long a call waits beyond its deadline, at most, while the reply may be unread and nothing comes from the bus.
    static let grace = Duration.seconds(4)
    /// How long it waits while messages come. Programs give up after 25 s.
    static let longestGrace = Duration.seconds(20)
    /// How much later than its deadline a call may fail. Calls that are due within this time share a wake-up.
    private static let tolerance = Duration.milliseconds(5)

    /// The call that a reply belongs to.
    enum Claim {
        /// A call that waits for it; it is removed from the table.
        case call(PendingCall)
        /// A call that ended before.
        case late
        /// No call of this connection, or one to another callee.
        case none
    }

    init(reactor: Reactor, mostUnanswered: Int) {
        self.reactor = reactor
        self.mostUnanswered = mostUnanswered
    }

    deinit { timer?.cancel() }

    /// Whether the callee may get another call: it has left fewer than ``ConnectionOptions/mostUnanswered`` unanswered.
    func mayCall(_ callee: BusName?) -> Bool {
        guard !owedCounts.isEmpty, let callee else { return true }
        return owedCounts[callee, default: 0] < mostUnanswered
    }

    /// The number of calls without a reply, those that ended included.
    var count: Int { calls.count + owed.count }

    func insert(_ call: PendingCall) {
        calls[call.serial] = call
        call.receivedBefore = received()
        arm(for: call.deadline)
    }

    /// Notes that the call, which is in the table, waits to be written. Its callee's time begins then.
    func wait(toWrite call: PendingCall) { unwritten.append(call) }

    /// All that waited has been written.
    func written() {
        guard !unwritten.isEmpty else { return }
        let now = reactor.now
        for call in unwritten where calls[call.serial] === call { call.begin(at: now) }
        unwritten = []
    }

    /// Removes the call that the message answers.
    func claim(_ message: Message) -> Claim {
        let serial = message.replySerial
        if let call = calls[serial] {
            guard call.mayBeAnswered(by: message) else { return .none }
            calls[serial] = nil
            cancelTimerIfIdle()
            return .call(call)
        }
        guard let call = owed[serial], call.mayBeAnswered(by: message) else { return .none }
        owed[serial] = nil
        if let callee = call.callee {
            let left = owedCounts[callee, default: 1] - 1
            owedCounts[callee] = left > 0 ? left : nil
        }
        return .late
    }

    /// Ends a call without a reply.
    func abandon(_ call: PendingCall) {
        guard calls[call.serial] === call else { return }
        calls[call.serial] = nil
        owe(call)
        cancelTimerIfIdle()
    }

    private func owe(_ call: PendingCall) {
        // The bus does not store calls to itself.
        guard let callee = call.callee, callee != .bus else { return }
        owed[call.serial] = call
        owedCounts[callee, default: 0] += 1
    }

    private func cancelTimerIfIdle() {
        if calls.isEmpty { timer?.cancel() }
    }

    /// Removes all calls, in the order in which they were sent, and those that ended: the bus is lost.
    func removeAll() -> [PendingCall] {
        let all = calls.values.sorted { $0.serial < $1.serial }
        calls = [:]
        owed = [:]
        owedCounts = [:]
        unwritten = []
        timer?.cancel()
        return all
    }

    private func arm(for deadline: Duration) {
        if let timer {
            if !timer.isScheduled || deadline < timer.deadline { timer.reschedule(at: deadline) }
        } else {
            timer = reactor.schedule(at: deadline, tolerance: Self.tolerance) { [weak self] in self?.expire() }
        }
    }

    private func expire() {
        let now = reactor.now
        let due = calls.values.filter { $0.deadline <= now }
            .sorted { ($0.deadline, $0.serial) < ($1.deadline, $1.serial) }
        for call in due {
            guard calls[call.serial] === call, isLate(call, at: now) else { continue }
            calls[call.serial] = nil
            owe(call)
            call.finish(.failure(DBusError(.timeout, "no answer came before the deadline")))
        }
        askBusForLate()
        if let next = calls.values.lazy.map({ $0.nextLook(after: now) }).min() { arm(for: next) }
    }

    /// Whether the callee is late, and not this process: what the bus had for it at the deadline has been read.
    private func isLate(_ call: PendingCall, at now: Duration) -> Bool {
        if call.isOfBus { return true }
        if let number = call.judgedBy {
            let delay = now - call.deadline
            return number <= answered || delay >= Self.longestGrace
                || delay >= Self.grace && received() == call.receivedAtDeadline
        }
        guard mayBeUnread(call.receivedBefore) else { return true }
        call.judgedBy = asked + 1
        call.receivedAtDeadline = received()
        return false
    }

    /// Asks the bus for the calls that are judged by its next answer. There is one such question at a time.
    private func askBusForLate() {
        guard asked == answered, calls.values.contains(where: { $0.judgedBy == asked + 1 }) else { return }
        asked += 1
        askBus(Self.longestGrace) { [weak self] in
            guard let self else { return }
            answered += 1
            expire()
        }
    }
}
