// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Text in columns.
///
/// For example:
/// ```swift
/// Columns.aligned([["mpv", "Playing"], ["firefox", "Paused"]])   // ["mpv      Playing", "firefox  Paused"]
/// ```
package enum Columns {
    /// The blanks between two columns.
    private static let gap = 2
    /// No column is made narrower than this.
    private static let least = 8
    /// No other row is filled up with blanks beyond this for one that is longer.
    private static let mostFilled = 100
    /// What follows a row that has no room beside the others is indented by this.
    private static let indent = "    "

    /// The rows with aligned columns.
    package static func aligned(_ rows: [[String]]) -> [String] { rows.map { line($0, widths(rows)) } }

    /// The rows with aligned columns, in lines that have room in a terminal.
    ///
    /// Where the last column has not room beside the others it follows in lines of its own, and the widest of the others are cut. Of a
    /// title's many characters the first ones are enough; a sentence is never cut.
    ///
    /// - Parameter columns: the width of the terminal; nil for a pipe, which gets each row whole and in a line.
    package static func fitted(_ rows: [[String]], _ columns: Int?) -> [String] {
        let rows = rows.map { $0.map { $0.shown() } }
        var widths = widths(rows)
        let natural = widths.reduce(0, +) + gap * max(0, widths.count - 1)
        guard let columns, natural > columns, widths.count > 1 else { return aligned(rows) }
        let last = widths.removeLast()
        let room = columns - gap * (widths.count - 1)
        let isBeside = widths.map { min($0, 2 * least) }.reduce(0, +) + gap + min(last, 2 * least) <= room
        shrink(&widths, to: isBeside ? max(room - gap - last, room * 2 / 3) : room)
        let start = widths.reduce(0, +) + gap * widths.count
        return rows.flatMap { row -> [String] in
            let head = line(row.dropLast().enumerated().map { cut($1, to: widths[$0]) }, widths)
            let sentence = row.last ?? ""
            guard isBeside else {
                return [head]
                    + WrappedText.lines(sentence, columns: columns, indentedBy: indent.count).map { indent + $0 }
            }
            let parts = lines(sentence, columns: columns - start)
            let blank = String(repeating: " ", count: start)
            let first = head + String(repeating: " ", count: max(0, start - head.count)) + (parts.first ?? "")
            return [trimmed(first)] + parts.dropFirst().map { blank + $0 }
        }
    }

    private static func widths(_ rows: [[String]]) -> [Int] {
        var widths: [Int] = []
        for row in rows {
            for (column, text) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], text.count)
            }
        }
        return widths
    }

    private static func line(_ row: [String], _ widths: [Int]) -> String {
        var line = ""
        for (column, text) in row.enumerated() {
            line += text
            if column < row.count - 1 {
                line += String(repeating: " ", count: max(0, min(widths[column], mostFilled) - text.count) + gap)
            }
        }
        return trimmed(line)
    }

    private static func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }

    /// Makes the widest column narrower until all have room.
    private static func shrink(_ widths: inout [Int], to room: Int) {
        while widths.reduce(0, +) > room {
            guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > least else {
                return
            }
            widths[widest] -= 1
        }
    }

    private static func cut(_ text: String, to width: Int) -> String {
        text.count <= width ? text : String(text.prefix(width - 1)) + "…"
    }

    /// A sentence in lines, also in a narrow column; a word that has no room is not broken.
    private static func lines(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
