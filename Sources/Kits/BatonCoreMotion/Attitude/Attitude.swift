// SPDX-License-Identifier: Apache-2.0

internal import CMath

/// How the device is turned, relative to a reference frame (rules CM30 to CM34).
///
/// The three angles are in radians: +yaw turns counter-clockwise seen from above, +pitch raises the top, +roll lowers the right
/// side.
///
/// For example:
/// ```swift
/// let start = Attitude(quaternion: .identity)
/// var now = Attitude(quaternion: Quaternion(angle: 0.5, around: SIMD3(1, 0, 0)))
/// now.multiply(byInverseOf: start)
/// print(now.pitch)  // about 0.5
/// ```
public struct Attitude: Hashable, Sendable {
    /// The rotation from the device to the reference frame.
    public private(set) var quaternion: Quaternion
    /// The rotation about the axis through the top, in −π … π.
    public private(set) var roll = 0.0
    /// The rotation about the axis to the right, in −π/2 … π/2.
    public private(set) var pitch = 0.0
    /// The rotation about the axis out of the display, in −π … π.
    public private(set) var yaw = 0.0

    /// The sine of 85°: with a pitch beyond it, roll and yaw turn about nearly the same axis.
    private static let steep = 0.996_194_698_091_745_5

    /// Makes an attitude.
    ///
    /// - Parameters:
    ///   - quaternion: the rotation from the device to the reference frame; its length does not matter.
    ///   - previous: the attitude before, whose sign the quaternion keeps and whose roll is kept while the pitch is beyond
    ///     85°. Without one w is not negative.
    public init(quaternion: Quaternion, after previous: Attitude? = nil) {
        let q = quaternion.normalized
        let sign =
            if let last = previous?.quaternion {
                q.w * last.w + q.x * last.x + q.y * last.y + q.z * last.z
            } else {
                q.w
            }
        self.quaternion = sign < 0 ? Quaternion(x: -q.x, y: -q.y, z: -q.z, w: -q.w) : q
        computeAngles(previous)
    }

    /// The rotation from the reference frame to the device: times (0, 0, −1) it gives gravity in the axes of the device.
    public var rotationMatrix: RotationMatrix { RotationMatrix(Matrix3(quaternion.conjugate)) }

    /// Gravity in the axes of the device: a vector of length 1 that points down (rule CM31).
    public var gravity: SIMD3<Double> { quaternion.conjugate.rotate(SIMD3(0, 0, -1)) }

    /// Makes this the change since `reference`, in the axes that the device had at `reference` (rule CM34).
    public mutating func multiply(byInverseOf reference: Attitude) {
        self = relative(to: reference)
    }

    /// The change since `reference`, in the axes that the device had at `reference`.
    public func relative(to reference: Attitude) -> Attitude {
        Attitude(quaternion: reference.quaternion.conjugate * quaternion)
    }

    private mutating func computeAngles(_ previous: Attitude?) {
        let d = Matrix3(quaternion)
        pitch = cmath_asin(min(max(d.z.y, -1), 1))
        guard abs(d.z.y) > Self.steep else {
            roll = cmath_atan2(-d.z.x, d.z.z)
            yaw = cmath_atan2(-d.x.y, d.y.y)
            return
        }
        roll = previous?.roll ?? 0
        let (sine, cosine) = (cmath_sin(roll), cmath_cos(roll))
        yaw = cmath_atan2(d.y.x * cosine + d.y.z * sine, d.x.x * cosine + d.x.z * sine)
    }
}
