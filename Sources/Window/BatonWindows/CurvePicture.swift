// SPDX-License-Identifier: Apache-2.0

/// A curve with marked places, of which one is chosen. All places are parts of the width, from the left, and of the height, from below.
///
/// For example:
/// ```swift
/// let picture = CurvePicture(name: "Shakes found against false questions")
/// picture.show(line: [(0, 0.2), (1, 0.9)], steps: [(0.5, 0.6)], chosen: (0.5, 0.6), rules: [0.25])
/// ```
package final class CurvePicture: Drawing {
    /// A place in the picture.
    package typealias Place = (x: Double, y: Double)

    private var line: [Place] = []
    private var steps: [Place] = []
    private var chosen: Place = (0, 0)
    private var rules: [Double] = []

    /// - Parameter name: what a screen reader calls it.
    package init(name: String) { super.init(name: name, height: 140) }

    /// Draws another curve, with upright lines behind it.
    package func show(line: [Place], steps: [Place], chosen: Place, rules: [Double]) {
        (self.line, self.steps, self.chosen, self.rules) = (line, steps, chosen, rules)
        redraw()
    }

    override func draw(_ pen: Pen) {
        let margin = 8.0
        func point(_ place: Place) -> Place {
            (margin + place.x * (pen.width - 2 * margin), pen.height - margin - place.y * (pen.height - 2 * margin))
        }
        pen.take(.text, opacity: 0.3, thickness: 1)
        for rule in rules { pen.line(through: [point((rule, 0)), point((rule, 1))]) }
        pen.line(through: [point((0, 0)), point((1, 0))])
        pen.take(.text)
        pen.line(through: line.lazy.map(point))
        for step in steps {
            let place = point(step)
            pen.circle(x: place.x, y: place.y, radius: 4, isFilled: true)
        }
        let place = point(chosen)
        pen.take(.accent)
        pen.circle(x: place.x, y: place.y, radius: 6, isFilled: true)
    }
}
