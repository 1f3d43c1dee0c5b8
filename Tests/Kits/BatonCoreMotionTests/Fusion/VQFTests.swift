// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import Foundation
import Testing

@Suite("VQF")
struct VQFTests {
    @Test(
        "VQF1–VQF11, FILTER4: the values are those of the authors' implementation, to 1e-6", arguments: CheckCase.all)
    func check(_ check: CheckCase) throws {
        var filter = VQF()
        var rows = check.rows[...]
        try #require(rows.count == 74)
        var worst = 0.0
        check.play { n, rate, force, field in
            filter.update(gyroscope: rate, after: CheckCase.interval)
            if let interval = check.accelerometerInterval(n) {
                filter.update(accelerometer: force, after: interval)
            }
            if let interval = check.magnetometerInterval(n) {
                filter.update(magnetometer: field, after: interval)
            }
            guard let row = rows.first, row.count == n + 1 else { return }
            rows = rows.dropFirst()
            for (found, wanted) in zip(Self.state(filter), row.values) {
                guard let wanted else { continue }
                worst = max(worst, abs(found.value - wanted) / found.tolerance)
                #expect(
                    abs(found.value - wanted) <= found.tolerance,
                    "\(check) after \(row.count): \(found.name) \(found.value), not \(wanted)")
            }
        }
        #expect(rows.isEmpty)
        #expect(worst > 0)
    }

    /// The columns of the file after the case and the count.
    private static func state(_ filter: VQF) -> [(name: String, value: Double, tolerance: Double)] {
        let (q6, q9) = (filter.attitude, filter.magneticAttitude)
        let degree = 180 / Double.pi
        let bias = filter.bias * degree
        return [
            ("w6", q6.w, 1e-6), ("x6", q6.x, 1e-6), ("y6", q6.y, 1e-6), ("z6", q6.z, 1e-6),
            ("w9", q9.w, 1e-6), ("x9", q9.x, 1e-6), ("y9", q9.y, 1e-6), ("z9", q9.z, 1e-6),
            ("bias x", bias.x, 1e-6), ("bias y", bias.y, 1e-6), ("bias z", bias.z, 1e-6),
            ("sigma", filter.biasSigma * degree, 1e-6), ("rest", filter.isAtRest ? 1 : 0, 0),
            ("disturbed", filter.isFieldDisturbed ? 1 : 0, 0), ("delta", filter.heading, 1e-6),
            ("norm", filter.fieldNorm, 1e-5), ("dip", filter.fieldDip * degree, 1e-5),
        ]
    }

    @Test("the inputs of the check are those that the file's author had")
    func inputs() {
        CheckCase.all[0].play { n, rate, force, field in
            if n == 0 {
                #expect(Self.isNear(force, SIMD3(4.33557158, 5.16139474, 7.12272474)))
                #expect(Self.isNear(field, SIMD3(-18.63157895, -7.89473684, -44.89473684)))
            }
            if n == 1500 { #expect(Self.isNear(rate, SIMD3(-1.20352549, -0.76798864, -0.7301968))) }
        }
    }

    private static func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
        let difference = a - b
        return max(abs(difference.x), abs(difference.y), abs(difference.z)) < 1e-8
    }

    @Test(
        "VQF8: with the estimates of the bias switched off it stays zero, and its uncertainty stays that of the start")
    func withoutBias() {
        var parameters = VQFParameters()
        (parameters.estimatesBiasAtRest, parameters.estimatesBiasInMotion) = (false, false)
        var filter = VQF(parameters)
        CheckCase.all[0].play { _, rate, force, _ in
            filter.update(gyroscope: rate, after: CheckCase.interval)
            filter.update(accelerometer: force, after: CheckCase.interval)
        }
        #expect(filter.bias == SIMD3())
        #expect(abs(filter.biasSigma - 0.5 * .pi / 180) < 1e-9)
    }

    /// A filter, and a device that turns about all axes or lies still in a field.
    private struct Turning {
        var filter = VQF()
        private var attitude = Quaternion.identity

        mutating func play(_ seconds: Double, turning: Bool = true, in field: SIMD3<Double>) {
            for n in 0..<Int(seconds * 100) {
                let rate = turning ? SIMD3(0.5 * sin(Double(n) * 0.01), 0.4, 0.6) : SIMD3()
                let speed = (rate * rate).sum().squareRoot()
                attitude = (attitude * Quaternion(angle: speed * 0.01, around: rate)).normalized
                filter.update(gyroscope: rate, after: 0.01)
                filter.update(accelerometer: attitude.conjugate.rotate(SIMD3(0, 0, 9.81)), after: 0.01)
                filter.update(magnetometer: attitude.conjugate.rotate(field), after: 0.01)
            }
        }
    }

    @Test("VQF11: a disturbed field does not turn the heading for a minute, and with half the gain afterwards")
    func longDisturbance() {
        var device = Turning()
        device.play(60, in: SIMD3(0, 20, -45))
        let before = device.filter.heading
        #expect(!device.filter.isFieldDisturbed)
        device.play(55, turning: false, in: SIMD3(30, 0, -80))
        #expect(device.filter.isFieldDisturbed && abs(device.filter.heading - before) < 0.01, "rejected for a minute")
        device.play(60, turning: false, in: SIMD3(30, 0, -80))
        #expect(abs(device.filter.heading - before) > 1.3, "followed afterwards")
    }

    @Test("VQF10: a changed field is accepted when the device has turned in it for 20 s")
    func newField() {
        var device = Turning()
        device.play(30, in: SIMD3(0, 20, -45))
        #expect(!device.filter.isFieldDisturbed && abs(device.filter.fieldNorm - 49.24) < 0.5)
        device.play(15, in: SIMD3(0, 30, -60))
        #expect(device.filter.isFieldDisturbed && abs(device.filter.fieldNorm - 49.24) < 0.5)
        device.play(15, in: SIMD3(0, 30, -60))
        #expect(!device.filter.isFieldDisturbed && abs(device.filter.fieldNorm - 67.08) < 0.5)
    }

    @Test("VQF5, VQF6, VQF9: a force and a field of exactly zero are skipped, and upside down is no trap")
    func edges() {
        var filter = VQF()
        filter.update(gyroscope: SIMD3(), after: 0.01)
        filter.update(accelerometer: SIMD3(), after: 0.01)
        filter.update(magnetometer: SIMD3(), after: 0.01)
        #expect(filter.attitude == .identity && filter.magneticAttitude == .identity)
        filter.update(accelerometer: SIMD3(0, 0, -9.81), after: 0.01)
        #expect(abs(filter.attitude.rotate(SIMD3(0, 0, -1)).z - 1) < 1e-9)
        // A zero that was taken would stay in the means of norm and dip.
        var device = Turning()
        device.filter.update(magnetometer: SIMD3(), after: 0.01)
        device.play(15, in: SIMD3(0, 20, -45))
        #expect(!device.filter.isFieldDisturbed && abs(device.filter.fieldNorm - 49.24) < 0.5)
    }

    @Test(
        "VQF9: a field is near the accepted one within 10 % of its norm and 10° of its dip",
        arguments: [(1.08, 0, true), (1.12, 0, false), (0.92, 0, true), (0.88, 0, false)]
            + [(1.0, 8, true), (1, 12, false), (1, -8, true), (1, -12, false)] as [(Double, Double, Bool)])
    func nearness(_ share: Double, _ degrees: Double, isNear: Bool) {
        func field(_ share: Double, _ degrees: Double) -> SIMD3<Double> {
            let dip = (60 + degrees) * .pi / 180
            return SIMD3(0, cos(dip), -sin(dip)) * 49 * share
        }
        var device = Turning()
        device.play(30, in: field(1, 0))
        device.play(1, in: field(share, degrees))
        #expect(device.filter.isFieldDisturbed == !isNear)
    }
}
