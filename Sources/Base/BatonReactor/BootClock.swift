// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The time since the machine's start, also that for which it slept (CLOCK_BOOTTIME). Nobody sets it.
///
/// All programs of a machine have the same, so that one can tell another an instant. May be read on any thread.
///
/// For example:
/// ```swift
/// let end = BootClock.now + .seconds(5)
/// ```
public enum BootClock {
    /// The present instant, exact to a nanosecond.
    public static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
