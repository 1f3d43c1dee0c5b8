// SPDX-License-Identifier: Apache-2.0

/// A clock that changes only when it is moved, for tests that must not wait.
///
/// For example:
/// ```swift
/// let clock = ManualClock()
/// let reactor = try Reactor(clock: clock)
/// reactor.schedule(after: .seconds(60)) { print("a minute later") }
/// clock.advance(by: .seconds(60))
/// _ = try reactor.turn(timeout: .zero)
/// ```
public final class ManualClock: ReactorClock {
    /// The present instant.
    public var now: Duration {
        defer { instant += step }
        return instant
    }

    /// How far each reading moves the clock, as time passes between two readings of a real clock; zero by default.
    public var step = Duration.zero

    private var instant: Duration

    /// Makes a clock that shows `now`.
    public init(now: Duration = .seconds(1000)) {
        instant = now
    }

    /// Whether the kernel can wake the reactor at a deadline of this clock.
    public var isRealTime: Bool { false }

    /// Moves the clock forward. Timers that became due run in the reactor's next turn.
    ///
    /// - Precondition: `duration` is not negative: a monotonic clock never goes backwards.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "a monotonic clock never goes backwards")
        instant += duration
    }
}
