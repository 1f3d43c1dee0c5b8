// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// What a sensor told at one time, as `CMLogItem` of Core Motion (rule CM18).
///
/// Unlike Core Motion's it is a protocol, since the data are values.
///
/// For example:
/// ```swift
/// func age(of item: some LogItem, at now: Duration) -> Duration { now - item.timestamp }
/// ```
public protocol LogItem: Sendable {
    /// The time of the measurement, since boot on CLOCK_MONOTONIC, as that of events (rule CM17).
    var timestamp: Duration { get }
}

/// A reading of the accelerometer (rule CM20).
///
/// For example:
/// ```swift
/// let data = AccelerometerData(sample)
/// print(data.acceleration.z)  // about −1 while the device lies on its back
/// ```
public struct AccelerometerData: LogItem, Hashable {
    /// In g, in the axes of the device: what pulls it. Lying on its back it is (0, 0, −1), in free fall 0.
    public let acceleration: SIMD3<Double>
    /// The time of the measurement, since boot on CLOCK_MONOTONIC.
    public let timestamp: Duration

    /// Takes over a sample of the accelerometer.
    public init(_ sample: SensorSample) {
        acceleration = SIMD3(sample.x, sample.y, sample.z) / -Acceleration.standardGravity
        timestamp = sample.timestamp
    }
}

/// A reading of the gyroscope (rule CM21).
///
/// For example:
/// ```swift
/// let data = GyroData(SensorSample(.gyroscope, at: .seconds(12), x: 0, y: 0, z: 1.5))
/// print(data.rotationRate.z)
/// ```
public struct GyroData: LogItem, Hashable {
    /// In rad/s with the sensor's bias: counter-clockwise, seen from the tip of the axis, is positive.
    public let rotationRate: SIMD3<Double>
    /// The time of the measurement, since boot on CLOCK_MONOTONIC.
    public let timestamp: Duration

    /// Takes over a sample of the gyroscope.
    public init(_ sample: SensorSample) {
        rotationRate = SIMD3(sample.x, sample.y, sample.z)
        timestamp = sample.timestamp
    }
}

/// A reading of the magnetometer (rule CM22).
///
/// For example:
/// ```swift
/// let data = MagnetometerData(SensorSample(.magnetometer, at: .seconds(12), x: 0, y: 20, z: -45))
/// print(data.magneticField.y)
/// ```
public struct MagnetometerData: LogItem, Hashable {
    /// In µT: the field of the earth and of the device.
    public let magneticField: SIMD3<Double>
    /// The time of the measurement, since boot on CLOCK_MONOTONIC.
    public let timestamp: Duration

    /// Takes over a sample of the magnetometer.
    public init(_ sample: SensorSample) {
        magneticField = SIMD3(sample.x, sample.y, sample.z)
        timestamp = sample.timestamp
    }
}

/// How the device is turned and moves, from all of its sensors (rule CM23).
///
/// For example:
/// ```swift
/// func steer(_ motion: DeviceMotion) {
///     print(motion.attitude.roll, motion.userAcceleration.x)
/// }
/// ```
public struct DeviceMotion: LogItem, Hashable {
    /// How the device is turned, relative to the frame that was started.
    public let attitude: Attitude
    /// In rad/s without the gyroscope's bias.
    public let rotationRate: SIMD3<Double>
    /// Gravity in g, in the axes of the device; its length is 1.
    public let gravity: SIMD3<Double>
    /// What the user adds to gravity, in g, in the axes of the device.
    public let userAcceleration: SIMD3<Double>
    /// The magnetic field, and how far it can be trusted.
    public let magneticField: CalibratedMagneticField
    /// Where the top of the device points, in degrees clockwise from north in 0 ..< 360; −1 in frames without north. While the
    /// top points up or down within 10° of the vertical, it is where the back points.
    public let heading: Double
    /// The time of the gyroscope's measurement, since boot on CLOCK_MONOTONIC.
    public let timestamp: Duration
}

/// The magnetic field with its accuracy (rule CM26).
///
/// For example:
/// ```swift
/// func use(_ motion: DeviceMotion) {
///     if motion.magneticField.accuracy == .uncalibrated { print("move the device in a figure of eight") }
/// }
/// ```
public struct CalibratedMagneticField: Hashable, Sendable {
    /// How far the field can be trusted. The values are Core Motion's.
    public enum Accuracy: Int, Hashable, Sendable {
        /// There is no magnetometer in use, no accepted field, or one that is not the earth's.
        case uncalibrated = -1
        /// The field is disturbed.
        case low = 0
        /// The field is undisturbed.
        case medium = 1
        /// The field has been undisturbed for 30 s.
        case high = 2
    }

    /// In µT; zero while no magnetometer is in use.
    public let field: SIMD3<Double>
    /// How far the field can be trusted.
    public let accuracy: Accuracy
}
