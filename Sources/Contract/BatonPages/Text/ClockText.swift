// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc

/// Times of day as people read them, in the user's own time zone. JSON has the raw numbers.
package struct ClockText {
    /// In microseconds since 1970, UTC.
    private let instant: UInt64

    /// A time of day.
    package init(_ instant: UInt64) { self.instant = instant }

    /// A time of CLOCK_MONOTONIC in microseconds, by the difference between the two clocks now.
    package init(sinceBoot time: UInt64) {
        let (wall, boot) = (WallClock.microseconds, MonotonicClock().now.microseconds)
        let (age, isLater) = boot.subtractingReportingOverflow(time)
        instant = isLater ? wall &+ (time &- boot) : wall - min(wall, age)
    }

    /// The hour and the minute, `17:04`; with the date before it if that is a day or more from now.
    package func minute(now: UInt64 = WallClock.microseconds) -> String {
        let time = local
        let text = "\(Self.digits(time.tm_hour)):\(Self.digits(time.tm_min))"
        let distance = instant > now ? instant - now : now - instant
        guard distance >= 86_400_000_000 else { return text }
        return "\(Int(time.tm_year) + 1900)-\(Self.digits(time.tm_mon + 1))-\(Self.digits(time.tm_mday)) \(text)"
    }

    /// The same with the second, `17:04:12`.
    package func second(now: UInt64 = WallClock.microseconds) -> String {
        "\(minute(now: now)):\(Self.digits(local.tm_sec))"
    }

    /// The time of day with milliseconds, `17:04:12.489`.
    package var millisecond: String {
        let time = local
        let rest = String(instant / 1000 % 1000)
        return "\(Self.digits(time.tm_hour)):\(Self.digits(time.tm_min)):\(Self.digits(time.tm_sec))."
            + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }

    private var local: tm {
        var seconds = time_t(clamping: instant / 1_000_000)
        var time = tm()
        localtime_r(&seconds, &time)
        return time
    }

    private static func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
