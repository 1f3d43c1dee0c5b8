// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonEvents
import BatonTouchReport
import BatonTouchscreen
import BatonValues

/// Draws a panel's touches in a terminal: the paths of the fingers, what the recognizers do, and what they found.
@MainActor
struct TouchesScreen {
    /// The smallest size that is drawn.
    static let least = (columns: 48, rows: 14)
    private static let side = 24
    private static let colors: [TerminalColor] = [.magenta, .cyan, .green, .yellow, .blue, .red]

    private let trace: TouchTrace
    private var canvas: TextCanvas

    /// The lines of the screen.
    static func lines(_ trace: TouchTrace, columns: Int, rows: Int, colored: Bool) -> [StyledText] {
        var screen = TouchesScreen(
            trace: trace, canvas: TextCanvas(columns: max(columns, least.columns), rows: max(rows, least.rows)))
        screen.draw()
        return screen.canvas.lines(colored: colored)
    }

    private mutating func draw() {
        canvas.put(trace.panel.name, column: 0, row: 0, .strong)
        let down = trace.paths.count { $0.isDown }
        canvas.put("\(down) down", before: canvas.columns, row: 0, down > 0 ? .magenta : .dim)
        panel()
        let column = canvas.columns - Self.side + 2
        for (index, (name, activity)) in trace.board.activities.enumerated() {
            let color: TerminalColor =
                switch activity {
                case .active: .green
                case .waiting: .yellow
                case .possible: .plain
                case .failed: .dim
                }
            canvas.put(name, column: column, row: 2 + index, .dim)
            canvas.put(activity.rawValue, column: column + 12, row: 2 + index, color)
        }
        let first = 3 + trace.board.activities.count
        for (index, entry) in trace.entries.suffix(max(0, canvas.rows - first)).reversed().enumerated() {
            canvas.put(entry.gesture.text, column: column, row: first + index, index == 0 ? .green : .plain)
        }
    }

    /// The panel's area as large as fits, with its proportions: a character is twice as high as wide.
    private mutating func panel() {
        let (columns, rows) = (canvas.columns - Self.side - 2, canvas.rows - 3)
        let size = trace.panel.size
        let scale = min(Double(columns * 2) / size.width, Double(rows * 4) / size.height)
        var dots = BrailleCanvas(
            columns: Int(clamping: (size.width * scale / 2).rounded(.up)),
            rows: Int(clamping: (size.height * scale / 4).rounded(.up)))
        for (index, path) in trace.paths.enumerated() {
            let color = path.isDown ? Self.colors[index % Self.colors.count] : .dim
            dots.line(path.points.map { ($0.x * scale, $0.y * scale) }, color)
        }
        frame(columns: dots.columns, rows: dots.rows)
        dots.draw(on: &canvas, column: 1, row: 2)
        for path in trace.paths where path.isDown {
            // A panel may report a place outside of what it said it has.
            guard let place = path.points.last, (0...size.width).contains(place.x), (0...size.height).contains(place.y)
            else { continue }
            let (column, row) = (Int(clamping: place.x * scale / 2), Int(clamping: place.y * scale / 4))
            canvas.put("●", column: 1 + column, row: 2 + row, .strong)
        }
    }

    private mutating func frame(columns: Int, rows: Int) {
        let edge = String(repeating: "─", count: columns)
        canvas.put("┌\(edge)┐", column: 0, row: 1, .dim)
        canvas.put("└\(edge)┘", column: 0, row: 2 + rows, .dim)
        for row in 0..<rows {
            canvas.put("│", column: 0, row: 2 + row, .dim)
            canvas.put("│", column: 1 + columns, row: 2 + row, .dim)
        }
    }
}
