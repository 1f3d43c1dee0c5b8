// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonEvents
import BatonTouchscreen

/// Draws the paths of fingers on a panel as SVG, with the gestures that were recognized below.
package enum TouchesPicture {
    private static let width = 800.0
    private static let margin = 32.0
    private static let colors = ["#4f46e5", "#dc2626", "#059669", "#d97706", "#2563eb", "#9333ea"]

    /// The picture as an SVG document.
    @MainActor
    package static func svg(_ trace: TouchTrace) -> String {
        let size = trace.panel.size
        let scale = min((width - 2 * margin) / size.width, 600 / size.height)
        let (panelWidth, panelHeight) = (size.width * scale, size.height * scale)
        let entries = trace.entries.suffix(40)
        let bottom = 64 + panelHeight
        var canvas = SVGCanvas(width: width, height: bottom + 32 + 20 * Double(entries.count))
        canvas.rectangle(x: 0, y: 0, width: canvas.width, height: canvas.height, fill: PictureColor.paper)
        canvas.text(trace.panel.name, x: margin, y: 40, size: 20, fill: PictureColor.ink, weight: 600)
        canvas.rectangle(
            x: margin, y: 56, width: panelWidth, height: panelHeight, fill: PictureColor.panel, corner: 6)
        for (index, path) in trace.paths.enumerated() {
            let color = colors[index % colors.count]
            let points = path.points.map { (x: margin + $0.x * scale, y: 56 + $0.y * scale) }
            canvas.path(points, stroke: color, width: 3, opacity: 0.7)
            guard let first = points.first, let last = points.last else { continue }
            // Empty where the finger went down, filled where it went up.
            canvas.rectangle(
                x: first.x - 7, y: first.y - 7, width: 14, height: 14, fill: color, corner: 7, opacity: 0.4)
            canvas.rectangle(x: last.x - 4, y: last.y - 4, width: 8, height: 8, fill: color, corner: 4)
        }
        for (index, entry) in entries.enumerated() {
            let y = bottom + 24 + 20 * Double(index)
            let time = DecimalText.text(entry.time / .seconds(1), 3)
            canvas.text("\(time) s", x: margin + 64, y: y, size: 13, fill: PictureColor.label, anchor: .end)
            canvas.text(entry.gesture.text, x: margin + 80, y: y, size: 13, fill: PictureColor.ink)
        }
        return canvas.text
    }
}
