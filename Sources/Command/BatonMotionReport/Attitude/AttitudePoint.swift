// SPDX-License-Identifier: Apache-2.0

package import BatonCoreMotion

/// How the device was turned at a time.
package struct AttitudePoint {
    /// Seconds since boot.
    package let time: Double
    package let attitude: Attitude
    /// In rad/s without the sensor's bias.
    package let rate: SIMD3<Double>
    /// The user's acceleration in g.
    package let moved: SIMD3<Double>

    package init(at time: Double, _ attitude: Attitude, rate: SIMD3<Double> = .zero, moved: SIMD3<Double> = .zero) {
        (self.time, self.attitude, self.rate, self.moved) = (time, attitude, rate, moved)
    }

    package init(_ motion: DeviceMotion) {
        time = motion.timestamp / .seconds(1)
        attitude = motion.attitude
        rate = motion.rotationRate
        moved = motion.userAcceleration
    }

    /// Yaw, pitch and roll in degrees.
    package var degrees: [(name: String, value: Double)] {
        let turn = 180 / Double.pi
        return [("yaw", attitude.yaw * turn), ("pitch", attitude.pitch * turn), ("roll", attitude.roll * turn)]
    }
}
