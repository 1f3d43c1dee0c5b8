// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import Foundation
import Testing

@Suite("Attitude")
struct AttitudeTests {
    /// The attitude of three angles in degrees: yaw about z after pitch about x after roll about y.
    private static func attitude(_ yaw: Double, _ pitch: Double, _ roll: Double) -> Attitude {
        func rotation(_ degrees: Double, _ axis: SIMD3<Double>) -> Quaternion {
            Quaternion(angle: degrees * .pi / 180, around: axis)
        }
        return Attitude(
            quaternion: rotation(yaw, SIMD3(0, 0, 1)) * rotation(pitch, SIMD3(1, 0, 0)) * rotation(roll, SIMD3(0, 1, 0))
        )
    }

    @Test(
        "CM30, CM31, CM32: quaternion and gravity of known angles, and the angles back",
        arguments: [
            ((30.0, 0.0, 0.0), [0, 0, 0.258819, 0.965926], [0, 0, -1]),
            ((0, 30, 0), [0.258819, 0, 0, 0.965926], [0, -0.5, -0.866025]),
            ((0, 0, 30), [0, 0.258819, 0, 0.965926], [0.5, 0, -0.866025]),
            ((20, -40, 70), [-0.369504, 0.482147, -0.059528, 0.792122], [0.719846, 0.642788, -0.262003]),
            ((170, 80, -120), [0.688901, 0.262350, 0.333048, 0.587935], nil),
        ] as [((Double, Double, Double), [Double], [Double]?)])
    func known(_ angles: (Double, Double, Double), _ quaternion: [Double], _ gravity: [Double]?) {
        let attitude = Self.attitude(angles.0, angles.1, angles.2)
        let q = attitude.quaternion
        for (found, wanted) in zip([q.x, q.y, q.z, q.w], quaternion) { #expect(abs(found - wanted) < 1e-6) }
        let degree = 180 / Double.pi
        #expect(abs(attitude.yaw * degree - angles.0) < 1e-9)
        #expect(abs(attitude.pitch * degree - angles.1) < 1e-9)
        #expect(abs(attitude.roll * degree - angles.2) < 1e-9)
        let g = attitude.gravity
        let m = attitude.rotationMatrix
        for (found, wanted) in zip([g.x, g.y, g.z], [-m.m13, -m.m23, -m.m33]) { #expect(abs(found - wanted) < 1e-12) }
        if let gravity { for (found, wanted) in zip([g.x, g.y, g.z], gravity) { #expect(abs(found - wanted) < 1e-6) } }
    }

    @Test("CM33: +yaw turns left, +pitch raises the top, +roll lowers the right side")
    func words() {
        #expect(Self.attitude(10, 0, 0).quaternion.rotate(SIMD3(0, 1, 0)).x < 0)
        #expect(Self.attitude(0, 10, 0).quaternion.rotate(SIMD3(0, 1, 0)).z > 0)
        #expect(Self.attitude(0, 0, 10).quaternion.rotate(SIMD3(1, 0, 0)).z < 0)
    }

    @Test("CM34: the change since a reference is in the axes that the device had there")
    func relative() {
        let reference = Self.attitude(20, -40, 70)
        let about = Quaternion(angle: 30 * .pi / 180, around: SIMD3(1, 0, 0))
        var now = Attitude(quaternion: reference.quaternion * about)
        #expect(now.relative(to: reference).pitch > 0.5)
        now.multiply(byInverseOf: reference)
        #expect(abs(now.pitch - 30 * .pi / 180) < 1e-9 && abs(now.yaw) < 1e-9 && abs(now.roll) < 1e-9)
        var itself = reference
        itself.multiply(byInverseOf: reference)
        #expect(abs(itself.quaternion.w - 1) < 1e-12)
    }

    @Test("CM30: the sign of the quaternion is continuous, and w is not negative at first")
    func sign() {
        var last: Attitude?
        for step in 0..<800 {
            let angle = Double(step) * 0.01 * .pi
            let attitude = Attitude(quaternion: Quaternion(angle: angle, around: SIMD3(0, 0, 1)), after: last)
            if let q = last?.quaternion {
                let p = attitude.quaternion
                #expect(q.w * p.w + q.x * p.x + q.y * p.y + q.z * p.z > 0.99)
            }
            last = attitude
        }
        #expect(Attitude(quaternion: Quaternion(x: 0, y: 0, z: 0.5, w: -0.5)).quaternion.w > 0)
    }

    @Test("CM32: beyond 85° of pitch the roll stays, and yaw takes the rest")
    func steep() {
        var last = Self.attitude(20, 80, 15)
        for pitch in stride(from: 80.0, through: 90, by: 0.5) {
            let exact = Self.attitude(20, pitch, 15)
            let attitude = Attitude(quaternion: exact.quaternion, after: last)
            #expect(abs(attitude.roll - 15 * .pi / 180) < 1e-6)
            #expect(abs(attitude.yaw - 20 * .pi / 180) < 1e-6)
            last = attitude
        }
    }

    @Test("a quaternion without a direction is the identity, and any number gives angles")
    func damaged() {
        for q in [Quaternion(x: 0, y: 0, z: 0, w: 0), Quaternion(x: .nan, y: 0, z: 0, w: 1)] {
            #expect(Attitude(quaternion: q).quaternion == .identity)
        }
        #expect(Quaternion(angle: 1, around: SIMD3()) == .identity)
    }
}
