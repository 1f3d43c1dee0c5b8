// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The kernel's CLOCK_MONOTONIC.
public final class MonotonicClock: ReactorClock {
    /// Makes a clock; all of them tell the same time.
    public init() {}

    public var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    public var isRealTime: Bool { true }
}
