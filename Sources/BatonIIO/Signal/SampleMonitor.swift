// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion

/// Looks at the samples for a sensor that lies: one that does not measure gravity at rest, or that never changes.
///
/// Each finding is told once. No allocation per sample.
struct SampleMonitor: Sendable {
    /// What was found.
    enum Finding: Hashable, Sendable {
        /// At rest it measures this much, in m/s².
        case gravity(Double)
        /// All values have been the same for this long.
        case stuck(Duration)
    }

    /// What a sensor at rest measures, in m/s², generously (spec/iio.md c).
    static let plausible = 4.0...20.0
    /// Rest that lasts this long is rest.
    static let stillFor = Duration.seconds(2)
    /// Real sensors are noisy; those that report changes only are not, so this is long.
    static let stuckAfter = Duration.seconds(60)
    /// How far an axis may be from the first sample at rest, as a part of that sample's magnitude: noise grows with the scale.
    private static let tolerance = 0.03

    private var stillStart: SensorSample?
    private var sameStart: SensorSample?
    private var hasToldGravity = false
    private var hasToldStuck = false

    init() {}

    mutating func process(_ sample: SensorSample) -> Finding? {
        gravity(sample) ?? stuck(sample)
    }

    private mutating func gravity(_ sample: SensorSample) -> Finding? {
        guard !hasToldGravity else { return nil }
        guard let start = stillStart, start.isNear(sample, within: Self.tolerance * start.magnitude),
            sample.nanoseconds >= start.nanoseconds
        else {
            stillStart = sample
            return nil
        }
        guard sample.timestamp - start.timestamp >= Self.stillFor else { return nil }
        stillStart = sample
        guard !Self.plausible.contains(sample.magnitude) else { return nil }
        hasToldGravity = true
        return .gravity(sample.magnitude)
    }

    private mutating func stuck(_ sample: SensorSample) -> Finding? {
        guard !hasToldStuck else { return nil }
        guard let start = sameStart, start.x == sample.x, start.y == sample.y, start.z == sample.z,
            sample.nanoseconds >= start.nanoseconds
        else {
            sameStart = sample
            return nil
        }
        guard sample.timestamp - start.timestamp >= Self.stuckAfter else { return nil }
        hasToldStuck = true
        return .stuck(sample.timestamp - start.timestamp)
    }
}

extension SensorSample {
    fileprivate var magnitude: Double { (x * x + y * y + z * z).squareRoot() }

    fileprivate func isNear(_ other: SensorSample, within distance: Double) -> Bool {
        abs(x - other.x) <= distance && abs(y - other.y) <= distance && abs(z - other.z) <= distance
    }
}
