// SPDX-License-Identifier: Apache-2.0

/// The clock of a reactor.
///
/// An instant is a `Duration` since boot on CLOCK_MONOTONIC, in all of Baton.
///
/// For example:
/// ```swift
/// final class HalfSpeedClock: ReactorClock {
///     private let clock = MonotonicClock()
///     var now: Duration { clock.now / 2 }
///     var isRealTime: Bool { false }
/// }
/// ```
public protocol ReactorClock: AnyObject {
    /// The present instant. It never goes backwards.
    var now: Duration { get }

    /// Whether real time drives the clock, so that the kernel can wake the reactor at a deadline.
    ///
    /// False for a clock that a test moves. Timers then run in the first turn after the clock was moved.
    var isRealTime: Bool { get }

    /// The present instant in nanoseconds of the kernel's clock, rounded up. The reactor asks for it in each turn.
    var kernelNow: Int64 { get }
}

extension ReactorClock {
    /// Made of ``now``.
    public var kernelNow: Int64 { now.kernelTime }
}
