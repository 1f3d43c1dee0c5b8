// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Foundation

/// A device that is at rest for three seconds and then turns about all axes, and what its sensors measure.
struct Tumbling {
    /// The gyroscope's bias, in rad/s.
    var bias = SIMD3(0.01, -0.008, 0.006)

    /// The angular velocity at an instant in seconds.
    func rate(_ time: Double) -> SIMD3<Double> {
        guard time > 3 else { return SIMD3() }
        func s(_ frequency: Double, _ phase: Double) -> Double { sin(2 * .pi * frequency * time + phase) }
        return SIMD3(1.5 * s(0.31, 0), 1.2 * s(0.23, 1), s(0.17, 2))
    }

    /// The attitudes from 0 on, `step` seconds apart.
    private static let step = 1.0 / 4000
    private static let attitudes: [Quaternion] = {
        var attitude = Quaternion(x: 0.3, y: -0.2, z: 0.1, w: 0.9).normalized
        return (0..<4000 * 60).map { index in
            defer {
                let rate = Tumbling().rate((Double(index) + 0.5) * step)
                let speed = (rate * rate).sum().squareRoot()
                attitude = (attitude * Quaternion(angle: speed * step, around: rate)).normalized
            }
            return attitude
        }
    }()

    /// The attitude at an instant in 0 … 60 s.
    func attitude(_ time: Double) -> Quaternion {
        Self.attitudes[min(max(Int(time / Self.step), 0), Self.attitudes.count - 1)]
    }

    /// A sample of a sensor. A gyroscope gives the mean rate since the sample before, as real ones do.
    func sample(_ kind: SensorKind, _ time: Double, interval: Double = 0.01) -> SensorSample {
        let value =
            switch kind {
            case .gyroscope: rate(time - interval / 2) + bias
            case .accelerometer: attitude(time).conjugate.rotate(SIMD3(0, 0, 9.80665))
            case .magnetometer: attitude(time).conjugate.rotate(SIMD3(0, 20, -45))
            }
        return SensorSample(
            kind, nanoseconds: 1_000_000_000_000 + Int64(time * 1e9), x: value.x, y: value.y, z: value.z)
    }

    /// All samples of a sensor with a rate in Hz, up to an instant.
    func samples(_ kind: SensorKind, rate: Double, until end: Double = 30) -> [SensorSample] {
        (1..<Int(end * rate)).map { sample(kind, Double($0) / rate, interval: 1 / rate) }
    }

    /// The inclination in degrees between an attitude and the true one.
    func inclination(_ found: Quaternion, _ time: Double) -> Double {
        let error = found * attitude(time).conjugate
        return 2 * acos(min(1, (error.w * error.w + error.z * error.z).squareRoot())) * 180 / .pi
    }

    /// Samples of several sensors in the order of time.
    static func merged(_ lists: [SensorSample]...) -> [SensorSample] {
        let order: [SensorKind: Int] = [.gyroscope: 0, .accelerometer: 1, .magnetometer: 2]
        return lists.flatMap { $0 }.sorted {
            ($0.nanoseconds, order[$0.kind] ?? 3) < ($1.nanoseconds, order[$1.kind] ?? 3)
        }
    }
}
