// SPDX-License-Identifier: Apache-2.0

/// The ranges of values that show a trace well.
package enum PlotRange {
    /// The least range of the magnitude's plot in m/s². It keeps the noise of a sensor at rest small in the plot.
    package static let leastMagnitude = 20.0

    /// The scores that are drawn at most. Below the lowest nothing is near a shake, so the place is kept for the others.
    package static let scores = -6.0...12.0

    /// Up to a little above the largest sample.
    package static func magnitude(_ trace: MotionTrace) -> Double {
        let peak = trace.points.reduce(0) { max($0, $1.magnitude) }
        return max(leastMagnitude, peak * 1.08)
    }

    /// All three axes, and at least gravity in both directions.
    package static func axes(_ trace: MotionTrace) -> ClosedRange<Double> {
        var low = -11.0
        var high = 11.0
        for point in trace.points {
            low = min(low, point.x, point.y, point.z)
            high = max(high, point.x, point.y, point.z)
        }
        return low * 1.04...high * 1.04
    }

    /// All scores within ``scores``, and a little to both sides of the bar.
    package static func score(_ trace: MotionTrace) -> ClosedRange<Double> {
        var low = -1.0
        var high = 1.0
        for point in trace.points {
            for value in [point.bar - 1, point.bar + 1, point.score ?? point.bar] where !value.isNaN {
                low = min(low, value)
                high = max(high, value)
            }
        }
        return max(low, scores.lowerBound)...min(high, scores.upperBound)
    }
}
