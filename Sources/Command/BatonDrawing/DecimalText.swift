// SPDX-License-Identifier: Apache-2.0

/// Numbers with a fixed count of decimals.
package enum DecimalText {
    private static let powers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]

    /// The number rounded to `digits` (0 to 9) decimals; "–" for a value that is not finite or too large.
    package static func text(_ value: Double, _ digits: Int = 1) -> String {
        let digits = min(max(digits, 0), powers.count - 1)
        let scaled = (value * Double(powers[digits])).rounded()
        guard let whole = Int64(exactly: scaled) else { return "–" }
        let sign = whole < 0 ? "-" : ""
        let (quotient, rest) = whole.magnitude.quotientAndRemainder(dividingBy: powers[digits])
        if digits == 0 { return "\(sign)\(quotient)" }
        let fraction = String(rest)
        return "\(sign)\(quotient).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }

    /// The number with at most `digits` decimals, without trailing zeros: `50`, `12.5`.
    package static func short(_ value: Double, _ digits: Int = 2) -> String {
        let text = text(value, digits)
        guard text.contains(".") else { return text }
        var trimmed = Substring(text)
        while trimmed.last == "0" { trimmed.removeLast() }
        if trimmed.last == "." { trimmed.removeLast() }
        return trimmed == "-0" ? "0" : String(trimmed)
    }

    /// The number rounded to `digits` decimals, with its sign: `+1.3`.
    package static func signed(_ value: Double, _ digits: Int = 1) -> String {
        let text = text(value, digits)
        return value.isFinite && !text.hasPrefix("-") && text != "–" ? "+\(text)" : text
    }

    /// The text with leading spaces up to `width` characters.
    package static func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
