// SPDX-License-Identifier: Apache-2.0

/// A timer of a reactor. It fires once, unless it is cancelled before.
///
/// For example:
/// ```swift
/// let timer = reactor.schedule(after: .seconds(1), tolerance: .milliseconds(100)) { print("over") }
/// timer.reschedule(at: reactor.now + .seconds(5))
/// timer.cancel()
/// ```
public final class ReactorTimer {
    // These need no check at run time: they are numbers, and nothing else runs while one is read or set.
    /// The instant from which the handler may run.
    @exclusivity(unchecked) public internal(set) var deadline: Duration {
        didSet { earliest = deadline.kernelTime }
    }
    /// How much later than the deadline the handler may run. Timers whose windows overlap share one wake-up.
    public let tolerance: Duration
    /// The beginning of the window in which the handler should run, in nanoseconds of the kernel's clock, rounded up.
    @exclusivity(unchecked) private(set) var earliest: Int64
    private let kernelTolerance: Int64
    let handler: () -> Void
    /// Its index in the heap, or nil when it is not scheduled.
    @exclusivity(unchecked) var index: Int?
    /// Orders timers with equal deadlines: they fire in the order in which they were scheduled.
    @exclusivity(unchecked) var sequence: UInt64 = 0
    /// The instant for which it is moved when its deadline comes.
    @exclusivity(unchecked) private var postponed: Duration?
    private let link: ReactorLink

    init(deadline: Duration, tolerance: Duration, reactor: Reactor, handler: @escaping () -> Void) {
        self.deadline = deadline
        self.tolerance = tolerance
        earliest = deadline.kernelTime
        kernelTolerance = tolerance.kernelTime
        link = reactor.link
        self.handler = handler
    }

    /// The end of that window.
    var latest: Int64 {
        let (sum, overflows) = earliest.addingReportingOverflow(kernelTolerance)
        return overflows ? .max : sum
    }

    /// Whether the timer has neither fired nor been cancelled.
    public var isScheduled: Bool { index != nil }

    /// Cancels the timer. The handler will not run.
    public func cancel() {
        postponed = nil
        link.reactor?.remove(self)
    }

    /// Schedules the timer for another instant, whether it has fired or not. If the timer is often put off, ``postpone(to:)`` costs less.
    public func reschedule(at deadline: Duration) {
        postponed = nil
        guard let reactor = link.reactor else { return }
        reactor.remove(self)
        self.deadline = deadline
        reactor.insert(self)
    }

    /// Schedules the timer for a later instant. It keeps its place among the timers until its earlier deadline, at which the reactor
    /// wakes once and moves it. That costs less than ``reschedule(at:)`` where a timer is put off again and again.
    public func postpone(to deadline: Duration) {
        guard isScheduled, self.deadline <= deadline else { return reschedule(at: deadline) }
        postponed = deadline
    }

    /// Moves a timer whose deadline has come and that was postponed. Returns whether it was.
    func moveIfPostponed() -> Bool {
        guard let later = postponed else { return false }
        reschedule(at: later)
        return true
    }
}
