// SPDX-License-Identifier: Apache-2.0

/// A line in runs of one style each.
///
/// The escape sequences are made when the line is printed, from the runs' colors alone: text cannot contain any.
package struct StyledText: Hashable, Sendable {
    struct Run: Hashable {
        var text: String
        var color: TerminalColor
    }

    private(set) var runs: [Run] = []

    /// A line of one style.
    package init(_ text: String = "", _ color: TerminalColor = .plain) { append(text, color) }

    /// Adds a text in a style.
    package mutating func append(_ text: String, _ color: TerminalColor = .plain) {
        if runs.last?.color == color {
            runs[runs.count - 1].text += text
        } else if !text.isEmpty {
            runs.append(Run(text: text, color: color))
        }
    }

    /// Adds another line's runs.
    package mutating func append(_ other: StyledText) {
        for run in other.runs { append(run.text, run.color) }
    }

    /// Removes trailing blanks.
    package mutating func trimEnd() {
        while let last = runs.last {
            let kept = last.text.reversed().drop { $0 == " " }
            if !kept.isEmpty {
                runs[runs.count - 1].text = String(kept.reversed())
                return
            }
            runs.removeLast()
        }
    }

    /// The line with bold and dim only, which are no colors.
    package var withoutColors: StyledText {
        var line = StyledText()
        for run in runs { line.append(run.text, run.color == .strong || run.color == .dim ? run.color : .plain) }
        return line
    }

    /// The text alone.
    package var plain: String { runs.map(\.text).joined() }

    /// The line with the escape sequences of its styles; the last one resets the style.
    ///
    /// - Parameter clean: called for the text of each run.
    package func rendered(_ clean: (String) -> String) -> String {
        var line = ""
        var color = TerminalColor.plain
        for run in runs {
            if run.color != color { line += run.color.sequence }
            color = run.color
            line += clean(run.text)
        }
        return color == .plain ? line : line + TerminalColor.plain.sequence
    }
}
