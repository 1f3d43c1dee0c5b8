// SPDX-License-Identifier: Apache-2.0

package import BatonMotion
package import BatonMotionReport

/// A sensor: what its driver reports for a specific force in the device, and what Baton makes of that.
package struct MountedSensor: Sendable {
    /// The specific force in each orientation.
    package static let up: [Orientation: Acceleration] = [
        .faceUp: Acceleration(x: 0, y: 0, z: 9.81), .faceDown: Acceleration(x: 0, y: 0, z: -9.81),
        .normal: Acceleration(x: 0, y: 9.81, z: 0), .bottomUp: Acceleration(x: 0, y: -9.81, z: 0),
        .leftUp: Acceleration(x: -9.81, y: 0, z: 0), .rightUp: Acceleration(x: 9.81, y: 0, z: 0),
    ]

    /// A mount matrix as firmware has it for a sensor that lies as the device: −1 in x and y for the kernel's sign (rule SIGN4).
    package static let reversed: [Double] = [-1, 0, 0, 0, -1, 0, 0, 0, -1]

    /// The rotation from the sensor's axes to the device's, row by row.
    package var turn: [Double] = SensorDescription.identity
    package var sign = AccelerationSign.kernel
    /// What Baton takes them to be.
    package var assumed = AccelerationSign.kernel
    package var matrix: [Double] = SensorDescription.identity

    package init(
        turn: [Double] = SensorDescription.identity, sign: AccelerationSign = .kernel,
        assumed: AccelerationSign = .kernel, matrix: [Double] = SensorDescription.identity
    ) {
        (self.turn, self.sign, self.assumed, self.matrix) = (turn, sign, assumed, matrix)
    }

    /// The matrix that Baton tells of, with its third row derived.
    package var used: [Double] {
        AxesCorrection.matrix(x: Array(matrix[0..<3]), y: Array(matrix[3..<6]), sign: assumed)
    }

    /// What the driver reports: its axes are right-handed, and a HID hub reverses them all.
    package func raw(_ force: Acceleration) -> [Double] {
        let f = [force.x, force.y, force.z]
        return (0..<3).map { column in
            (0..<3).map { turn[3 * $0 + column] * f[$0] }.reduce(0, +) * (sign == .hid ? -1 : 1)
        }
    }

    /// The sample (rules SIGN3 and SIGN4).
    package func sample(_ force: Acceleration, _ sign: AccelerationSign, _ matrix: [Double]) -> Acceleration {
        let full = AxesCorrection.matrix(x: Array(matrix[0..<3]), y: Array(matrix[3..<6]), sign: sign)
        let raw = raw(force)
        let v = (0..<3).map { row in -(0..<3).map { full[3 * row + $0] * raw[$0] }.reduce(0, +) }
        return Acceleration(x: v[0], y: v[1], z: v[2])
    }

    package func measured(_ orientation: Orientation) -> Acceleration {
        sample(Self.up[orientation] ?? .zero, assumed, matrix)
    }

    /// What Baton measures after the correction.
    package func corrected(_ orientation: Orientation, _ finding: AxesFinding) -> Acceleration {
        guard case .correction(let correction) = finding else { return measured(orientation) }
        return sample(Self.up[orientation] ?? .zero, correction.sign ?? assumed, correction.matrix ?? matrix)
    }

    /// Samples in which the device is held in each pose for 3.5 seconds, 50 a second.
    package func held(_ poses: [Orientation]) -> [SensorSample] {
        var samples: [SensorSample] = []
        for orientation in poses {
            let force = measured(orientation)
            for _ in 0..<175 {
                samples.append(
                    SensorSample(nanoseconds: Int64(samples.count) * 20_000_000, x: force.x, y: force.y, z: force.z))
            }
        }
        return samples
    }
}
