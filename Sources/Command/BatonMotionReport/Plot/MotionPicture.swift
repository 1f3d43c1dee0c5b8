// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonValues

/// Draws a trace as SVG: the strength of the movement above, the score in the middle, the three axes
/// below, shakes as bands through all.
package struct MotionPicture {
    private static let width = 1280.0
    private static let height = 716.0
    private static let left = 64.0
    private static let right = 1120.0
    private static let upper = (top: 142.0, bottom: 362.0)
    private static let middle = (top: 390.0, bottom: 466.0)
    private static let lower = (top: 492.0, bottom: 638.0)
    private static let strip = (top: 648.0, bottom: 670.0)
    private static let columns = Int(clamping: right - left)
    private static let frames = [upper, middle, lower]

    private let trace: MotionTrace
    private let time: PlotScale
    private let magnitude: PlotScale
    private let score: PlotScale
    private let axes: PlotScale
    private var canvas = SVGCanvas(width: Self.width, height: Self.height)

    package init(_ trace: MotionTrace) {
        self.trace = trace
        time = PlotScale(trace.span, from: Self.left, to: Self.right)
        magnitude = PlotScale(0...PlotRange.magnitude(trace), from: Self.upper.bottom, to: Self.upper.top)
        score = PlotScale(PlotRange.score(trace), from: Self.middle.bottom, to: Self.middle.top)
        axes = PlotScale(PlotRange.axes(trace), from: Self.lower.bottom, to: Self.lower.top)
    }

    /// The picture as an SVG document.
    package static func svg(_ trace: MotionTrace) -> String {
        var picture = MotionPicture(trace)
        picture.draw()
        return picture.canvas.text
    }

    private mutating func draw() {
        canvas.rectangle(x: 0, y: 0, width: Self.width, height: Self.height, fill: PictureColor.paper)
        header()
        panel(Self.upper, magnitude, ticks: 5)
        panel(Self.middle, score, ticks: 4)
        panel(Self.lower, axes, ticks: 5)
        titles()
        timeAxis()
        losses()
        bands()
        drawMagnitude()
        drawScore()
        drawAxes()
        poses()
    }

    // MARK: Frame

    private mutating func header() {
        canvas.text(
            MotionSummary.title(trace), x: Self.left, y: 40, size: 22, fill: PictureColor.ink, weight: 600)
        let words = [trace.source] + trace.details
        canvas.text(
            words.filter { !$0.isEmpty }.joined(separator: "  ·  "), x: Self.left, y: 63, size: 13,
            fill: PictureColor.label)
    }

    private mutating func panel(
        _ frame: (top: Double, bottom: Double), _ scale: PlotScale, ticks: Int
    ) {
        canvas.rectangle(
            x: Self.left, y: frame.top, width: Self.right - Self.left, height: frame.bottom - frame.top,
            fill: PictureColor.panel)
        let digits = scale.digits(ticks)
        for tick in scale.ticks(ticks) {
            let y = scale.place(tick)
            let isZero = abs(tick) < 1e-9
            canvas.line(
                Self.left, y, Self.right, y, stroke: isZero ? PictureColor.lost : PictureColor.grid, width: 1)
            canvas.text(
                DecimalText.text(isZero ? 0 : tick, digits), x: Self.left - 10, y: y + 4, fill: PictureColor.label,
                anchor: .end)
        }
    }

    private mutating func titles() {
        let titles = [
            (96.0, "acceleration without gravity, m/s²"),
            (Self.middle.top - 7, "score: how much the last 0.6 s are like a shake"),
            (Self.lower.top - 7, "acceleration along the axes, gravity included, m/s²"),
        ]
        for (y, title) in titles { canvas.text(title, x: Self.left, y: y, size: 12, fill: PictureColor.label) }
    }

    private mutating func timeAxis() {
        let digits = time.digits(10)
        for tick in time.ticks(10) {
            let x = time.place(tick)
            for frame in Self.frames {
                canvas.line(x, frame.top, x, frame.bottom, stroke: PictureColor.grid)
            }
            canvas.text(
                DecimalText.text(tick, digits), x: x, y: Self.strip.bottom + 22, fill: PictureColor.label,
                anchor: .middle)
        }
        canvas.text("seconds", x: Self.right + 14, y: Self.strip.bottom + 22, fill: PictureColor.label)
    }

    // MARK: Shakes

    private mutating func bands() {
        var labels: [(text: String, at: Double, color: String, weight: Int)] = []
        for shake in trace.shakes {
            let color = PictureColor.of(shake.outcome)
            band(shake.began, shake.end, color: color, opacity: 0.13)
            // What was looked at when the shake was recognized.
            band(shake.began - shake.window, shake.began, color: PictureColor.score, opacity: 0.1)
            for x in [time.place(shake.began), time.place(shake.end)] {
                for frame in Self.frames {
                    canvas.line(x, frame.top, x, frame.bottom, stroke: color, width: 1.25, opacity: 0.7)
                }
            }
            labels.append((MotionSummary.label(shake), (shake.began + shake.end) / 2, color, 600))
        }
        for miss in trace.misses {
            band(miss.start, miss.end, color: PictureColor.miss, opacity: 0.08)
            labels.append((miss.label, (miss.start + miss.end) / 2, PictureColor.miss, 400))
        }
        var row = LabelRow(from: Self.left, to: Self.right, rows: 2)
        for label in labels.sorted(by: { $0.at < $1.at }) {
            self.label(label.text, label.at, label.color, weight: label.weight, &row)
        }
    }

    private mutating func band(_ start: Double, _ end: Double, color: String, opacity: Double) {
        let x = time.place(start)
        let width = max(2, time.place(end) - x)
        for frame in Self.frames {
            canvas.rectangle(
                x: x, y: frame.top, width: width, height: frame.bottom - frame.top, fill: color, opacity: opacity)
        }
    }

    private mutating func label(
        _ text: String, _ at: Double, _ color: String, weight: Int, _ row: inout LabelRow
    ) {
        guard let place = row.place(width: Double(text.count) * 6.9, at: time.place(at)) else { return }
        canvas.text(
            text, x: place.middle, y: Self.upper.top - 8 - Double(place.row) * 16, size: 12.5, fill: color,
            anchor: .middle, weight: weight)
    }

    private mutating func losses() {
        for loss in trace.losses {
            let x = time.place(loss.time)
            canvas.line(
                x, Self.upper.top, x, Self.lower.bottom, stroke: PictureColor.lost, width: 2, dash: "2 3")
            canvas.text(
                "\(loss.count) lost", x: x + 4, y: Self.upper.bottom - 6, size: 11, fill: PictureColor.label)
        }
    }

    // MARK: Signal

    private mutating func drawMagnitude() {
        let points = line(magnitude) { $0.magnitude }
        canvas.path(points, fill: PictureColor.magnitude, base: Self.upper.bottom, opacity: 0.12)
        canvas.path(points, stroke: PictureColor.magnitude, width: 1.4)
    }

    private mutating func drawScore() {
        // Where there is no score nothing moves, or little is known yet: least like a shake.
        let points = line(score) { $0.score ?? -.infinity }
        canvas.path(points, fill: PictureColor.score, base: Self.middle.bottom, opacity: 0.2)
        canvas.path(points, stroke: PictureColor.score, width: 1.4)
        // Before the second sample there is no bar.
        let bars = trace.points.filter { $0.bar != 0 }.map { (x: time.place($0.time), y: score.place($0.bar)) }
        canvas.path(Envelope.thinned(bars, columns: Self.columns), stroke: PictureColor.score, width: 1.1, dash: "5 4")
        guard let bar = trace.points.last?.bar else { return }
        canvas.text("a shake", x: Self.right + 10, y: score.place(bar) + 4, fill: PictureColor.score)
    }

    private mutating func drawAxes() {
        var stack = LabelStack(from: Self.lower.top + 6, to: Self.lower.bottom)
        let all: [(String, String, (MotionTrace.Point) -> Double)] = [
            ("x  to the right", PictureColor.x, { $0.x }), ("y  to the top", PictureColor.y, { $0.y }),
            ("z  out of the screen", PictureColor.z, { $0.z }),
        ]
        for (_, color, value) in all { canvas.path(line(axes, value), stroke: color, width: 1.3, opacity: 0.9) }
        let named = all.map { name, color, value in
            (name: name, color: color, y: axes.place(MotionSummary.recentMean(trace, value)))
        }
        for label in named.sorted(by: { $0.y < $1.y }) {
            canvas.text(label.name, x: Self.right + 10, y: stack.add(label.y) + 4, fill: label.color, weight: 600)
        }
    }

    private func line(
        _ scale: PlotScale, _ value: (MotionTrace.Point) -> Double
    ) -> [(x: Double, y: Double)] {
        Envelope.thinned(
            trace.points.map { (time.place($0.time), scale.place(value($0))) },
            columns: Self.columns)
    }

    private mutating func poses() {
        let ends = trace.poses.dropFirst().map(\.time) + [trace.span.upperBound]
        for (pose, end) in zip(trace.poses, ends) {
            let x = time.place(pose.time)
            let width = time.place(end) - x
            guard width >= 1 else { continue }
            canvas.rectangle(
                x: x + 0.5, y: Self.strip.top, width: width - 1, height: Self.strip.bottom - Self.strip.top,
                fill: PictureColor.grid, corner: 4)
            guard Double(pose.name.count) * 6.8 + 8 < width else { continue }
            canvas.text(
                pose.name, x: x + width / 2, y: Self.strip.bottom - 7, fill: PictureColor.label, anchor: .middle)
        }
        if !trace.poses.isEmpty {
            canvas.text("held", x: Self.right + 10, y: Self.strip.bottom - 7, fill: PictureColor.label)
        }
    }
}
