// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// The longest text of a row, in scalars; names and details have texts of other programs.
private let longest = 400

extension String {
    /// The text without control characters, which a terminal would obey, and cut at the longest length of a row's text.
    ///
    /// - Parameter keeps: a control character that is kept.
    func cleaned(keeps: Unicode.Scalar? = nil) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(longest) {
            let isControl = scalar != keeps && scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            result.append(isControl ? " " : scalar)
        }
        return String(result)
    }
}

extension Reason {
    /// The reason with cleaned texts.
    var cleaned: Reason {
        Reason(code, details.mapValues { if case .text(let text) = $0 { .text(text.cleaned()) } else { $0 } })
    }
}
