// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Testing

/// The rectangles of characters and dots that a terminal shows.
@Suite struct CanvasTests {
    @Test("text outside of the rectangle is cut off, on each side")
    func cuts() {
        var canvas = TextCanvas(columns: 5, rows: 2)
        canvas.put("abc", column: -1, row: 0)
        canvas.put("xyz", column: 3, row: 0)
        for row in [-1, 2] { canvas.put("no", column: 0, row: row) }
        canvas.put("12", before: 5, row: 1)
        #expect(canvas.lines(colored: false).map(\.plain) == ["bc xy", "   12"])
        #expect(canvas.isBlank(column: 2, row: 0) && !canvas.isBlank(column: 0, row: 0))
        #expect(!canvas.isBlank(column: -1, row: 0) && !canvas.isBlank(column: 0, row: 2))
    }

    @Test("a rectangle of no size has one cell")
    func least() {
        var canvas = TextCanvas(columns: 0, rows: -3)
        canvas.put("ab", column: 0, row: 0)
        #expect(canvas.lines(colored: false).map(\.plain) == ["a"])
        #expect(BrailleCanvas(columns: -1, rows: 0).width == 2)
    }

    @Test("what would move the cursor or turn the text is shown, not obeyed")
    func misleading() {
        var canvas = TextCanvas(columns: 20, rows: 1)
        canvas.put("a\u{1b}[31mb\u{202e}c\n", column: 0, row: 0)
        let text = canvas.lines(colored: true).map(\.plain).joined()
        for scalar in ["\u{1b}", "\u{202e}", "\n"] as [Unicode.Scalar] {
            #expect(!text.unicodeScalars.contains(scalar))
        }
    }

    @Test("a color begins where it changes, and not for blanks")
    func colors() {
        var canvas = TextCanvas(columns: 5, rows: 1)
        canvas.put("a", column: 0, row: 0, .green)
        canvas.put("b", column: 2, row: 0, .green)
        canvas.put("c", column: 3, row: 0, .red)
        let line = canvas.lines(colored: true)[0].rendered { $0 }
        #expect(line == "\u{1b}[0;32ma b\u{1b}[0;31mc\u{1b}[0m")
        #expect(canvas.lines(colored: false)[0].rendered { $0 } == "a bc")
    }

    @Test("each of the eight dots of a cell is its own bit")
    func dots() {
        var seen: [String] = []
        for row in 0..<4 {
            for column in 0..<2 {
                var dots = BrailleCanvas(columns: 1, rows: 1)
                dots.set(column, row, .plain)
                var canvas = TextCanvas(columns: 1, rows: 1)
                dots.draw(on: &canvas, column: 0, row: 0)
                seen.append(canvas.lines(colored: false)[0].plain)
            }
        }
        #expect(seen == ["⠁", "⠈", "⠂", "⠐", "⠄", "⠠", "⡀", "⢀"])
    }

    @Test("a line has no gap, and places that are not numbers or far away are left out")
    func lines() {
        var dots = BrailleCanvas(columns: 4, rows: 2)
        dots.line([(0, 7), (.nan, 0), (1e300, 2), (7, 0)], .plain)
        var canvas = TextCanvas(columns: 4, rows: 2)
        dots.draw(on: &canvas, column: 0, row: 0)
        #expect(canvas.lines(colored: false).map(\.plain) == ["  ⡠⠊", "⡠⠊"])
        var outside = BrailleCanvas(columns: 2, rows: 1)
        for (x, y) in [(-1, 0), (4, 0), (0, -1), (0, 4)] { outside.set(x, y, .plain) }
        var empty = TextCanvas(columns: 2, rows: 1)
        outside.draw(on: &empty, column: 0, row: 0)
        #expect(empty.lines(colored: false).map(\.plain) == [""])
    }

    @Test("of lines that lie on each other each is seen")
    func sharedCells() {
        var dots = BrailleCanvas(columns: 6, rows: 1)
        for color in [TerminalColor.red, .green, .blue] { dots.line([(0, 1), (11, 1)], color) }
        var canvas = TextCanvas(columns: 6, rows: 1)
        dots.draw(on: &canvas, column: 0, row: 0)
        let text = canvas.lines(colored: true)[0].rendered { $0 }
        for color in [TerminalColor.red, .green, .blue] { #expect(text.contains(color.sequence), "\(color)") }
    }
}
