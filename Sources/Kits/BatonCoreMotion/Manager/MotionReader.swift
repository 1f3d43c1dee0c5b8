// SPDX-License-Identifier: Apache-2.0

/// The latest value of one kind of data, for any thread: a renderer reads it for each picture, as the guide recommends for device
/// motion (rule CM62).
///
/// A manager belongs to one thread; its readers may go to any. A read takes a lock for the moment of a copy, and waits for
/// nothing else. It is nil while the manager's own property is nil: before the first value, after the stop, while the sensor is
/// away, and when the manager is gone. Core Motion's `deviceMotion` may itself be read from any thread.
///
/// For example:
/// ```swift
/// let reader = manager.deviceMotionReader
/// manager.startDeviceMotionUpdates()
/// @Sendable func draw() {
///     if let attitude = reader.latest?.attitude { print(attitude.yaw) }
/// }
/// ```
public struct MotionReader<Data: Sendable>: Sendable {
    let value: LockedValue<Data?>

    /// The latest value; nil if there is none now.
    public var latest: Data? { value.withLock { $0 } }
}

extension MotionManager {
    /// Reads ``accelerometerData`` from any thread (rule CM62).
    public var accelerometerReader: MotionReader<AccelerometerData> { accelerometer.reader }

    /// Reads ``gyroData`` from any thread (rule CM62).
    public var gyroReader: MotionReader<GyroData> { gyro.reader }

    /// Reads ``magnetometerData`` from any thread (rule CM62).
    public var magnetometerReader: MotionReader<MagnetometerData> { magnetometer.reader }

    /// Reads ``deviceMotion`` from any thread (rule CM62).
    public var deviceMotionReader: MotionReader<DeviceMotion> { deviceMotionChannel.reader }
}
