// SPDX-License-Identifier: Apache-2.0

/// Draws lines in the terminal with the eight dots of the Braille characters: two across and four down in each cell.
package struct BrailleCanvas {
    package let columns: Int
    package let rows: Int
    private var dots: [UInt8]
    private var colors: [TerminalColor]
    /// How many lines go through each cell, and the color of the last one.
    private var lines: [(count: Int, last: TerminalColor)]

    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        dots = Array(repeating: 0, count: self.columns * self.rows)
        colors = Array(repeating: .plain, count: self.columns * self.rows)
        lines = Array(repeating: (0, .plain), count: self.columns * self.rows)
    }

    /// The number of dots across.
    package var width: Int { columns * 2 }
    /// The number of dots down.
    package var height: Int { rows * 4 }

    /// Sets a dot, counted from the top left; a dot outside is ignored.
    package mutating func set(_ x: Int, _ y: Int, _ color: TerminalColor) {
        guard x >= 0, x < width, y >= 0, y < height else { return }
        let cell = y / 4 * columns + x / 2
        dots[cell] |= Self.bits[y % 4 * 2 + x % 2]
        guard lines[cell].count == 0 || lines[cell].last != color else { return }
        // A cell has one color. Of three lines in the same cells each has the color of every third one.
        if lines[cell].count == 0 || cell % columns % 3 == lines[cell].count % 3 { colors[cell] = color }
        lines[cell] = (lines[cell].count + 1, color)
    }

    /// A line through the points, in dots; each column of dots is drawn from the lowest to the highest value in it.
    package mutating func line(_ points: [(x: Double, y: Double)], _ color: TerminalColor) {
        var previous: (x: Int, y: Int)?
        for point in points {
            guard point.x.magnitude < 1e6, point.y.magnitude < 1e6 else { continue }
            // fits: below a million.
            let (x, y) = (Int(point.x.rounded()), Int(point.y.rounded()))
            connect(previous ?? (x, y), (x, y), color)
            previous = (x, y)
        }
    }

    /// Copies the drawing to the canvas, at cells that have dots.
    package func draw(on canvas: inout TextCanvas, column: Int, row: Int) {
        for cell in dots.indices where dots[cell] != 0 {
            guard let scalar = Unicode.Scalar(0x2800 + UInt32(dots[cell])) else { continue }
            canvas.put(String(scalar), column: column + cell % columns, row: row + cell / columns, colors[cell])
        }
    }

    private mutating func connect(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int), _ color: TerminalColor) {
        let steps = max(abs(to.x - from.x), abs(to.y - from.y))
        guard steps > 0, steps <= width + height else { return set(to.x, to.y, color) }
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            // fits: no more than the distance of two places that fit.
            let right = Int((Double(to.x - from.x) * share).rounded())
            // fits: as above.
            let down = Int((Double(to.y - from.y) * share).rounded())
            set(from.x + right, from.y + down, color)
        }
    }

    /// The dots' bits in a Braille character, row by row.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
}
