// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Times of day for people.
enum ClockWords {
    /// Hours and minutes of an instant in µs since 1970, in the user's time zone: `21:45`.
    static func minute(_ microseconds: UInt64) -> String {
        var seconds = time_t(clamping: microseconds / 1_000_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "?" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
}
