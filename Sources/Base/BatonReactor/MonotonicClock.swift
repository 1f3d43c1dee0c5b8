// SPDX-License-Identifier: Apache-2.0

import Glibc
import SwiftOverlayShims

/// The kernel's CLOCK_MONOTONIC.
///
/// For example:
/// ```swift
/// let clock = MonotonicClock()
/// let beginning = clock.now
/// print("it took \(clock.now - beginning)")
/// ```
public final class MonotonicClock: ReactorClock {
    /// Makes a clock. All clocks of this type show the same time.
    public init() {}

    /// The present instant.
    public var now: Duration { Duration(kernelTime: kernelNow) }

    /// The present instant in nanoseconds.
    public var kernelNow: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Whether the kernel can wake the reactor at a deadline of this clock.
    public var isRealTime: Bool { true }
}
