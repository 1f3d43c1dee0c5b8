// SPDX-License-Identifier: Apache-2.0

/// Makes texts of other programs fit for comparing and for a log line.
enum FocusText {
    /// Longer names are cut: no list has such.
    static let longest = 200

    /// The names an app goes by, one a line, without empty ones and repetitions.
    static func identifier(_ names: String?...) -> String {
        var result: [String] = []
        for case let name? in names {
            let clean = clean(name)
            if !clean.isEmpty, !result.contains(clean) { result.append(clean) }
        }
        return result.joined(separator: "\n")
    }

    /// The text without control characters, and cut at ``longest`` characters.
    static func clean(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) where scalar.value >= 0x20 && scalar.value != 0x7F {
            result.append(scalar)
        }
        return String(result)
    }
}
