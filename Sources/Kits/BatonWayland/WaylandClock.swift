// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The time of the machine, and that of the compositor's events (rule S16).
enum WaylandClock {
    /// Events that are older than this are not believed to be of the machine's clock.
    private static let longestDelay: UInt32 = 10_000

    /// The present time on CLOCK_MONOTONIC.
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// When an event was, on CLOCK_MONOTONIC.
    ///
    /// - Parameters:
    ///   - stamp: the compositor's time: milliseconds of 32 bits, which wrap. The protocol does not say of which clock. Those of
    ///     KWin, Mutter, wlroots and Weston are of CLOCK_MONOTONIC; any other is the time at which the event comes.
    ///   - now: the present time.
    static func time(of stamp: UInt32, now: Duration) -> Duration {
        let (seconds, attoseconds) = now.components
        let present = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        let delay = UInt32(truncatingIfNeeded: present) &- stamp
        return delay <= min(longestDelay, UInt32(clamping: present)) ? .milliseconds(present - Int64(delay)) : now
    }
}
