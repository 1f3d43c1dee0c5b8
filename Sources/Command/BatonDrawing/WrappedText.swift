// SPDX-License-Identifier: Apache-2.0

/// Text in lines that fit into a terminal.
package enum WrappedText {
    /// In columns; narrower text is not wrapped, because the lines would have a word or two each.
    private static let leastWidth = 24

    /// The text in lines of at most `columns` less `indent`; one line if `columns` is nil. Several blanks within a line stay.
    ///
    /// A word that does not fit is not broken, because it may be a command to copy.
    package static func lines(_ text: some StringProtocol, columns: Int?, indentedBy indent: Int = 0) -> [String] {
        guard let columns, columns - indent >= leastWidth else { return text.isEmpty ? [] : [String(text)] }
        var lines: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let last = lines.last, last.count + 1 + word.count <= columns - indent {
                lines[lines.count - 1] = "\(last) \(word)"
            } else if !word.isEmpty {
                lines.append(String(word))
            }
        }
        return lines
    }
}
