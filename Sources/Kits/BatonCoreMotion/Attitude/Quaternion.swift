// SPDX-License-Identifier: Apache-2.0

internal import CMath

/// A rotation as a unit quaternion (rule CM30). The parts have the order and names of Core Motion's `CMQuaternion`.
///
/// For example:
/// ```swift
/// let quarter = Quaternion(angle: .pi / 2, around: SIMD3(0, 0, 1))
/// print(quarter.rotate(SIMD3(1, 0, 0)))  // about (0, 1, 0)
/// ```
public struct Quaternion: Hashable, Sendable {
    /// The part along x.
    public var x: Double
    /// The part along y.
    public var y: Double
    /// The part along z.
    public var z: Double
    /// The real part.
    public var w: Double

    /// The rotation that changes nothing.
    public static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

    /// Makes a quaternion of its parts, which are not normalized.
    @inlinable
    public init(x: Double, y: Double, z: Double, w: Double) {
        (self.x, self.y, self.z, self.w) = (x, y, z, w)
    }

    /// Makes a rotation.
    ///
    /// - Parameters:
    ///   - angle: radians, counter-clockwise seen from the tip of the axis.
    ///   - axis: any length; 0 gives the identity.
    public init(angle: Double, around axis: SIMD3<Double>) {
        let length = (axis * axis).sum().squareRoot()
        guard length > 0 else {
            self = .identity
            return
        }
        let part = axis * (cmath_sin(angle / 2) / length)
        self.init(x: part.x, y: part.y, z: part.z, w: cmath_cos(angle / 2))
    }

    /// Makes a rotation around z.
    ///
    /// - Parameter heading: radians, counter-clockwise seen from above.
    init(aroundZ heading: Double) {
        self.init(x: 0, y: 0, z: cmath_sin(heading / 2), w: cmath_cos(heading / 2))
    }

    /// The opposite rotation of a unit quaternion.
    @inlinable
    public var conjugate: Quaternion { Quaternion(x: -x, y: -y, z: -z, w: w) }

    /// x, y and z of the same rotation with a real part that is not negative: they tell all of a unit quaternion.
    package var turn: SIMD3<Double> { SIMD3(x, y, z) * (w < 0 ? -1 : 1) }

    /// The same quaternion with the length 1; the identity when it has no direction.
    @inlinable
    public var normalized: Quaternion {
        let length = (x * x + y * y + z * z + w * w).squareRoot()
        guard length > 0, length.isFinite else { return .identity }
        return Quaternion(x: x / length, y: y / length, z: z / length, w: w / length)
    }

    /// Turns a vector.
    @inlinable
    public func rotate(_ v: SIMD3<Double>) -> SIMD3<Double> {
        // v + 2w (q × v) + 2q × (q × v)
        let (tx, ty, tz) = (2 * (y * v.z - z * v.y), 2 * (z * v.x - x * v.z), 2 * (x * v.y - y * v.x))
        return SIMD3(
            v.x + w * tx + y * tz - z * ty, v.y + w * ty + z * tx - x * tz, v.z + w * tz + x * ty - y * tx)
    }

    /// The rotation `right` followed by the rotation `left`.
    @inlinable
    public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w,
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z)
    }
}
