// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@testable import BatonIIO

@Suite("IIO: whether accelerometer and gyroscope agree")
struct SensorAgreementTests {
    /// A device that is turned to and fro about all axes for 30 s, at 100 samples a second.
    ///
    /// - Parameter signs: what the gyroscope makes of each axis.
    private func isFound(_ signs: (Double, Double, Double), gyroscope: Double = 1) -> Bool {
        var agreement = SensorAgreement()
        var up = Acceleration(x: 0, y: 0, z: 1)
        var isFound = false
        for index in 0..<3000 {
            let time = Double(index) / 100
            let rate = Acceleration(
                x: 1.5 * triangle(time * 0.7), y: 1.2 * triangle(time * 0.45 + 0.3), z: triangle(time * 0.3 + 0.6))
            up = up + up.cross(rate) * 0.01
            up = up * (1 / up.magnitude)
            let at = Int64(index) * 10_000_000
            let force = up * Acceleration.standardGravity
            let samples = [
                SensorSample(
                    .gyroscope, nanoseconds: at, x: gyroscope * rate.x * signs.0, y: gyroscope * rate.y * signs.1,
                    z: gyroscope * rate.z * signs.2),
                SensorSample(nanoseconds: at, x: force.x, y: force.y, z: force.z),
            ]
            for sample in samples where agreement.process(sample) {
                #expect(!isFound, "told twice")
                isFound = true
            }
        }
        return isFound
    }

    private func triangle(_ phase: Double) -> Double { 4 * abs(phase - (phase + 0.5).rounded(.down)) - 1 }

    @Test("SIGN8: sensors that fit are never told of, those with all or one axis of the wrong sign once")
    func signs() {
        #expect(!isFound((1, 1, 1)))
        #expect(isFound((-1, -1, -1)))
        #expect(isFound((-1, 1, 1)) || isFound((1, -1, 1)))
    }

    @Test("SIGN8: a gyroscope at rest, in degrees, or without numbers tells nothing wrong and traps nowhere")
    func strange() {
        #expect(!isFound((0, 0, 0)))
        #expect(!isFound((1, 1, 1), gyroscope: 57.3))
        #expect(!isFound((1, 1, 1), gyroscope: .nan))
        #expect(!isFound((1, 1, 1), gyroscope: 1e300))
        var agreement = SensorAgreement()
        for time in [Int64.min, .max, 0, -1, .min] {
            for kind in SensorKind.allCases {
                let isFound = agreement.process(SensorSample(kind, nanoseconds: time, x: 1, y: 2, z: 9))
                #expect(!isFound)
            }
        }
    }
}
