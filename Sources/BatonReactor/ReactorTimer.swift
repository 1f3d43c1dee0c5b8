// SPDX-License-Identifier: Apache-2.0

/// One deadline of a reactor. Fires once, unless it is cancelled before.
public final class ReactorTimer {
    /// The instant from which the handler may run.
    public internal(set) var deadline: Duration
    /// How much later than the deadline is still good: timers whose windows overlap share one wake-up.
    public let tolerance: Duration
    let handler: () -> Void
    /// Its place in the heap, or nil when it is not scheduled.
    var index: Int?
    /// Breaks ties: equal deadlines fire in the order they were scheduled.
    var sequence: UInt64 = 0
    private weak var reactor: Reactor?

    init(deadline: Duration, tolerance: Duration, reactor: Reactor, handler: @escaping () -> Void) {
        self.deadline = deadline
        self.tolerance = tolerance
        self.reactor = reactor
        self.handler = handler
    }

    /// The last instant at which the handler should run.
    var latest: Duration { deadline + tolerance }

    /// Whether the timer has neither fired nor been cancelled.
    public var isScheduled: Bool { index != nil }

    /// Takes the timer back; the handler will not run.
    public func cancel() {
        reactor?.timers.remove(self)
    }

    /// Schedules the timer at another instant, whether it has fired already or not.
    public func reschedule(at deadline: Duration) {
        guard let reactor else { return }
        reactor.timers.remove(self)
        self.deadline = deadline
        reactor.timers.insert(self)
    }
}
