// SPDX-License-Identifier: Apache-2.0
import BatonMotion

/// Numbers with a fixed count of decimals.
enum DecimalText {
    private static let powers: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1e9]

    /// The number rounded to `digits` (0 to 9) decimals; "–" for a value that is not finite or too large.
    static func text(_ value: Double, _ digits: Int = 1) -> String {
        let digits = min(max(digits, 0), powers.count - 1)
        let scaled = (value * powers[digits]).rounded()
        guard scaled.isFinite, abs(scaled) < 9e18 else { return "–" }
        let whole = Int64(clamping: scaled)
        let sign = whole < 0 ? "-" : ""
        let (quotient, rest) = whole.magnitude.quotientAndRemainder(dividingBy: UInt64(clamping: powers[digits]))
        if digits == 0 { return "\(sign)\(quotient)" }
        let fraction = String(rest)
        return "\(sign)\(quotient).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }

    /// The number with at most `digits` decimals, without trailing zeros: `50`, `12.5`.
    static func short(_ value: Double, _ digits: Int = 2) -> String {
        let text = text(value, digits)
        guard text.contains(".") else { return text }
        var trimmed = Substring(text)
        while trimmed.last == "0" { trimmed.removeLast() }
        if trimmed.last == "." { trimmed.removeLast() }
        return trimmed == "-0" ? "0" : String(trimmed)
    }

    /// The number rounded to `digits` decimals, with its sign: `+1.3`.
    static func signed(_ value: Double, _ digits: Int = 1) -> String {
        let text = text(value, digits)
        return value.isFinite && !text.hasPrefix("-") && text != "–" ? "+\(text)" : text
    }

    /// The text with leading spaces up to `width` characters.
    static func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
