// SPDX-License-Identifier: Apache-2.0

/// A rotation as a matrix; `m12` is in row 1 and column 2. The names are those of Core Motion's `CMRotationMatrix`.
///
/// For example:
/// ```swift
/// let attitude = Attitude(quaternion: .identity)
/// print(attitude.rotationMatrix.m33)  // 1
/// ```
public struct RotationMatrix: Hashable, Sendable {
    /// Row 1.
    public let m11: Double, m12: Double, m13: Double
    /// Row 2.
    public let m21: Double, m22: Double, m23: Double
    /// Row 3.
    public let m31: Double, m32: Double, m33: Double

    init(_ matrix: Matrix3) {
        (m11, m12, m13) = (matrix.x.x, matrix.x.y, matrix.x.z)
        (m21, m22, m23) = (matrix.y.x, matrix.y.y, matrix.y.z)
        (m31, m32, m33) = (matrix.z.x, matrix.z.y, matrix.z.z)
    }
}
