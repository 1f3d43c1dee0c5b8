// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The time that the calling thread has been running on a processor: what it costs, whatever else the machine does.
public enum ProcessorTime {
    /// So much of it until now.
    public static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
