// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Compares how an accelerometer and a gyroscope say that the device turns, to find axes that do not fit (rule SIGN8).
///
/// While the device turns and little else moves it, gravity turns in its axes with minus the rotation rate. It tells once
/// when that is not so. It allocates nothing for a sample.
struct SensorAgreement {
    private var force = LowPassFilter(timeConstant: SensorAgreement.smoothing)
    private var rate = LowPassFilter(timeConstant: SensorAgreement.smoothing)
    private var lastForce: SensorSample?
    private var lastRate: SensorSample?
    private var turning: Acceleration?
    private var direction: Acceleration?
    private var sums = Sums()
    private var hasTold = false

    /// Of the products of what is seen and what is expected: as it is, and with each axis of the rotation negated.
    private struct Sums {
        var products = SIMD4<Double>(repeating: 0)
        var expected = SIMD4<Double>(repeating: 0)
        var seen = 0.0
        var time = 0.0
    }

    /// The time constant in seconds for both sensors, so that they are late by the same.
    private static let smoothing = 0.1
    /// The least rotation rate in rad/s at which gravity moves enough to be compared.
    private static let leastRate = 0.5
    /// The largest difference in m/s² between the magnitude of the force and gravity at which it is gravity that is measured.
    private static let tolerance = 1.5
    /// For how many seconds of such motion they are compared.
    private static let span = 5.0
    /// The correlation beyond which a match is one.
    private static let match = 0.5
    /// A longer interval between samples, in seconds, is a gap.
    private static let longestInterval = 0.25

    /// Takes a sample of either sensor.
    ///
    /// - Returns: whether they were found to disagree just now.
    mutating func process(_ sample: SensorSample) -> Bool {
        guard !hasTold, Acceleration(sample).isFinite else { return false }
        switch sample.kind {
        case .gyroscope:
            turning = Self.pass(sample, through: &rate, after: lastRate)
            lastRate = sample
        case .accelerometer:
            let before = lastForce
            lastForce = sample
            guard let smooth = Self.pass(sample, through: &force, after: before), let before else {
                direction = nil
                return false
            }
            compare(sample, smooth, after: Double(sample.nanoseconds &- before.nanoseconds) * 1e-9)
        case .magnetometer: break
        }
        guard sums.time >= Self.span else { return false }
        defer { sums = Sums() }
        hasTold = isDisagreement
        return hasTold
    }

    /// - Returns: nil after a gap, where the filter begins anew.
    private static func pass(
        _ sample: SensorSample, through filter: inout LowPassFilter, after last: SensorSample?
    ) -> Acceleration? {
        let interval = last.map { Double(sample.nanoseconds &- $0.nanoseconds) * 1e-9 } ?? .infinity
        guard interval > 0, interval < longestInterval else {
            filter.reset()
            _ = filter.pass(Acceleration(sample), after: 0)
            return nil
        }
        return filter.pass(Acceleration(sample), after: interval)
    }

    private mutating func compare(_ sample: SensorSample, _ smooth: Acceleration, after interval: Double) {
        let length = smooth.magnitude
        guard length > 0 else { return }
        let now = smooth * (1 / length)
        defer { direction = now }
        guard let direction, let turning, turning.magnitude > Self.leastRate,
            abs(Acceleration(sample).magnitude - Acceleration.standardGravity) < Self.tolerance
        else { return }
        let seen = (now - direction) * (1 / interval)
        let signs: [(Double, Double, Double)] = [(1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)]
        for (index, sign) in signs.enumerated() {
            let rate = Acceleration(x: turning.x * sign.0, y: turning.y * sign.1, z: turning.z * sign.2)
            let expected = now.cross(rate)
            sums.products[index] += seen.dot(expected)
            sums.expected[index] += expected.dot(expected)
        }
        sums.seen += seen.dot(seen)
        sums.time += interval
    }

    private var isDisagreement: Bool {
        func correlation(_ index: Int) -> Double {
            let size = (sums.expected[index] * sums.seen).squareRoot()
            return size > 0 ? sums.products[index] / size : 0
        }
        let plain = correlation(0)
        if plain < -Self.match { return true }
        return plain < Self.match && (1...3).contains { correlation($0) > Self.match }
    }
}
