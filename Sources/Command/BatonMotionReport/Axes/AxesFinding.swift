// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
package import BatonMotion

/// What two poses say of the axes of an accelerometer (rule SIGN7).
package enum AxesFinding: Equatable, Sendable {
    /// The sign and the mount matrix are right.
    case right
    /// The sign, the mount matrix or both are to be set.
    case correction(AxesCorrection)

    /// The sine of 60°: how much of gravity an axis has at least that counts as the one that points up.
    private static let share = 0.866

    /// Judges a device that lies with its screen up.
    ///
    /// - Throws: ``PoseRefusal`` if it cannot be that pose.
    package static func checkFlat(_ pose: HeldPose) throws(PoseRefusal) {
        guard pose.isGravity else { throw .notGravity }
        guard abs(pose.force.z) >= share * pose.force.magnitude else { throw .notFlat }
    }

    /// Judges a device that stands with its top edge up.
    ///
    /// - Throws: ``PoseRefusal`` if it cannot be that pose.
    package static func checkUpright(_ pose: HeldPose, after flat: HeldPose) throws(PoseRefusal) {
        guard pose.isGravity else { throw .notGravity }
        guard abs(pose.force.z) < share * pose.force.magnitude else {
            throw pose.force.z * flat.force.z > 0 ? .stillFlat : .turnedOver
        }
        guard max(abs(pose.force.x), abs(pose.force.y)) >= share * pose.force.magnitude else { throw .tilted }
    }

    /// Judges all three axes.
    ///
    /// - Parameters:
    ///   - axes: The specific force while x, y and z point up, as measured.
    ///   - sign: The sign in use.
    ///   - matrix: The mount matrix in use, row by row.
    /// - Throws: ``PoseRefusal`` when the three are not at right angles along the axes.
    package init(
        axes: [Acceleration], sign: AccelerationSign, matrix: [Double]
    ) throws(PoseRefusal) {
        var rows: [[Double]] = []
        var used: Set<Int> = []
        for force in axes {
            let values = [force.x, force.y, force.z]
            guard abs(force.magnitude - Acceleration.standardGravity) <= 2 else { throw .notGravity }
            guard let index = values.firstIndex(where: { abs($0) >= Self.share * force.magnitude }) else {
                throw .tilted
            }
            guard used.insert(index).inserted else { throw .repeated }
            rows.append(matrix[3 * index..<3 * index + 3].map { values[index] < 0 ? -$0 : $0 })
        }
        let lines = rows.map { Acceleration(x: $0[0], y: $0[1], z: $0[2]) }
        // The axes of a sensor are right-handed, so the handedness of the device's axes tells the sign.
        let found: AccelerationSign = lines[0].cross(lines[1]).dot(lines[2]) > 0 ? .hid : .kernel
        let isTurned = rows[0] != Array(matrix[0..<3]) || rows[1] != Array(matrix[3..<6])
        guard found != sign || isTurned else {
            self = .right
            return
        }
        self = .correction(
            AxesCorrection(
                sign: found == sign ? nil : found,
                matrix: isTurned ? AxesCorrection.matrix(x: rows[0], y: rows[1], sign: found) : nil))
    }

    /// Judges two poses. They do not tell whether left and right are exchanged: x is taken to be right.
    ///
    /// - Parameters:
    ///   - flat: The specific force while it lies with its screen up, which ``checkFlat(_:)`` has accepted.
    ///   - upright: The specific force while it stands with its top edge up, which ``checkUpright(_:after:)`` has accepted.
    ///   - sign: The sign in use.
    ///   - matrix: The mount matrix in use, row by row.
    package init(flat: Acceleration, upright: Acceleration, sign: AccelerationSign, matrix: [Double]) {
        let other: AccelerationSign = sign == .hid ? .kernel : .hid
        let newSign = flat.z < 0 ? other : sign
        let x = Array(matrix[0..<3])
        let y = Array(matrix[3..<6])
        // The axis that points up becomes y. The turn is about z, so that x and y stay right-handed with it.
        let rows: (x: [Double], y: [Double])? =
            if abs(upright.y) >= abs(upright.x) {
                upright.y < 0 ? (x.map(-), y.map(-)) : nil
            } else {
                upright.x < 0 ? (y, x.map(-)) : (y.map(-), x)
            }
        guard newSign != sign || rows != nil else {
            self = .right
            return
        }
        self = .correction(
            AxesCorrection(
                sign: newSign == sign ? nil : newSign,
                matrix: rows.map { AxesCorrection.matrix(x: $0.x, y: $0.y, sign: newSign) }))
    }
}

/// What is to be set in the section `[motion]` so that the axes are right.
package struct AxesCorrection: Equatable, Sendable {
    /// The sign of gravity; nil: it is right.
    package let sign: AccelerationSign?
    /// The mount matrix, row by row; nil: it is right.
    package let matrix: [Double]?

    /// The keys of the configuration with their values.
    package var settings: [(key: String, value: String)] {
        var result: [(key: String, value: String)] = []
        if let sign { result.append(("acceleration-sign", sign.rawValue)) }
        if let matrix { result.append(("mount-matrix", Self.text(matrix))) }
        return result
    }

    /// A matrix in the kernel's form (rule IIO8).
    package static func text(_ matrix: [Double]) -> String {
        let rows = stride(from: 0, to: 9, by: 3).map {
            matrix[$0..<$0 + 3].map { DecimalText.short($0, 6) }.joined(separator: ", ")
        }
        return rows.joined(separator: "; ")
    }

    /// The whole matrix of two rows (rule SIGN3).
    package static func matrix(x: [Double], y: [Double], sign: AccelerationSign) -> [Double] {
        let (first, second) = (Acceleration(x: x[0], y: x[1], z: x[2]), Acceleration(x: y[0], y: y[1], z: y[2]))
        let normal = first.cross(second)
        let scale = (sign == .hid ? 1 : -1) * first.magnitude / max(normal.magnitude, 1e-9)
        return x + y + [normal.x * scale, normal.y * scale, normal.z * scale]
    }
}
