// SPDX-License-Identifier: Apache-2.0

extension Int64 {
    /// Seconds as whole microseconds: the nearest end of the range for what does not fit, 0 for what is not a number.
    ///
    /// Players may tell any rate, and people may type any position; `Int64(_:)` traps where the value does not fit.
    init(microsecondsIn seconds: Double) {
        let microseconds = seconds * 1_000_000
        if microseconds.isNaN {
            self = 0
        } else {
            self = Int64(exactly: microseconds.rounded(.towardZero)) ?? (microseconds < 0 ? .min : .max)
        }
    }
}
