// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

/// The calls that wait for their answers, by serial, under one timer.
///
/// The timer follows the earliest deadline when calls are made and is cancelled when none is left: an idle process is not
/// woken for an answer that came long ago. In between it may fire in vain, which is cheaper than following each answer.
final class PendingCalls {
    private var calls: [UInt32: PendingCall] = [:]
    private var timer: ReactorTimer?
    private let reactor: Reactor
    /// Whether messages lie unread. The answer may be among them: a deadline that passes meanwhile is our own delay, not
    /// the callee's.
    var isBehind: () -> Bool = { false }

    /// How long such a call is kept beyond its deadline, at most.
    private static let grace = Duration.seconds(4)
    /// How soon it is looked at again.
    private static let retry = Duration.milliseconds(10)
    /// How much later than its deadline a call may fail; calls that are due within it share a wake-up.
    private static let tolerance = Duration.milliseconds(5)

    init(reactor: Reactor) {
        self.reactor = reactor
    }

    deinit { timer?.cancel() }

    func insert(_ call: PendingCall) {
        calls[call.serial] = call
        arm(for: call.deadline)
    }

    /// Takes out the call that was sent with this serial.
    func remove(_ serial: UInt32) -> PendingCall? {
        defer { cancelTimerIfIdle() }
        return calls.removeValue(forKey: serial)
    }

    func remove(_ call: PendingCall) {
        guard calls[call.serial] === call else { return }
        calls[call.serial] = nil
        cancelTimerIfIdle()
    }

    private func cancelTimerIfIdle() {
        if calls.isEmpty { timer?.cancel() }
    }

    /// Takes out all calls, in the order they were sent in.
    func removeAll() -> [PendingCall] {
        let all = calls.values.sorted { $0.serial < $1.serial }
        calls = [:]
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
            call.finish(.failure(DBusError(.timeout, "no answer came before the deadline")))
        }
        if let next = calls.values.lazy.map(\.deadline).min() { arm(for: next) }
    }
}
