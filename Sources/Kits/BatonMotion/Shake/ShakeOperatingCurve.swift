// SPDX-License-Identifier: Apache-2.0

/// How many strong shakes are found, and how often a day of use has a false one, at each height of the bar (rule SHAKE10).
///
/// The figures are those that `make train-shake` measured of the built-in coefficients, for sensors with 50 samples a second, on
/// simulated days by models that never saw the device; docs/shake.md says what a day has, and how far that can be trusted. They say
/// nothing of other coefficients, nor of sensors with fewer than 18 samples a second.
package struct ShakeOperatingCurve: Equatable, Sendable {
    /// A height of the bar.
    package struct Point: Equatable, Sendable {
        /// False shakes of a day; ``ShakeOperatingCurve/leastADay`` for that and fewer.
        package let falseADay: Double
        /// The share of strong shakes that is found.
        package let found: Double

        /// Makes a point.
        package init(falseADay: Double, found: Double) { (self.falseADay, self.found) = (falseADay, found) }
    }

    /// The fewest false shakes of a day that are told apart from none: one in a thousand days.
    package static let leastADay = 0.001
    /// Whether the figures are of a sensor with so many samples a second. Those with fewer have curves and bars of their own (rule SHAKE7).
    package static func holds(at rate: Double) -> Bool { rate > 0 && ShakeModel.Density(interval: 1 / rate) == .dense }

    /// The heights of ``points``: how far above the bar of medium the first is, and each next one above the one before.
    static let (lowest, step) = (-3.0, 0.1)
    /// The interval of the samples that the figures are of, in seconds.
    static let interval = 0.02

    /// The curve, from the lowest bar to the highest.
    package let points: [Point]
    private let levels: [Point]

    /// - Parameters:
    ///   - levels: the points of low, medium and high, whose bars are not equally far apart at each interval of samples.
    ///   - falseADay: of the curve.
    ///   - found: of the curve.
    init(levels: [(falseADay: Double, found: Double)], falseADay: [Double], found: [Double]) {
        precondition(levels.count == ShakeSensitivity.allCases.count && falseADay.count == found.count)
        self.levels = levels.map { Point(falseADay: $0.falseADay, found: $0.found) }
        points = zip(falseADay, found).map { Point(falseADay: $0, found: $1) }
    }

    /// The point of a level, or of a bar that is higher than that of the level; lower for a negative number. As in the detector no bar
    /// is lower than that of high.
    package func point(_ sensitivity: ShakeSensitivity, raise: Double = 0) -> Point {
        let level = levels[sensitivity.level]
        guard abs(raise) >= Self.step / 2 else { return level }
        let model = ShakeModel.builtIn
        func height(_ level: ShakeSensitivity) -> Double { model.bar(level, interval: Self.interval) }
        let wanted = height(sensitivity) + min(max(raise, -5), 5)
        guard wanted > height(.high) else { return levels[ShakeSensitivity.high.level] }
        let place = ((wanted - height(.medium) - Self.lowest) / Self.step).rounded()
        // fits: a bar is a number of one digit
        return points[min(max(Int(place), 0), points.count - 1)]
    }
}
