// SPDX-License-Identifier: Apache-2.0

/// An acceleration in m/s², in the device's axes (rule SIGN9).
///
/// For example:
/// ```swift
/// let force = Acceleration(sample)
/// let isAtRest = abs(force.magnitude - Acceleration.standardGravity) < 0.5
/// ```
public struct Acceleration: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// To the top.
    public var y: Double
    /// Out of the screen.
    public var z: Double

    /// An acceleration of 0 on each axis.
    public static let zero = Acceleration(x: 0, y: 0, z: 0)

    /// The acceleration of free fall, in m/s² (the standard value).
    public static let standardGravity = 9.80665

    /// Makes an acceleration.
    @inlinable
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The values of a sample.
    @inlinable
    public init(_ sample: SensorSample) {
        self.init(x: sample.x, y: sample.y, z: sample.z)
    }

    /// The length of the vector.
    @inlinable
    public var magnitude: Double { squaredMagnitude.squareRoot() }

    /// The square of ``magnitude``.
    @inlinable
    public var squaredMagnitude: Double { x * x + y * y + z * z }

    /// The largest absolute value of an axis.
    @inlinable
    public var largest: Double { max(abs(x), abs(y), abs(z)) }

    /// Whether the values of all axes are finite numbers.
    @inlinable
    public var isFinite: Bool { (x + y + z).isFinite }

    /// The acceleration with each axis clamped to `-limit...limit`.
    @inlinable
    public func clamped(to limit: Double) -> Acceleration {
        Acceleration(x: min(max(x, -limit), limit), y: min(max(y, -limit), limit), z: min(max(z, -limit), limit))
    }

    /// The scalar product.
    @inlinable
    public func dot(_ other: Acceleration) -> Double { x * other.x + y * other.y + z * other.z }

    /// The vector product.
    @inlinable
    public func cross(_ other: Acceleration) -> Acceleration {
        Acceleration(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    /// The sum.
    @inlinable
    public static func + (left: Acceleration, right: Acceleration) -> Acceleration {
        Acceleration(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    /// The difference.
    @inlinable
    public static func - (left: Acceleration, right: Acceleration) -> Acceleration {
        Acceleration(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    /// The product with a number.
    @inlinable
    public static func * (left: Acceleration, factor: Double) -> Acceleration {
        Acceleration(x: left.x * factor, y: left.y * factor, z: left.z * factor)
    }
}
