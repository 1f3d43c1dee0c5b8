// SPDX-License-Identifier: Apache-2.0

/// What was computed from the samples of several sensors, at an instant (rule CM24).
///
/// For example:
/// ```swift
/// let flat = FusedSample(.gravity, nanoseconds: 1_000_000, x: 0, y: 0, z: -1)
/// ```
public struct FusedSample: Hashable, Sendable {
    /// What was computed.
    public let kind: FusedKind
    /// The time of the gyroscope's sample that it was computed for, in nanoseconds since boot on CLOCK_MONOTONIC.
    public let nanoseconds: Int64
    /// The part along x, in the unit of the kind.
    public let x: Double
    /// The part along y.
    public let y: Double
    /// The part along z.
    public let z: Double

    /// Makes a sample at an instant given in nanoseconds since boot on CLOCK_MONOTONIC.
    public init(_ kind: FusedKind, nanoseconds: Int64, x: Double, y: Double, z: Double) {
        self.kind = kind
        self.nanoseconds = nanoseconds
        self.x = x
        self.y = y
        self.z = z
    }
}

/// What is computed from samples. Values of one time come together, the attitude last. The raw value is the number of the
/// kind in a stream.
///
/// For example:
/// ```swift
/// print(FusedKind.gravity.rawValue)  // 17
/// ```
public enum FusedKind: UInt8, CaseIterable, Hashable, Sendable {
    /// The direction of gravity in the axes of the device, in g: (0, 0, -1) on its back.
    case gravity = 17
    /// The acceleration without gravity, in g.
    case userAcceleration = 18
    /// The angular velocity without the sensor's bias, in rad/s.
    case rotationRate = 19
    /// x, y and z of the unit quaternion from the axes of the device to those of the reference frame, whose w is not negative.
    case attitude = 16
}
