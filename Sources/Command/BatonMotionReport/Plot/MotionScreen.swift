// SPDX-License-Identifier: Apache-2.0

package import BatonDrawing
import BatonMotion
import BatonValues

/// Draws the live signal in a terminal: the newest seconds, with the newest sample at the right.
package struct MotionScreen {
    /// The smallest size that is drawn.
    package static let least = (columns: 40, rows: 12)
    private static let gutter = 6

    private let trace: MotionTrace
    private let seconds: Double
    private var canvas: TextCanvas
    private let time: ClosedRange<Double>
    private let plotColumns: Int
    private let upperRows: Int
    /// 0 in a low terminal: the header has the score too.
    private let scoreRows: Int
    private let lowerRows: Int

    /// The lines of the screen.
    ///
    /// - Parameter seconds: How much of the signal is shown.
    package static func lines(
        _ trace: MotionTrace, seconds: Double, columns: Int, rows: Int, colored: Bool
    ) -> [StyledText] {
        var screen = MotionScreen(trace, seconds, max(columns, least.columns), max(rows, least.rows))
        screen.draw()
        return screen.canvas.lines(colored: colored)
    }

    private init(_ trace: MotionTrace, _ seconds: Double, _ columns: Int, _ rows: Int) {
        self.trace = trace
        self.seconds = seconds
        canvas = TextCanvas(columns: columns, rows: rows)
        let end = trace.points.last?.time ?? seconds
        time = end - seconds...end
        plotColumns = columns - Self.gutter - (columns >= 72 ? 16 : 1)
        scoreRows = rows >= 20 ? (rows - 6) / 5 : 0
        let free = rows - 6 - (scoreRows > 0 ? scoreRows + 1 : 0)
        upperRows = max(3, free * 3 / 5)
        lowerRows = max(2, free - upperRows)
    }

    private mutating func draw() {
        header()
        ribbon(row: 2)
        upper(row: 3)
        let below = 4 + upperRows
        if scoreRows > 0 { score(row: below) }
        let last = scoreRows > 0 ? below + scoreRows + 1 : below
        lower(row: last)
        footer(row: last + lowerRows)
    }

    private mutating func header() {
        canvas.put(trace.source.isEmpty ? "sensor" : trace.source, column: 0, row: 0, .strong)
        var words = trace.details
        if let rate = trace.rate { words.insert("\(DecimalText.text(rate, 0)) Hz", at: 0) }
        canvas.put(words.joined(separator: " · "), column: max(trace.source.count, 6) + 2, row: 0, .dim)
        canvas.put(trace.poses.last?.name ?? "", before: canvas.columns, row: 0, .strong)
        let state: (String, TerminalColor) =
            trace.isShaking ? ("● shaking", .magenta) : trace.points.isEmpty ? ("waiting", .dim) : ("○ no shake", .dim)
        canvas.put(state.0, column: 0, row: 1, state.1)
        if let last = trace.points.last {
            let magnitude = "now \(DecimalText.padded(DecimalText.text(last.magnitude), to: 5)) m/s²"
            canvas.put(magnitude, column: 14, row: 1, .magenta)
            let isReached = last.score.map { $0 >= last.bar } ?? false
            canvas.put(
                MotionSummary.score(last.score, last.bar), column: 16 + magnitude.count, row: 1,
                isReached ? .green : .cyan)
        }
    }

    private mutating func ribbon(row: Int) {
        let scale = PlotScale(time, from: 0, to: Double(plotColumns))
        for shake in trace.shakes {
            let first = Int(clamping: scale.place(shake.began))
            let last = max(first + 1, Int(clamping: scale.place(shake.end).rounded(.up)))
            let color = TerminalColor.of(shake.outcome)
            canvas.put(String(repeating: "▄", count: last - first), column: Self.gutter + first, row: row, color)
        }
    }

    private mutating func upper(row: Int) {
        var dots = BrailleCanvas(columns: plotColumns, rows: upperRows)
        let scale = PlotScale(0...PlotRange.magnitude(trace), from: Double(dots.height - 1), to: 0)
        dots.line(points(dots, scale) { $0.magnitude }, .magenta)
        grid(scale, ticks: max(2, upperRows / 3), row: row, rows: upperRows)
        dots.draw(on: &canvas, column: Self.gutter, row: row)
    }

    private mutating func score(row: Int) {
        var dots = BrailleCanvas(columns: plotColumns, rows: scoreRows)
        let scale = PlotScale(PlotRange.score(trace), from: Double(dots.height - 1), to: 0)
        // Where there is no score nothing moves, or little is known yet: least like a shake.
        dots.line(points(dots, scale) { $0.score ?? -.infinity }, .cyan)
        grid(scale, ticks: max(1, scoreRows / 2), row: row, rows: scoreRows)
        if let bar = trace.points.last?.bar {
            let line = row + Int(clamping: scale.place(bar)) / 4
            canvas.put(String(repeating: "╌", count: plotColumns), column: Self.gutter, row: line, .dim)
            // A tick's number in this row would be read as that of the line.
            let number = DecimalText.padded(DecimalText.text(bar), to: Self.gutter - 1)
            canvas.put(number, before: Self.gutter - 1, row: line, .dim)
            canvas.put(" a shake \(DecimalText.text(bar))", column: Self.gutter + plotColumns, row: line, .dim)
        }
        dots.draw(on: &canvas, column: Self.gutter, row: row)
    }

    private mutating func lower(row: Int) {
        var dots = BrailleCanvas(columns: plotColumns, rows: lowerRows)
        let scale = PlotScale(PlotRange.axes(trace), from: Double(dots.height - 1), to: 0)
        let axes: [(String, TerminalColor, (MotionTrace.Point) -> Double)] = [
            ("x", .red, { $0.x }), ("y", .green, { $0.y }), ("z", .blue, { $0.z }),
        ]
        grid(scale, ticks: max(2, lowerRows / 2), row: row, rows: lowerRows)
        for (_, color, value) in axes { dots.line(points(dots, scale, value), color) }
        dots.draw(on: &canvas, column: Self.gutter, row: row)
        guard let last = trace.points.last, canvas.columns >= 72 else { return }
        for (index, (name, color, value)) in axes.enumerated() where index < lowerRows {
            let text = " \(name) \(DecimalText.padded(DecimalText.text(value(last)), to: 6))"
            canvas.put(text, column: Self.gutter + plotColumns, row: row + index, color)
        }
    }

    private mutating func grid(_ scale: PlotScale, ticks: Int, row: Int, rows: Int) {
        let digits = scale.digits(ticks)
        for tick in scale.ticks(ticks) {
            let line = row + min(rows - 1, Int(clamping: scale.place(tick)) / 4)
            canvas.put(DecimalText.text(tick, digits), before: Self.gutter - 1, row: line, .dim)
            for column in 0..<plotColumns where column % 4 == 0 {
                canvas.put("·", column: Self.gutter + column, row: line, .dim)
            }
        }
    }

    private mutating func footer(row: Int) {
        let scale = PlotScale(-seconds...0, from: 0, to: Double(plotColumns - 1))
        for tick in scale.ticks(max(2, plotColumns / 12)) {
            let text = tick == 0 ? "now" : "\(DecimalText.short(tick, 1)) s"
            let column = Self.gutter + Int(clamping: scale.place(tick)) - text.count / 2
            canvas.put(
                text, column: max(Self.gutter, min(column, Self.gutter + plotColumns - text.count)), row: row, .dim)
        }
        var column = 0
        for shake in trace.shakes.suffix(3).reversed() {
            let text = "\(DecimalText.text(shake.began)) s \(MotionSummary.label(shake))   "
            canvas.put(text, column: column, row: row + 1, TerminalColor.of(shake.outcome))
            column += text.count
        }
        let lost = trace.losses.reduce(0) { $0 + $1.count }
        if lost > 0 { canvas.put("\(lost) lost", before: canvas.columns, row: row + 1, .yellow) }
    }

    private func points(
        _ dots: BrailleCanvas, _ scale: PlotScale, _ value: (MotionTrace.Point) -> Double
    ) -> [(x: Double, y: Double)] {
        let across = PlotScale(time, from: 0, to: Double(dots.width - 1))
        return trace.points.drop { $0.time < time.lowerBound }.map { (across.place($0.time), scale.place(value($0))) }
    }
}
