// SPDX-License-Identifier: Apache-2.0

/// Tells a reactor what time it is.
///
/// An instant is a `Duration` since boot on CLOCK_MONOTONIC, here and everywhere in Baton.
public protocol ReactorClock: AnyObject {
    /// The present instant. It never goes backwards.
    var now: Duration { get }

    /// Whether real time drives the clock, so that the kernel can wake the reactor at a deadline.
    ///
    /// False for a clock that a test moves: timers then run in the next turn after the clock was moved.
    var isRealTime: Bool { get }
}
