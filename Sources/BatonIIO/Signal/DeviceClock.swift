// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The clock of a device's stamps: what `current_timestamp_clock` says (spec/iio.md e). It is read and never changed, for others
/// live by it too.
struct DeviceClock: Hashable, Sendable {
    private let identifier: clockid_t

    /// nil for a clock that is not known.
    init?(named name: String) {
        switch name {
        // The default, also of kernels that do not say.
        case "realtime", "realtime_coarse", "": identifier = CLOCK_REALTIME
        case "monotonic", "monotonic_coarse": identifier = CLOCK_MONOTONIC
        case "monotonic_raw": identifier = CLOCK_MONOTONIC_RAW
        case "boottime": identifier = CLOCK_BOOTTIME
        case "tai": identifier = CLOCK_TAI
        default: return nil
        }
    }

    /// What to add to a stamp to have it on CLOCK_MONOTONIC, in nanoseconds; good for now, as clocks are set and the machine
    /// sleeps.
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
