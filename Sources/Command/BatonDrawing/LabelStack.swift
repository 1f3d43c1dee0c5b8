// SPDX-License-Identifier: Apache-2.0

/// Places labels beside a plot so that no label covers another; add them from the top down.
package struct LabelStack {
    private let top: Double
    private let bottom: Double
    private let distance: Double
    private var next: Double

    package init(from top: Double, to bottom: Double, distance: Double = 16) {
        self.top = top
        self.bottom = bottom
        self.distance = distance
        next = top
    }

    /// Reserves room for a label as near to `y` as possible, below the one before.
    package mutating func add(_ y: Double) -> Double {
        let place = max(next, min(y, bottom))
        next = place + distance
        return place
    }
}
