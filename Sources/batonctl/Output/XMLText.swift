// SPDX-License-Identifier: Apache-2.0
import BatonReactor

/// Text within an XML document.
enum XMLText {
    /// The text on one line with what XML reserves replaced.
    ///
    /// Most control characters, U+FFFE and U+FFFF must not stand in an XML 1.0 document, not even by number.
    static func escaped(_ text: String) -> String {
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
