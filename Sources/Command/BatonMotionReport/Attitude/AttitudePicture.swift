// SPDX-License-Identifier: Apache-2.0

import BatonDrawing

/// Draws the three angles over time.
package enum AttitudePicture {
    private static let size = (width: 960.0, height: 360.0)
    private static let margin = (left: 56.0, right: 24.0, top: 44.0, bottom: 36.0)
    private static let colors = ["#7a5195", "#00798c", "#d1495b"]

    /// The picture as SVG.
    ///
    /// - Parameter points: At least two, in the order of time.
    package static func svg(_ points: [AttitudePoint]) -> String {
        var canvas = SVGCanvas(width: size.width, height: size.height)
        canvas.rectangle(x: 0, y: 0, width: size.width, height: size.height, fill: "#ffffff")
        let begin = points.first?.time ?? 0
        let end = max((points.last?.time ?? 1) - begin, 0.1)
        let across = PlotScale(0...end, from: margin.left, to: size.width - margin.right)
        let down = PlotScale(-180...180, from: size.height - margin.bottom, to: margin.top)
        for angle in stride(from: -180.0, through: 180, by: 90) {
            let y = down.place(angle)
            canvas.line(margin.left, y, size.width - margin.right, y, stroke: "#dddddd")
            canvas.text("\(DecimalText.text(angle, 0))°", x: margin.left - 8, y: y + 4, fill: "#555555", anchor: .end)
        }
        for tick in across.ticks(8) {
            canvas.text(
                "\(DecimalText.short(tick, 1)) s", x: across.place(tick), y: size.height - 12, fill: "#555555",
                anchor: .middle)
        }
        let names = points.first?.degrees.map(\.name) ?? []
        for (index, name) in names.enumerated() {
            canvas.text(
                name, x: margin.left + Double(index) * 72, y: 24, size: 14, fill: colors[index % 3], weight: 600)
            for part in parts(points.map { ($0.time - begin, $0.degrees[index].value) }) {
                canvas.path(part.map { (across.place($0.0), down.place($0.1)) }, stroke: colors[index % 3])
            }
        }
        return canvas.text
    }

    /// Where an angle passes 180° a new line begins.
    private static func parts(_ points: [(Double, Double)]) -> [[(Double, Double)]] {
        var parts: [[(Double, Double)]] = []
        for point in points {
            if let last = parts.last?.last, abs(last.1 - point.1) < 180 {
                parts[parts.count - 1].append(point)
            } else {
                parts.append([point])
            }
        }
        return parts
    }
}
