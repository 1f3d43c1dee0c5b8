// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// How the axes of an accelerometer lie in the device (rules SIGN3 to SIGN5).
struct DeviceAxes: Hashable, Sendable {
    /// The sign that the driver gives to gravity.
    let sign: AccelerationSign
    /// The mount matrix with its third row derived, row by row (rule SIGN3). A sample is minus this matrix times the
    /// driver's values (rule SIGN4).
    let matrix: [Double]

    /// Takes the first two rows of a matrix, which people have verified on a screen that rotates, and derives the third
    /// one, because the axes of a sensor are right-handed.
    init(_ mountMatrix: MountMatrix, sign: AccelerationSign) {
        self.sign = sign
        let (x, y) = (mountMatrix.row(0), mountMatrix.row(1))
        let normal = x.cross(y)
        let scale = x.magnitude / normal.magnitude * (sign == .hid ? 1 : -1)
        let z = normal * scale
        matrix = [x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z]
    }

    /// What the driver's values of an acceleration are multiplied with, row by row (rule SIGN4).
    var forceRows: [Double] { matrix.map { -$0 } }

    /// The rotation from the sensor's axes to the device's, row by row. It turns what shares the triad of the
    /// accelerometer: a gyroscope, and a magnetometer on the same chip (rule SIGN5).
    var rotation: [Double] {
        let length = Acceleration(x: matrix[0], y: matrix[1], z: matrix[2]).magnitude
        return matrix.map { $0 / length * (sign == .hid ? 1 : -1) }
    }
}

extension AccelerationSign {
    /// Finds the sign of a sensor, and how sure that is (rule SIGN2).
    ///
    /// - Parameters:
    ///   - configured: the user's word, which is not questioned.
    ///   - path: the sensor's folder in sysfs with all links resolved.
    static func find(
        configured: AccelerationSign?, name: String, path: String, mountMatrix: MountMatrix
    ) -> (sign: AccelerationSign, evidence: SignEvidence) {
        if let configured { return (configured, .configured) }
        if isOfHID(name) { return (.hid, .name) }
        if path.split(separator: "/").contains(where: { $0.hasPrefix("HID-SENSOR-") }) { return (.hid, .hub) }
        return (.kernel, mountMatrix.determinant < 0 ? .matrix : .chip)
    }
}
