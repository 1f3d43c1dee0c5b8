// SPDX-License-Identifier: Apache-2.0

/// Marks beside each other that fill one after the other, such as what is counted.
///
/// For example:
/// ```swift
/// let marks = Marks(name: "Shakes")
/// marks.show([.full, .crossed, .empty])
/// ```
package final class Marks: Drawing {
    /// How a mark looks.
    package enum Mark: Equatable {
        /// A ring.
        case empty
        /// A disc.
        case full
        /// A ring with a cross in it.
        case crossed
    }

    private var marks: [Mark] = []

    private static let (room, radius) = (22.0, 7.0)

    /// - Parameter name: what a screen reader calls it.
    package init(name: String) { super.init(name: name, width: 110, height: 22) }

    /// Shows other marks.
    package func show(_ marks: [Mark]) {
        guard marks != self.marks else { return }
        self.marks = marks
        redraw()
    }

    override func draw(_ pen: Pen) {
        for (place, mark) in marks.enumerated() {
            let order = pen.isRightToLeft ? marks.count - 1 - place : place
            let (x, y) = ((Double(order) + 0.5) * Self.room, pen.height / 2)
            pen.take(mark == .full ? .accent : mark == .crossed ? .warning : .text, opacity: mark == .empty ? 0.5 : 1)
            pen.circle(x: x, y: y, radius: Self.radius, isFilled: mark == .full)
            guard mark == .crossed else { continue }
            pen.line(through: [(x: x - 3, y: y - 3), (x: x + 3, y: y + 3)])
            pen.line(through: [(x: x - 3, y: y + 3), (x: x + 3, y: y - 3)])
        }
    }
}
