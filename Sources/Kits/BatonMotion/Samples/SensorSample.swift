// SPDX-License-Identifier: Apache-2.0

/// One reading of a sensor with three axes.
///
/// An accelerometer's values are specific force in m/s², with gravity, in the axes of the device: on its back at rest z
/// is +9.8, upright y is +9.8 (rules SIGN1 and SIGN9). Every sample in Baton has this frame, whatever its driver reports.
///
/// For example:
/// ```swift
/// let sample = SensorSample(at: .seconds(12), x: 0.1, y: -0.2, z: 9.8)
/// ```
public struct SensorSample: Hashable, Sendable {
    /// What was measured.
    public let kind: SensorKind
    /// The time of the measurement, in nanoseconds since boot on CLOCK_MONOTONIC.
    public let nanoseconds: Int64
    /// The x axis: to the right.
    public let x: Double
    /// The y axis: to the top.
    public let y: Double
    /// The z axis: out of the screen.
    public let z: Double

    /// Makes a sample at an instant given in nanoseconds since boot on CLOCK_MONOTONIC.
    @inlinable
    public init(_ kind: SensorKind = .accelerometer, nanoseconds: Int64, x: Double, y: Double, z: Double) {
        self.kind = kind
        self.nanoseconds = nanoseconds
        self.x = x
        self.y = y
        self.z = z
    }

    /// Makes a sample at an instant since boot on CLOCK_MONOTONIC.
    public init(_ kind: SensorKind = .accelerometer, at timestamp: Duration, x: Double, y: Double, z: Double) {
        self.init(kind, nanoseconds: timestamp.wholeNanoseconds, x: x, y: y, z: z)
    }

    /// The time of the measurement, since boot on CLOCK_MONOTONIC.
    public var timestamp: Duration { .nanoseconds(nanoseconds) }
}

/// What a sensor measures.
public enum SensorKind: UInt8, CaseIterable, Hashable, Sendable {
    /// Specific force in m/s², gravity included.
    case accelerometer = 1
    /// Angular velocity in rad/s with the sensor's bias: counter-clockwise, seen from the tip of the axis, is positive.
    case gyroscope = 2
    /// The magnetic field in µT, of the earth and of the device.
    case magnetometer = 3

    /// The word for it: that of a capability (rule CAP2).
    package var word: String {
        switch self {
        case .accelerometer: "accelerometer"
        case .gyroscope: "gyroscope"
        case .magnetometer: "magnetometer"
        }
    }
}
