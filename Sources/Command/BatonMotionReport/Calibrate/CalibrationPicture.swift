// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion

/// Draws a calibration's curve as SVG: found shakes and other movements by the height of the bar, and the bars.
package struct CalibrationPicture {
    private static let width = 860.0
    private static let height = 430.0
    private static let frame = (left: 70.0, right: 800.0, top: 96.0, bottom: 330.0)

    private let curve: CalibrationCurve
    private let across: PlotScale
    private let up: PlotScale
    private var canvas = SVGCanvas(width: Self.width, height: Self.height)

    /// The picture as an SVG document.
    package static func svg(_ curve: CalibrationCurve) -> String {
        var picture = CalibrationPicture(curve)
        picture.draw()
        return picture.canvas.text
    }

    private init(_ curve: CalibrationCurve) {
        self.curve = curve
        across = PlotScale(curve.range, from: Self.frame.left, to: Self.frame.right)
        let most = Double(max(1, curve.shakes.count, curve.others.count))
        up = PlotScale(0...most, from: Self.frame.bottom, to: Self.frame.top)
    }

    private mutating func draw() {
        let frame = Self.frame
        canvas.rectangle(x: 0, y: 0, width: Self.width, height: Self.height, fill: PictureColor.paper)
        canvas.text(
            "Your shakes and other movement, by the height of the bar", x: frame.left, y: 36, size: 20,
            fill: PictureColor.ink, weight: 600)
        let heard = "\(curve.shakes.count) shakes, \(DecimalText.text(curve.seconds, 0)) s of other movement"
        canvas.text(heard, x: frame.left, y: 60, size: 13, fill: PictureColor.label)
        canvas.rectangle(
            x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top,
            fill: PictureColor.panel)
        axes()
        steps(curve.others, PictureColor.miss, "other movements taken for a shake", y: 388)
        steps(curve.shakes, PictureColor.ended, "shakes found", y: 406)
        for (index, bar) in curve.bars.enumerated() { draw(bar, row: index) }
    }

    private mutating func axes() {
        let frame = Self.frame
        for tick in up.ticks(5) where tick == tick.rounded() {
            canvas.line(frame.left, up.place(tick), frame.right, up.place(tick), stroke: PictureColor.grid)
            canvas.text(
                DecimalText.text(tick, 0), x: frame.left - 10, y: up.place(tick) + 4, fill: PictureColor.label,
                anchor: .end)
        }
        for tick in across.ticks(8) {
            canvas.text(
                DecimalText.short(tick), x: across.place(tick), y: frame.bottom + 18, fill: PictureColor.label,
                anchor: .middle)
        }
        canvas.text(
            "height of the bar above that of medium", x: frame.right, y: frame.bottom + 38, size: 12,
            fill: PictureColor.label, anchor: .end)
    }

    /// How many of the values are at or above each height, as steps.
    private mutating func steps(_ values: [Double], _ color: String, _ name: String, y: Double) {
        canvas.rectangle(x: Self.frame.left, y: y - 9, width: 14, height: 4, fill: color)
        canvas.text(name, x: Self.frame.left + 22, y: y - 3, size: 12, fill: PictureColor.ink)
        var count = Double(values.count)
        var points = [(x: Self.frame.left, y: up.place(count))]
        for value in values {
            let x = across.place(value)
            points.append((x, up.place(count)))
            count -= 1
            points.append((x, up.place(count)))
        }
        points.append((Self.frame.right, up.place(count)))
        canvas.path(points, stroke: color, width: 2.5)
    }

    private mutating func draw(_ bar: CalibrationCurve.Bar, row: Int) {
        let x = across.place(bar.height)
        let isOwn = ShakeSensitivity(rawValue: bar.name) == nil
        let color = isOwn ? PictureColor.score : PictureColor.lost
        canvas.line(
            x, Self.frame.top, x, Self.frame.bottom, stroke: color, width: isOwn ? 2.5 : 1.5, dash: isOwn ? "" : "4 4")
        let rate = ShakeSensitivity(rawValue: bar.name).flatMap { CalibrationCurve.rates[$0] }
        let text = rate.map { "\(bar.name), false \($0)" } ?? bar.name
        // Two bars may be near each other, so each label has a height of its own.
        canvas.text(
            text, x: x + 4, y: Self.frame.bottom - 12 - Double(row) * 16, size: 11,
            fill: isOwn ? color : PictureColor.label, weight: isOwn ? 600 : 400)
    }
}
