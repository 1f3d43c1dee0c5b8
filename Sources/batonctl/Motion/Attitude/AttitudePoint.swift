// SPDX-License-Identifier: Apache-2.0
import BatonCoreMotion

/// How the device was turned at a time.
struct AttitudePoint {
    /// Seconds since boot.
    let time: Double
    let attitude: Attitude
    /// In rad/s without the sensor's bias.
    let rate: SIMD3<Double>
    /// The user's acceleration in g.
    let moved: SIMD3<Double>

    init(at time: Double, _ attitude: Attitude, rate: SIMD3<Double> = .zero, moved: SIMD3<Double> = .zero) {
        (self.time, self.attitude, self.rate, self.moved) = (time, attitude, rate, moved)
    }

    init(_ motion: DeviceMotion) {
        time = motion.timestamp / .seconds(1)
        attitude = motion.attitude
        rate = motion.rotationRate
        moved = motion.userAcceleration
    }

    /// Yaw, pitch and roll in degrees.
    var degrees: [(name: String, value: Double)] {
        let turn = 180 / Double.pi
        return [("yaw", attitude.yaw * turn), ("pitch", attitude.pitch * turn), ("roll", attitude.roll * turn)]
    }
}
