// SPDX-License-Identifier: Apache-2.0

/// Durations in systemd's notation: `500ms`, `1s`, `2min`, `1min 30s`.
///
/// A number without a unit is refused.
enum DurationText {
    /// The duration; nil if the text is not a duration, has no unit, is negative, or is longer than 292 years.
    static func parse(_ text: String) -> Duration? {
        var rest = text.utf8[...]
        var total: Int64 = 0
        var isEmpty = true
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
            if rest.isEmpty { break }
            guard let part = takePart(&rest) else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(part)
            if overflow { return nil }
            total = sum
            isEmpty = false
        }
        return isEmpty ? nil : .nanoseconds(total)
    }

    /// The duration in the largest unit that divides it.
    static func render(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard attoseconds == 0 else {
            let nanoseconds = attoseconds / 1_000_000_000
            if nanoseconds % 1_000_000 == 0 { return "\(seconds * 1000 + nanoseconds / 1_000_000)ms" }
            let prefix = seconds == 0 ? "" : "\(seconds)s "
            return nanoseconds % 1000 == 0 ? "\(prefix)\(nanoseconds / 1000)us" : "\(prefix)\(nanoseconds)ns"
        }
        if seconds != 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
        if seconds != 0, seconds % 60 == 0 { return "\(seconds / 60)min" }
        return "\(seconds)s"
    }

    private static func takePart(_ rest: inout Substring.UTF8View) -> Int64? {
        guard var number = takeDigits(&rest) else { return nil }
        var scale: Int64 = 1
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let before = rest.count
            guard let fraction = takeDigits(&rest), before - rest.count <= 9 else { return nil }
            for _ in 0..<(before - rest.count) { scale *= 10 }
            let (product, overflow) = number.multipliedReportingOverflow(by: scale)
            let (sum, isMore) = product.addingReportingOverflow(fraction)
            if overflow || isMore { return nil }
            number = sum
        }
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
        let unit = rest.prefix { !(0x30...0x39).contains($0) && $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: ".") }
        guard let nanoseconds = nanoseconds(in: String(Substring(unit))) else { return nil }
        rest = rest.dropFirst(unit.count)
        let (product, overflow) = number.multipliedReportingOverflow(by: nanoseconds)
        return overflow ? nil : product / scale
    }

    private static func takeDigits(_ rest: inout Substring.UTF8View) -> Int64? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int64(Substring(digits))
    }

    private static func nanoseconds(in unit: String) -> Int64? {
        switch ConfigurationText.folded(unit) {
        case "ns", "nsec": 1
        case "us", "µs", "usec": 1000
        case "ms", "msec": 1_000_000
        case "s", "sec", "second", "seconds": 1_000_000_000
        case "m", "min", "minute", "minutes": 60_000_000_000
        case "h", "hr", "hour", "hours": 3_600_000_000_000
        case "d", "day", "days": 86_400_000_000_000
        default: nil
        }
    }
}

/// The length of a seek step while a button is held, and from which time on it applies.
struct SeekStep: Sendable, Equatable {
    /// The length of the step, always positive.
    let step: Duration
    /// The time after the press from which on the step applies.
    let after: Duration

    /// A step that applies to a key held for `after` or longer.
    init(_ step: Duration, after: Duration) {
        self.step = step
        self.after = after
    }
}
