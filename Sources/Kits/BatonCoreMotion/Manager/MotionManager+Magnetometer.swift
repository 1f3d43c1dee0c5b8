// SPDX-License-Identifier: Apache-2.0

import BatonMotion

extension MotionManager {
    /// Whether the machine has a magnetometer now. Opens no sensor (rule CM1).
    public var isMagnetometerAvailable: Bool { sensors.equipment.sensors.contains(.magnetometer) }

    /// Whether updates of the magnetometer were started and not stopped (rule CM2).
    public var isMagnetometerActive: Bool { magnetometer.isActive }

    /// The latest reading; nil before the first one, after a stop, and while the sensor is gone (rule CM5).
    public var magnetometerData: MagnetometerData? { magnetometer.latest }

    /// Seconds between updates of the handler, 0.01 or more. A shorter one, 0, a negative one and what is no number become
    /// 0.01. The true interval is told by the timestamps (rules CM11 and CM12).
    public var magnetometerUpdateInterval: Double {
        get { magnetometer.interval }
        set {
            magnetometer.interval = newValue
            sensors.review()
        }
    }

    /// Starts updates of ``magnetometerData`` without a handler (rule CM3). Does nothing if there is no magnetometer.
    public func startMagnetometerUpdates() { start(magnetometer, .magnetometer, on: nil, nil) }

    /// Starts updates with a handler, which takes the place of one from before (rules CM3 and CM4).
    ///
    /// - Parameters:
    ///   - loop: where the handler is called; nil for the loop of the source. It is kept until the stop (rule CM6).
    ///   - handler: gets a reading, or an error: ``MotionError/notAvailable`` on a machine without a magnetometer.
    public func startMagnetometerUpdates(
        to loop: (any MotionLoop)? = nil, handler: @escaping (MagnetometerData?, MotionError?) -> Void
    ) {
        start(magnetometer, .magnetometer, on: loop, handler)
    }

    /// Starts updates with a handler on a queue, which may be of another thread (rules CM4 and CM61).
    ///
    /// - Parameters:
    ///   - queue: where the handler is called. It is kept until the stop.
    ///   - handler: gets a reading, or an error: ``MotionError/notAvailable`` on a machine without a magnetometer.
    public func startMagnetometerUpdates(
        to queue: any MotionQueue, handler: @escaping @Sendable (MagnetometerData?, MotionError?) -> Void
    ) {
        start(magnetometer, .magnetometer, on: queue, handler)
    }

    /// Stops updates. A handler may call it, and is not called any more afterwards.
    public func stopMagnetometerUpdates() { stop(magnetometer) }
}
