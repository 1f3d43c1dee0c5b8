// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

/// The calls that wait for their answers, by serial, under one timer.
///
/// Answers nearly always come before the deadline. So the timer is not touched when one comes: it fires once in vain
/// instead, and then only if calls are left is it set again.
final class PendingCalls {
    private var calls: [UInt32: PendingCall] = [:]
    private var timer: ReactorTimer?
    private let reactor: Reactor

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
        calls.removeValue(forKey: serial)
    }

    func remove(_ call: PendingCall) {
        if calls[call.serial] === call { calls[call.serial] = nil }
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
