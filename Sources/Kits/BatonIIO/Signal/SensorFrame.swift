// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// How the axes of a sensor lie in the device, how that was found, and what follows for its values (rules SIGN2 to SIGN5).
///
/// There are two ways: an accelerometer finds the axes, and any other kind is turned as the accelerometer beside it is,
/// unless it has a matrix of its own.
struct SensorFrame: Hashable, Sendable {
    /// What is known of how its axes lie (rule SIGN5).
    enum Mounting {
        /// It is an accelerometer, or has a matrix of its own.
        case own
        /// It shares the axes of the accelerometer.
        case shared
        /// Nothing; its axes are taken as they are.
        case unknown
    }

    /// How the axes of the accelerometer lie; for another kind those of the accelerometer beside it.
    let axes: DeviceAxes
    /// How the sign of the acceleration was found.
    let evidence: SignEvidence
    /// What is known of how its axes lie.
    let mounting: Mounting
    /// What the driver's values are multiplied with, row by row (rules SIGN4 and SIGN5).
    let rows: [Double]
    /// The matrix that its description has, row by row.
    let describedMatrix: [Double]

    /// How a sign was found (rule SIGN2).
    typealias FoundSign = (sign: AccelerationSign, evidence: SignEvidence)

    /// The frame of an accelerometer.
    ///
    /// - Parameter matrix: nil if nothing tells it.
    init(accelerometer matrix: MountMatrix?, _ found: FoundSign) {
        axes = DeviceAxes(matrix ?? .identity, sign: found.sign)
        evidence = found.evidence
        mounting = .own
        rows = axes.forceRows
        describedMatrix = axes.matrix
    }

    /// The frame of another kind.
    ///
    /// - Parameters:
    ///   - matrix: its own; nil if nothing tells it.
    ///   - accelerometer: the frame of the accelerometer beside it.
    ///   - isShared: whether it has the axes of that one.
    init(_ matrix: MountMatrix?, _ found: FoundSign, beside accelerometer: SensorFrame?, isShared: Bool) {
        axes = accelerometer?.axes ?? DeviceAxes(matrix ?? .identity, sign: found.sign)
        evidence = accelerometer?.evidence ?? found.evidence
        if let matrix {
            mounting = .own
            // A rotation or a field has no sign to choose, so a matrix that mirrors was made for the opposite sign.
            rows = matrix.determinant < 0 ? matrix.values.map { -$0 } : matrix.values
        } else if isShared {
            mounting = .shared
            rows = axes.rotation
        } else {
            mounting = .unknown
            rows = SensorDescription.identity
        }
        describedMatrix = rows
    }
}
