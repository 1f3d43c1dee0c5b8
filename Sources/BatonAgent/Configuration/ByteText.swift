// SPDX-License-Identifier: Apache-2.0

/// Byte counts: `65536`, `64K`, `1M`; the letters are powers of 1024, as in systemd.
enum ByteText {
    /// The count, or nil when the text is none or does not fit.
    static func parse(_ text: String) -> Int? {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        guard let number = Int(Substring(digits)) else { return nil }
        let unit = ConfigurationText.trimmed(ConfigurationText.folded(String(text.dropFirst(digits.count))))
        let factor: Int
        switch unit {
        case "", "b": factor = 1
        case "k", "kib": factor = 1 << 10
        case "m", "mib": factor = 1 << 20
        case "g", "gib": factor = 1 << 30
        default: return nil
        }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }

    /// The count with the largest letter that divides it.
    static func render(_ count: Int) -> String {
        for (shift, letter) in [(30, "G"), (20, "M"), (10, "K")] where count != 0 && count % (1 << shift) == 0 {
            return "\(count >> shift)\(letter)"
        }
        return String(count)
    }
}
