// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Makes texts of other programs fit for comparing and for a log line.
package enum FocusText {
    /// Longer names are cut: no list has such.
    package static let longest = 200

    /// The text without ASCII's control characters, and cut at ``longest`` characters.
    package static func clean(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) where !(scalar.isASCII && scalar.isControl) {
            result.append(scalar)
        }
        return String(result)
    }
}
