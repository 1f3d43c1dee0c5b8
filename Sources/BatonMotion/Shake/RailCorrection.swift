// SPDX-License-Identifier: Apache-2.0

/// Makes up for a sensor that clips: many stop at ±2 g, which a shake exceeds (spec/motion.md §4.8).
struct RailCorrection: Sendable {
    private var extreme = 0.0
    private var before = Acceleration.zero

    /// Forgets everything.
    mutating func reset(_ first: Acceleration) {
        extreme = 0
        before = first
    }

    /// The sample, with an axis that stays at its own extreme taken as larger than it says.
    mutating func correct(_ sample: Acceleration) -> Acceleration {
        defer { before = sample }
        let largest = sample.largest
        guard largest >= 0.99 * extreme, largest >= ShakeThresholds.leastRail else { return sample }
        extreme = max(extreme, largest)
        return Acceleration(
            x: correct(sample.x, before.x), y: correct(sample.y, before.y), z: correct(sample.z, before.z))
    }

    private func correct(_ value: Double, _ before: Double) -> Double {
        value == before && abs(value) >= 0.99 * extreme ? value * ShakeThresholds.railFactor : value
    }
}
