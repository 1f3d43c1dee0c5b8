// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Checks the samples for a sensor that does not work: one that does not measure gravity at rest, or whose values never
/// change.
///
/// It reports each finding once, and when it is over. One that comes and goes is at last told as what it is, and not taken
/// back any more. It allocates nothing for a sample.
struct SampleMonitor: Sendable {
    /// A finding.
    enum Finding: Hashable, Sendable {
        /// The magnitude at rest is this, in m/s², which is not gravity.
        case gravity(Double)
        /// The magnetic field has this norm, in µT, which that of the earth does not have.
        case field(Double)
        /// All values have been the same for this time.
        case stuck(Duration)
        /// The magnitude at rest is what it should be again.
        case plausible
        /// The values change again.
        case changing
    }

    /// So often it tells that a finding is over.
    private static let mostEnds = 8

    /// The magnitudes that a sensor may measure at rest, in m/s² (rule IIO11). Gravity is 9.81; the range is wide, so
    /// that only a wrong scale is outside.
    static let plausible = 4.0...20.0
    /// The norms that a magnetic field may have, in µT (rule IIO36). That of the earth has 20 to 70; the range is wider,
    /// because steel and loudspeakers change it.
    static let plausibleField = 10.0...140.0
    /// How long the values must stay near each other to count as rest.
    static let stillFor = Duration.seconds(2)
    /// How long equal values are normal. Sensors have noise, but some report changes only, so this is long.
    static let stuckAfter = Duration.seconds(60)
    /// How far an axis may be from the first sample at rest, as a fraction of that sample's magnitude. It is relative
    /// because noise grows with the scale.
    private static let tolerance = 0.03
    /// How far it may be whatever the magnitude is, in m/s² or µT: a sensor that measures nearly nothing has its noise all the same. A
    /// device that is moved leaves it within the two seconds.
    private var leastTolerance: Double { kind == .magnetometer ? 2 : 0.3 }

    private var stillStart: SensorSample?
    private var sameStart: SensorSample?
    private var hasToldGravity = false
    private var hasToldStuck = false
    private var ends = 0

    private let kind: SensorKind

    init(_ kind: SensorKind) {
        self.kind = kind
    }

    mutating func process(_ sample: SensorSample) -> Finding? {
        gravity(sample) ?? stuck(sample)
    }

    /// The sensor was not read for some time, in which nothing is known of it. What was found before holds until samples
    /// contradict it.
    mutating func restart() { (stillStart, sameStart) = (nil, nil) }

    private mutating func gravity(_ sample: SensorSample) -> Finding? {
        // What a gyroscope measures at rest says nothing about its scale.
        guard kind != .gyroscope else { return nil }
        guard let start = stillStart,
            start.isNear(sample, within: max(leastTolerance, Self.tolerance * start.magnitude)),
            sample.nanoseconds >= start.nanoseconds
        else {
            stillStart = sample
            return nil
        }
        guard sample.timestamp - start.timestamp >= Self.stillFor else { return nil }
        stillStart = sample
        let range = kind == .magnetometer ? Self.plausibleField : Self.plausible
        guard range.contains(sample.magnitude) == hasToldGravity else { return nil }
        if hasToldGravity {
            hasToldGravity = !mayEnd()
            return hasToldGravity ? nil : .plausible
        }
        hasToldGravity = true
        return kind == .magnetometer ? .field(sample.magnitude) : .gravity(sample.magnitude)
    }

    private mutating func stuck(_ sample: SensorSample) -> Finding? {
        guard let start = sameStart, sample.nanoseconds >= start.nanoseconds else {
            sameStart = sample
            return nil
        }
        guard start.x == sample.x, start.y == sample.y, start.z == sample.z else {
            sameStart = sample
            guard hasToldStuck else { return nil }
            hasToldStuck = !mayEnd()
            return hasToldStuck ? nil : .changing
        }
        guard !hasToldStuck, sample.timestamp - start.timestamp >= Self.stuckAfter else { return nil }
        hasToldStuck = true
        return .stuck(sample.timestamp - start.timestamp)
    }

    /// Whether it may be told that a finding is over, which is counted.
    private mutating func mayEnd() -> Bool {
        guard ends < Self.mostEnds else { return false }
        ends += 1
        return true
    }
}

extension SensorSample {
    fileprivate var magnitude: Double { (x * x + y * y + z * z).squareRoot() }

    fileprivate func isNear(_ other: SensorSample, within distance: Double) -> Bool {
        abs(x - other.x) <= distance && abs(y - other.y) <= distance && abs(z - other.z) <= distance
    }
}
