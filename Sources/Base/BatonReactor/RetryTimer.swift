// SPDX-License-Identifier: Apache-2.0

/// Repeats an attempt that failed, after waits that double, so that a lasting failure costs less and less.
///
/// Not thread-safe: use it on the thread that runs the reactor.
///
/// For example:
/// ```swift
/// let retry = RetryTimer(on: reactor, first: .seconds(1), longest: .seconds(60))
/// retry.schedule { print("the second attempt, after 1 s; the third one comes after 2 s") }
/// ```
public final class RetryTimer {
    private let reactor: Reactor
    private let first: Duration
    private let longest: Duration
    private var next: Duration
    private var timer: ReactorTimer?

    /// Makes a timer without an attempt.
    ///
    /// - Parameters:
    ///   - first: the first wait; greater than zero.
    ///   - longest: the longest wait, at least `first`.
    ///   - reactor: the reactor whose clock it uses.
    public init(on reactor: Reactor, first: Duration, longest: Duration) {
        self.reactor = reactor
        self.first = first
        self.longest = longest
        next = first
    }

    /// Whether the next wait would be longer than the longest one. A caller may give up then.
    public var isExhausted: Bool { next > longest }

    /// Whether an attempt is scheduled.
    public var isScheduled: Bool { timer?.isScheduled == true }

    /// Runs `attempt` after the next wait, or up to a quarter of it later. It replaces an attempt that is scheduled.
    public func schedule(_ attempt: @escaping () -> Void) {
        cancel()
        let wait = min(next, longest)
        timer = reactor.schedule(after: wait, tolerance: wait / 4, handler: attempt)
        next = wait * 2
    }

    /// Cancels the scheduled attempt, if there is one. The waits go on growing.
    public func cancel() {
        timer?.cancel()
        timer = nil
    }

    /// Cancels the scheduled attempt, if there is one, and starts again with the first wait.
    public func reset() {
        cancel()
        next = first
    }
}
