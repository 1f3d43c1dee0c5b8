// SPDX-License-Identifier: Apache-2.0

/// Numbers with a few digits, as a page shows them.
enum DecimalFigure {
    /// One decimal: `-3.2`; a dash for what is no number of three digits.
    static func tenths(_ value: Double) -> String {
        guard let whole = Int(exactly: (value * 10).rounded()), abs(whole) < 10_000 else { return "–" }
        return "\(whole < 0 ? "−" : "")\(whole.magnitude / 10).\(whole.magnitude % 10)"
    }

    /// Two digits of a positive number below 100: `12`, `1.2`, `0.034`; a dash for another one.
    static func twoDigits(_ value: Double) -> String {
        guard value >= 0.00001, value < 99.5 else { return "–" }
        var (scale, decimals) = (value, 0)
        while scale < 9.95 {
            scale *= 10
            decimals += 1
        }
        // fits: below 100
        let digits = String(Int(scale.rounded()))
        guard decimals > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}
