// SPDX-License-Identifier: Apache-2.0

/// A bar that fills, with a line that it may reach. For what changes many times a second: a screen reader is told nothing of it.
///
/// For example:
/// ```swift
/// let meter = Meter(name: "Score")
/// meter.show(0.4, line: 0.7)
/// ```
package final class Meter: Drawing {
    private var value = 0.0
    private var line: Double?

    /// - Parameter name: what a screen reader calls it.
    package init(name: String) { super.init(name: name, width: 150, height: 14) }

    /// Fills another part of it.
    ///
    /// - Parameter line: where the line is; nil for none.
    package func show(_ value: Double, line: Double? = nil) {
        let value = min(max(value, 0), 1)
        guard value != self.value || line != self.line else { return }
        (self.value, self.line) = (value, line)
        redraw()
    }

    override func draw(_ pen: Pen) {
        func x(_ share: Double) -> Double { pen.isRightToLeft ? (1 - share) * pen.width : share * pen.width }
        pen.take(.text, opacity: 0.15)
        pen.rectangle(x: 0, y: 3, width: pen.width, height: pen.height - 6)
        pen.take(line.map { value >= $0 } == true ? .success : .accent)
        pen.rectangle(x: min(x(0), x(value)), y: 3, width: value * pen.width, height: pen.height - 6)
        guard let line else { return }
        pen.take(.text)
        pen.line(through: [(x: x(line), y: 0), (x: x(line), y: pen.height)])
    }
}
