// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The clock of a device's timestamps, from `current_timestamp_clock` (rule IIO23). It is never changed, because other
/// readers depend on it.
struct DeviceClock: Hashable, Sendable {
    private let identifier: clockid_t

    /// Makes a clock from its name in sysfs; nil for an unknown name.
    init?(named name: String) {
        switch name {
        // The default, also of kernels without the attribute.
        case "realtime", "realtime_coarse", "": identifier = CLOCK_REALTIME
        case "monotonic", "monotonic_coarse": identifier = CLOCK_MONOTONIC
        case "monotonic_raw": identifier = CLOCK_MONOTONIC_RAW
        case "boottime": identifier = CLOCK_BOOTTIME
        case "tai": identifier = CLOCK_TAI
        default: return nil
        }
    }

    /// What to add to a timestamp to convert it to CLOCK_MONOTONIC, in nanoseconds. It changes when the clock is set
    /// and when the machine sleeps.
    var shift: Int64 {
        guard identifier != CLOCK_MONOTONIC else { return 0 }
        return Self.now(CLOCK_MONOTONIC) - Self.now(identifier)
    }

    private static func now(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
