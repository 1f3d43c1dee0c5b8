// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// The lines of an advice below a row. An advice is a sentence, a command, or a sentence that ends in a command after a colon.
///
/// Every line begins in the row's column. A command that is longer than the rest of the line goes on below with a backslash at the
/// end, as a shell reads it, so that it can be copied at any width.
///
/// For example:
/// ```swift
/// AdviceText.lines("start it: systemctl --user start batond", at: 10, columns: 80)
/// ```
package enum AdviceText {
    private static let arrow = "→ "

    /// - Parameters:
    ///   - column: where the row's text begins.
    ///   - columns: the terminal's width; nil: lines are not wrapped.
    package static func lines(_ advice: String, at column: Int, columns: Int?) -> [String] {
        guard !advice.isEmpty else { return [] }
        let blank = String(repeating: " ", count: column)
        let indent = column + arrow.count
        return parts(of: advice, isLong: advice.count + indent > columns ?? .max).enumerated().flatMap { part in
            let lines =
                Advice.isCommand(part.element)
                ? command(part.element, columns: columns, indentedBy: indent)
                : WrappedText.lines(part.element, columns: columns, indentedBy: indent)
            return lines.enumerated().map { line in
                blank + (part.offset + line.offset == 0 ? arrow : "  ") + line.element
            }
        }
    }

    /// A long advice is divided before its command.
    private static func parts(of advice: String, isLong: Bool) -> [String] {
        let divided = Advice(advice)
        guard isLong, let command = divided.command, !divided.sentence.isEmpty else { return [advice] }
        return [divided.sentence, command]
    }

    private static func command(_ text: String, columns: Int?, indentedBy indent: Int) -> [String] {
        guard let columns, text.count > columns - indent else { return [text] }
        let lines = WrappedText.lines(text, columns: max(columns - 2, indent + 24), indentedBy: indent)
        return lines.enumerated().map { $0.offset < lines.count - 1 ? $0.element + " \\" : $0.element }
    }
}
