// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Text from outside as a page has it: on one line, without what a screen executes, and short.
///
/// A title may be a mebibyte, and one letter may have a thousand accents.
package enum BoundedText {
    /// The most scalars of a text; more are cut.
    package static let most = 240

    /// The text as a page has it; one that is cut ends in an ellipsis.
    package static func shown(_ text: String, most: Int = Self.most) -> String {
        // A text that is short enough by its bytes is not counted.
        guard text.utf8.count > most, let end = end(of: text.unicodeScalars, after: most) else { return text.shown() }
        return String(text.unicodeScalars[..<end]).shown() + "…"
    }

    /// Where a text is cut; nil if it is short enough.
    private static func end(of scalars: String.UnicodeScalarView, after count: Int) -> String.Index? {
        guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex) else {
            return nil
        }
        return end == scalars.endIndex ? nil : end
    }
}
