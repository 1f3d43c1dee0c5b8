// SPDX-License-Identifier: Apache-2.0

/// When to do again what failed: after waits that double, so that what stays broken costs ever less.
///
/// As the reactor it is used on one thread, the reactor's.
public final class RetryTimer {
    private let reactor: Reactor
    private let first: Duration
    private let longest: Duration
    private var next: Duration
    private var timer: ReactorTimer?

    /// Makes one that has nothing to do yet.
    ///
    /// - Parameters:
    ///   - first: how long the first wait takes; more than nothing.
    ///   - longest: what no wait exceeds, at least `first`.
    public init(on reactor: Reactor, first: Duration, longest: Duration) {
        self.reactor = reactor
        self.first = first
        self.longest = longest
        next = first
    }

    /// Whether the next wait would be longer than the longest one: the time to give up, for who wants to.
    public var isExhausted: Bool { next > longest }

    /// Whether an attempt is ahead.
    public var isScheduled: Bool { timer?.isScheduled == true }

    /// Runs `attempt` after the next wait, or up to a quarter of it later, in place of one that is ahead.
    public func schedule(_ attempt: @escaping () -> Void) {
        cancel()
        let wait = min(next, longest)
        timer = reactor.schedule(after: wait, tolerance: wait / 4, handler: attempt)
        next = wait * 2
    }

    /// Takes back the attempt that is ahead, if any; the waits go on to grow.
    public func cancel() {
        timer?.cancel()
        timer = nil
    }

    /// Takes back the attempt that is ahead, if any; the next wait is the first one again.
    public func reset() {
        cancel()
        next = first
    }
}
