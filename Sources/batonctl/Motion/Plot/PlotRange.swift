// SPDX-License-Identifier: Apache-2.0

/// The ranges of values that show a trace well.
enum PlotRange {
    /// The least range of the magnitude's plot in m/s². It keeps the noise of a sensor at rest small in the plot.
    static let leastMagnitude = 20.0

    /// Up to a little above the largest sample and every threshold.
    static func magnitude(_ trace: MotionTrace) -> Double {
        let peak = trace.points.reduce(0) { max($0, $1.magnitude) }
        let threshold = trace.thresholds.map(\.value).max() ?? 0
        return max(leastMagnitude, max(peak, threshold) * 1.08)
    }

    /// All three axes, and at least gravity in both directions.
    static func axes(_ trace: MotionTrace) -> ClosedRange<Double> {
        var low = -11.0
        var high = 11.0
        for point in trace.points {
            low = min(low, point.x, point.y, point.z)
            high = max(high, point.x, point.y, point.z)
        }
        return low * 1.04...high * 1.04
    }

    /// Up to a little above the line at 1 that a shake crosses, and every value.
    static func strength(_ trace: MotionTrace) -> Double {
        trace.points.reduce(1.5) { max($0, $1.strength * 1.08) }
    }
}
