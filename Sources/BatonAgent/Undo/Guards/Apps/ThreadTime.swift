// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The processor's time that this thread has used: on a busy machine it stands still while others run.
enum ThreadTime {
    /// Up to this instant.
    static var now: Duration {
        var time = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
