// SPDX-License-Identifier: Apache-2.0

/// A frame in which attitudes are given: z points up in each (rules CM40 and CM41). The values are Core Motion's.
///
/// For example:
/// ```swift
/// let frames: AttitudeReferenceFrame = [.xArbitraryZVertical, .xMagneticNorthZVertical]
/// print(frames.contains(.xTrueNorthZVertical))  // false
/// ```
public struct AttitudeReferenceFrame: OptionSet, Hashable, Sendable {
    /// The bits of the frames.
    public let rawValue: UInt32

    /// Makes a set of frames.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The yaw is 0 at the first value, and drifts slowly. It needs an accelerometer and a gyroscope.
    public static let xArbitraryZVertical = AttitudeReferenceFrame(rawValue: 1)
    /// The yaw is 0 at the first value, and is held by the magnetic field.
    public static let xArbitraryCorrectedZVertical = AttitudeReferenceFrame(rawValue: 2)
    /// x points to magnetic north.
    public static let xMagneticNorthZVertical = AttitudeReferenceFrame(rawValue: 4)
    /// x points to true north; the declination must be known.
    public static let xTrueNorthZVertical = AttitudeReferenceFrame(rawValue: 8)

    /// Whether the magnetometer is needed.
    public var usesMagnetometer: Bool { self != .xArbitraryZVertical }

    /// Whether x has a direction of the compass.
    public var hasNorth: Bool { self == .xMagneticNorthZVertical || self == .xTrueNorthZVertical }
}
