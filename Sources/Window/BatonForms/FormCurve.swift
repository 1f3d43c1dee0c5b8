// SPDX-License-Identifier: Apache-2.0

/// A curve with marked places on it, as a picture: what can be gained for what it costs.
///
/// For example:
/// ```swift
/// let curve = FormCurve(
///     line: [.init(x: 0, y: 0.2), .init(x: 1, y: 0.9)], steps: [], chosen: .init(x: 0.5, y: 0.6), rules: [0.25, 0.75])
/// ```
package struct FormCurve: Equatable, Sendable {
    /// A place in the picture: from 0 at the left and below to 1 at the right and above.
    package struct Place: Equatable, Sendable {
        /// From the left.
        package var x: Double
        /// From below.
        package var y: Double

        /// Makes a place; what is outside of the picture counts as its edge.
        package init(x: Double, y: Double) { (self.x, self.y) = (min(max(x, 0), 1), min(max(y, 0), 1)) }
    }

    /// The curve, from one end to the other.
    package var line: [Place]
    /// The places that can be chosen.
    package var steps: [Place]
    /// The place in use.
    package var chosen: Place
    /// Where upright lines are, as parts of the width.
    package var rules: [Double]

    /// Makes a picture.
    package init(line: [Place], steps: [Place], chosen: Place, rules: [Double]) {
        (self.line, self.steps, self.chosen, self.rules) = (line, steps, chosen, rules)
    }
}
