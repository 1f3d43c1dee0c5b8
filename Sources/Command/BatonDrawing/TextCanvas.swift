// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// A rectangle of colored characters; text outside of it is cut off.
package struct TextCanvas {
    private struct Cell {
        var character: Character = " "
        var color = TerminalColor.plain
    }

    package let columns: Int
    package let rows: Int
    private var cells: [Cell]

    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = Array(repeating: Cell(), count: self.columns * self.rows)
    }

    package mutating func put(_ text: String, column: Int, row: Int, _ color: TerminalColor = .plain) {
        guard row >= 0, row < rows else { return }
        for (offset, character) in text.shown().enumerated() where column + offset >= 0 && column + offset < columns {
            cells[row * columns + column + offset] = Cell(character: character, color: color)
        }
    }

    /// Puts a text so that it ends before `column`.
    package mutating func put(_ text: String, before column: Int, row: Int, _ color: TerminalColor = .plain) {
        put(text, column: column - text.count, row: row, color)
    }

    /// Whether the cell is blank.
    package func isBlank(column: Int, row: Int) -> Bool {
        guard row >= 0, row < rows, column >= 0, column < columns else { return false }
        return cells[row * columns + column].character == " "
    }

    /// The rows, each with its colors and without trailing blanks.
    package func lines(colored: Bool) -> [StyledText] {
        (0..<rows).map { row in
            var line = StyledText()
            var color = TerminalColor.plain
            let cells = cells[row * columns..<(row + 1) * columns]
            let end = cells.lastIndex { $0.character != " " }.map { $0 + 1 } ?? cells.startIndex
            for cell in cells[..<end] {
                if colored, cell.character != " " { color = cell.color }
                line.append(String(cell.character), color)
            }
            return line
        }
    }
}
