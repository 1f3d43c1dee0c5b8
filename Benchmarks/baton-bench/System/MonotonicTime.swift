// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Instants of CLOCK_MONOTONIC in nanoseconds, the same for every process of the machine.
enum MonotonicTime {
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Sleeps, to let the system come to rest before a measurement.
    static func pause(milliseconds: Int) {
        usleep(UInt32(milliseconds) * 1000)
    }
}
