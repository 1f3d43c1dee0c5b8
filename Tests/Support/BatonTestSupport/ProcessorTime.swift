// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The processor time of the calling thread. Unlike real time it does not depend on the load of the machine.
public enum ProcessorTime {
    /// The processor time that the thread has used until now.
    public static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
