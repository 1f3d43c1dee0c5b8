// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Foundation

/// The errors of a filter on one trial, in degrees, as BROAD defines them: root mean squares over the rows that move and
/// have a reference.
struct Score: Encodable {
    /// Between the vertical of the filter and the true one, by gyroscope and accelerometer.
    let inclination: Double
    /// Of the whole attitude, after the heading of the first second of movement is taken away.
    let total: Double
    /// Change of the heading's error from the first second of movement to the last, in degrees a minute.
    let drift: Double
    /// The inclination by all three sensors.
    let inclination_9d: Double
    /// Of the heading, by all three sensors.
    let heading_9d: Double

    init(_ trial: Trial, six: [Quaternion], nine: [Quaternion]) {
        let errors = Self.errors(trial, six)
        inclination = Self.rms(errors.map(Self.inclination))
        let begin = errors.prefix(max(1, Int(trial.rate))).map(Self.heading)
        let start = Self.mean(begin)
        let turn = Quaternion(angle: -start, around: SIMD3(0, 0, 1))
        total = Self.rms(errors.map { 2 * acos(min(1, abs((turn * $0).w))) })
        let end = Self.mean(errors.suffix(max(1, Int(trial.rate))).map(Self.heading))
        let minutes = Double(errors.count) / trial.rate / 60
        drift = abs(Self.wrapped(end - start)) * Self.degree / max(minutes, 1e-9)
        let magnetic = Self.errors(trial, nine)
        inclination_9d = Self.rms(magnetic.map(Self.inclination))
        heading_9d = Self.rms(magnetic.map(Self.heading))
    }

    private static let degree = 180 / Double.pi

    private static func errors(_ trial: Trial, _ found: [Quaternion]) -> [Quaternion] {
        zip(trial.rows, found).compactMap { row, found in
            guard row.isMoving, let reference = row.reference else { return nil }
            return (found * reference.conjugate).normalized
        }
    }

    private static func inclination(_ e: Quaternion) -> Double {
        2 * acos(min(1, (e.w * e.w + e.z * e.z).squareRoot()))
    }

    private static func heading(_ e: Quaternion) -> Double { wrapped(2 * atan2(e.z, e.w)) }

    private static func wrapped(_ angle: Double) -> Double { angle - 2 * .pi * (angle / (2 * .pi)).rounded() }

    private static func mean(_ angles: [Double]) -> Double {
        atan2(angles.reduce(0) { $0 + sin($1) }, angles.reduce(0) { $0 + cos($1) })
    }

    private static func rms(_ angles: [Double]) -> Double {
        guard !angles.isEmpty else { return .nan }
        return (angles.reduce(0) { $0 + $1 * $1 } / Double(angles.count)).squareRoot() * degree
    }
}

/// Runs the filter over trials.
enum Run {
    /// The attitudes after each row, by two and by three sensors. Both come from one run, as the magnetometer does not change
    /// the other.
    static func attitudes(_ trial: Trial) -> (six: [Quaternion], nine: [Quaternion]) {
        var filter = VQF()
        var result = (six: [Quaternion](), nine: [Quaternion]())
        let interval = 1 / trial.rate
        for row in trial.rows {
            filter.update(gyroscope: row.rate, after: interval)
            filter.update(accelerometer: row.force, after: interval)
            filter.update(magnetometer: row.field, after: interval)
            result.six.append(filter.attitude)
            result.nine.append(filter.magneticAttitude)
        }
        return result
    }

    /// Processor time for a sample of all sensors in nanoseconds, without and with the magnetometer: the best of ten
    /// passes, because other work can only add to it.
    static func cost(_ trials: [Trial]) -> (six: Double, nine: Double) {
        func pass(_ hasField: Bool) -> Double {
            var sum = 0.0
            let start = clock()
            for trial in trials {
                var filter = VQF()
                let interval = 1 / trial.rate
                for row in trial.rows {
                    filter.update(gyroscope: row.rate, after: interval)
                    filter.update(accelerometer: row.force, after: interval)
                    if hasField { filter.update(magnetometer: row.field, after: interval) }
                    sum += filter.magneticAttitude.w
                }
            }
            let count = trials.reduce(0) { $0 + $1.rows.count }
            // The sum is used, so that the optimizer does not remove the work.
            return sum.isNaN ? .nan : Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e9 / Double(max(count, 1))
        }
        let passes = (0..<10).map { _ in (pass(false), pass(true)) }
        return (passes.map(\.0).min() ?? 0, passes.map(\.1).min() ?? 0)
    }
}
