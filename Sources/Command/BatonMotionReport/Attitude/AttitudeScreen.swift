// SPDX-License-Identifier: Apache-2.0

package import BatonDrawing

/// Draws the device in a terminal as it is turned, with the angles beside it.
package enum AttitudeScreen {
    /// The lines of the screen.
    ///
    /// - Parameter message: What is shown instead of the device while nothing is known.
    package static func lines(
        _ point: AttitudePoint?, message: String, columns: Int, rows: Int, colored: Bool
    ) -> [StyledText] {
        let (columns, rows) = (max(columns, MotionScreen.least.columns), max(rows, MotionScreen.least.rows))
        var canvas = TextCanvas(columns: columns, rows: rows)
        guard let point else {
            canvas.put(message, column: 0, row: 0, .dim)
            return canvas.lines(colored: colored)
        }
        var dots = BrailleCanvas(columns: columns, rows: rows - 3)
        AttitudeCube(point.attitude).draw(on: &dots)
        dots.draw(on: &canvas, column: 0, row: 2)
        var column = 0
        for (name, value) in point.degrees {
            let text = "\(name) \(DecimalText.padded(DecimalText.text(value), to: 6))°"
            canvas.put(text, column: column, row: 0, .strong)
            column += text.count + 3
        }
        let rate = (point.rate * point.rate).sum().squareRoot() * 180 / .pi
        let moved = (point.moved * point.moved).sum().squareRoot()
        canvas.put(
            "turns \(DecimalText.text(rate, 0)) °/s   moved \(DecimalText.text(moved, 2)) g", column: 0, row: 1, .dim)
        canvas.put("the purple edge is the top of the display; Ctrl-C ends", column: 0, row: rows - 1, .dim)
        return canvas.lines(colored: colored)
    }
}
