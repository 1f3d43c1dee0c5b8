// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTranslation
import BatonValues

/// Durations as people type and read them.
package enum TypedDuration {
    /// The longest pause that can be typed.
    package static let longest = Duration.seconds(366 * 86_400)

    /// The duration in a text such as `90s`, `30min`, `1h30m`, `2d`, or nil for any other text.
    ///
    /// Units are `s`, `m` or `min`, `h`, `d`, each at most once and the larger before the smaller; a number may have a
    /// fraction. Only `0` needs no unit. Returns nil for more than ``longest``.
    package static func parse(_ text: String) -> Duration? {
        guard let seconds = seconds(in: text), seconds <= mostSeconds else { return nil }
        return .milliseconds(Int64(clamping: (seconds * 1000).rounded()))
    }

    /// What is wrong with a text, in a sentence; nil for a duration.
    package static func mistake(in text: String) -> String? {
        guard let seconds = seconds(in: text) else {
            return translated("'\(text)' is not a duration: say 90s, 30min, 1h30m or 2d.")
        }
        guard seconds > mostSeconds else { return nil }
        return translated("'\(text)' is too long: the most is \(longest.components.seconds / 86_400)d.")
    }

    private static var mostSeconds: Double { Double(longest.components.seconds) }

    private static func seconds(in text: String) -> Double? {
        if text == "0" { return 0 }
        var rest = Substring(text.lowercased())
        var seconds = 0.0
        var smallest = Double.infinity
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count)
            guard digits.count <= 12, let number = Double(digits), let unit = units[String(letters)], unit < smallest
            else { return nil }
            smallest = unit
            seconds += number * unit
        }
        return smallest.isFinite ? seconds : nil
    }

    /// The duration in its two largest units, such as `1 h 30 min` or `45 s`.
    package static func text(_ duration: Duration) -> String {
        let total = max(0, duration.components.seconds)
        let parts = [
            (total / 86_400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
        ]
        guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return "0 s" }
        return parts[first...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400,
    ]
}

extension Duration {
    /// The duration in seconds, to a nanosecond.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        // One division rounds once, so 0.2965 s are printed as 0.2965.
        return (Double(seconds) * 1e9 + (Double(attoseconds) / 1e9).rounded()) / 1e9
    }
}
