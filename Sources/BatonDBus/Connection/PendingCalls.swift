// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

/// The calls that wait for their answers, by serial, under one timer.
///
/// The timer follows the earliest deadline when calls are made and is cancelled when none is left: an idle process is not
/// woken for an answer that came long ago. In between it may fire in vain, which is cheaper than following each answer.
///
/// A call whose deadline has passed still has its place at the bus, until its callee answers or leaves. It is remembered for
/// that long, so that a late answer is recognized, and so that a callee that never answers gets no calls without end.
final class PendingCalls {
    private var calls: [UInt32: PendingCall] = [:]
    /// Calls that nobody waits for any more, and who owes the answer.
    private var owed: [UInt32: PendingCall] = [:]
    private var owedCounts: [BusName: Int] = [:]
    private var timer: ReactorTimer?
    private let reactor: Reactor
    private let mostUnanswered: Int
    /// Whether messages lie unread. The answer may be among them: a deadline that passes meanwhile is our own delay, not
    /// the callee's.
    var isBehind: () -> Bool = { false }

    /// How long such a call is kept beyond its deadline, at most.
    private static let grace = Duration.seconds(4)
    /// How soon it is looked at again.
    private static let retry = Duration.milliseconds(10)
    /// How much later than its deadline a call may fail; calls that are due within it share a wake-up.
    private static let tolerance = Duration.milliseconds(5)

    /// What an answer belongs to.
    enum Claim {
        /// A call that is waited for; it is taken out.
        case call(PendingCall)
        /// A call that nobody waits for any more.
        case late
        /// No call of ours, or one of another callee.
        case none
    }

    init(reactor: Reactor, mostUnanswered: Int) {
        self.reactor = reactor
        self.mostUnanswered = mostUnanswered
    }

    deinit { timer?.cancel() }

    /// Whether the callee has answered, or may still be waited for, so many calls that it may get another one.
    func mayCall(_ callee: BusName?) -> Bool {
        guard !owedCounts.isEmpty, let callee else { return true }
        return owedCounts[callee, default: 0] < mostUnanswered
    }

    /// How many calls wait for an answer, or are owed one.
    var count: Int { calls.count + owed.count }

    func insert(_ call: PendingCall) {
        calls[call.serial] = call
        arm(for: call.deadline)
    }

    /// Takes out the call that the message answers.
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

    /// Nobody waits for the call any more.
    func abandon(_ call: PendingCall) {
        guard calls[call.serial] === call else { return }
        calls[call.serial] = nil
        owe(call)
        cancelTimerIfIdle()
    }

    private func owe(_ call: PendingCall) {
        // The bus itself has no place for its own answers.
        guard let callee = call.callee, callee != .bus else { return }
        owed[call.serial] = call
        owedCounts[callee, default: 0] += 1
    }

    private func cancelTimerIfIdle() {
        if calls.isEmpty { timer?.cancel() }
    }

    /// Takes out all calls, in the order they were sent in, and forgets what is owed: the bus is gone.
    func removeAll() -> [PendingCall] {
        let all = calls.values.sorted { $0.serial < $1.serial }
        calls = [:]
        owed = [:]
        owedCounts = [:]
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
        if isBehind(), let oldest = calls.values.lazy.map(\.deadline).min(), now - oldest < Self.grace {
            arm(for: now + Self.retry)
            return
        }
        let due = calls.values.filter { $0.deadline <= now }
            .sorted { ($0.deadline, $0.serial) < ($1.deadline, $1.serial) }
        for call in due {
            guard calls[call.serial] === call else { continue }
            calls[call.serial] = nil
            owe(call)
            call.finish(.failure(DBusError(.timeout, "no answer came before the deadline")))
        }
        if let next = calls.values.lazy.map(\.deadline).min() { arm(for: next) }
    }
}
