// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Text within an XML document.
package enum XMLText {
    /// The text on one line, with XML's reserved characters escaped.
    ///
    /// An XML 1.0 document must not contain most control characters, U+FFFE and U+FFFF, not even as character
    /// references.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.shown().unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "'": result += "&apos;"
            case "\"": result += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
