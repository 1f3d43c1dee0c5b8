// SPDX-License-Identifier: Apache-2.0

/// A signal that is drawn as its values come: a narrow column for each, the newest at the right.
///
/// Columns on whole pixels cost cairo a fraction of a line with its joins, and there are thirty pictures a second.
///
/// For example:
/// ```swift
/// let plot = Plot(name: "The movement of the last four seconds")
/// plot.show([0, 0.5, 1], upTo: 1)
/// ```
package final class Plot: Drawing {
    private var values: [Double] = []
    private var highest = 1.0

    /// A wide window has wider columns: more of them would cost more, and show what is long past.
    private static let (columns, narrowest) = (300.0, 2.0)

    /// - Parameter name: what a screen reader calls it.
    package init(name: String) { super.init(name: name, height: 120) }

    /// Draws other values, from the oldest to the newest, as many as there is room for; none is below 0.
    package func show(_ values: [Double], upTo highest: Double) {
        self.values = values
        if highest > 0 { self.highest = highest }
        redraw()
    }

    override func draw(_ pen: Pen) {
        pen.take(.accent)
        let column = max(Self.narrowest, (pen.width / Self.columns).rounded(.down))
        var x = pen.width.rounded(.down)
        for value in values.reversed() {
            x -= column
            guard x >= 0 else { break }
            let share = min(max(value / highest, 0), 1)
            // The least is a line at the bottom, so that the signal is seen to come.
            let height = max(1, (share * pen.height).rounded())
            pen.add(x: x, y: pen.height - height, width: column, height: height)
        }
        pen.fillPixels()
    }
}
