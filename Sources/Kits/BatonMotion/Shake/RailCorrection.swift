// SPDX-License-Identifier: Apache-2.0

/// Corrects the samples of a sensor that clips. Many sensors stop at ±2 g, which a shake exceeds (rule SHAKE8).
struct RailCorrection: Sendable {
    private var extreme = 0.0
    private var before = Acceleration.zero

    /// Forgets the extreme, and begins with a first sample.
    mutating func reset(_ first: Acceleration) {
        extreme = 0
        before = first
    }

    /// Returns the sample; an axis that repeats its own extreme is scaled by ``ShakeThresholds/railFactor``.
    // Inlined into the detector: four calls for each sample cost an eighth of its time.
    @inline(__always)
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
