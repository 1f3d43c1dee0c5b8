// SPDX-License-Identifier: Apache-2.0

/// The process's accelerometer with a delegate, as `UIAccelerometer` was (rule CM50). ``MotionManager`` does more.
///
/// The program sets ``sensors`` when it starts. Setting the delegate starts the updates, and nil stops them.
///
/// For example:
/// ```swift
/// final class Ball: AccelerometerDelegate {
///     func accelerometer(_ accelerometer: Accelerometer, didAccelerate acceleration: AccelerometerData) {
///         print(acceleration.acceleration.x)
///     }
/// }
/// let ball = Ball()
/// Accelerometer.shared.updateInterval = UpdateInterval.game
/// Accelerometer.shared.delegate = ball
/// ```
@MainActor
public final class Accelerometer {
    /// The only accelerometer of a process.
    public static let shared = Accelerometer()

    /// The sensors of the process; nil until the program sets them. Another value takes the delegate along.
    public var sensors: MotionSensors? {
        didSet { restart() }
    }
    /// Seconds between updates, 0.01 or more, as ``MotionManager/accelerometerUpdateInterval``.
    public var updateInterval = UpdateInterval.shortest {
        didSet {
            updateInterval = UpdateInterval.usable(updateInterval)
            manager?.accelerometerUpdateInterval = updateInterval
        }
    }
    /// Gets the updates, on the main thread.
    public weak var delegate: (any AccelerometerDelegate)? {
        didSet { restart() }
    }

    private var manager: MotionManager?

    private init() {}

    private func restart() {
        manager?.stopAccelerometerUpdates()
        manager = nil
        guard let sensors, delegate != nil else { return }
        let manager = MotionManager(sensors: sensors)
        manager.accelerometerUpdateInterval = updateInterval
        self.manager = manager
        // The sensors belong to the thread of the main actor, where they were set, so the closure is the main actor's too. An assertion
        // of that would link Dispatch into each program with the library.
        manager.startAccelerometerUpdates { [weak self] data, _ in
            if let data { self?.tell(data) }
        }
    }

    private func tell(_ data: AccelerometerData) {
        // A delegate that does not exist any more needs no sensor.
        guard let delegate else { return restart() }
        delegate.accelerometer(self, didAccelerate: data)
    }
}

/// Gets the updates of ``Accelerometer`` (rule CM50).
///
/// For example:
/// ```swift
/// final class Level: AccelerometerDelegate {
///     func accelerometer(_ accelerometer: Accelerometer, didAccelerate acceleration: AccelerometerData) {
///         print(acceleration.acceleration)
///     }
/// }
/// ```
@MainActor
public protocol AccelerometerDelegate: AnyObject {
    /// The accelerometer was read.
    func accelerometer(_ accelerometer: Accelerometer, didAccelerate acceleration: AccelerometerData)
}
