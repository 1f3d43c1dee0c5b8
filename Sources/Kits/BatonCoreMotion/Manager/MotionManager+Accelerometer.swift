// SPDX-License-Identifier: Apache-2.0

import BatonMotion

extension MotionManager {
    /// Whether the machine has an accelerometer now. Opens no sensor (rule CM1).
    public var isAccelerometerAvailable: Bool { sensors.equipment.sensors.contains(.accelerometer) }

    /// Whether updates of the accelerometer were started and not stopped (rule CM2).
    public var isAccelerometerActive: Bool { accelerometer.isActive }

    /// The latest reading; nil before the first one, after a stop, and while the sensor is gone (rule CM5).
    public var accelerometerData: AccelerometerData? { accelerometer.latest }

    /// Seconds between updates of the handler, 0.01 or more. A shorter one, 0, a negative one and what is no number become
    /// 0.01. The true interval is told by the timestamps (rules CM11 and CM12).
    public var accelerometerUpdateInterval: Double {
        get { accelerometer.interval }
        set {
            accelerometer.interval = newValue
            sensors.review()
        }
    }

    /// Starts updates of ``accelerometerData`` without a handler (rule CM3). Does nothing if there is no accelerometer.
    public func startAccelerometerUpdates() { start(accelerometer, .accelerometer, on: nil, nil) }

    /// Starts updates with a handler, which takes the place of one from before (rules CM3 and CM4).
    ///
    /// - Parameters:
    ///   - loop: where the handler is called; nil for the loop of the source. It is kept until the stop (rule CM6).
    ///   - handler: gets a reading, or an error: ``MotionError/notAvailable`` on a machine without an accelerometer.
    public func startAccelerometerUpdates(
        to loop: (any MotionLoop)? = nil, handler: @escaping (AccelerometerData?, MotionError?) -> Void
    ) {
        start(accelerometer, .accelerometer, on: loop, handler)
    }

    /// Starts updates with a handler on a queue, which may be of another thread (rules CM4 and CM61).
    ///
    /// - Parameters:
    ///   - queue: where the handler is called. It is kept until the stop.
    ///   - handler: gets a reading, or an error: ``MotionError/notAvailable`` on a machine without an accelerometer.
    public func startAccelerometerUpdates(
        to queue: any MotionQueue, handler: @escaping @Sendable (AccelerometerData?, MotionError?) -> Void
    ) {
        start(accelerometer, .accelerometer, on: queue, handler)
    }

    /// Stops updates. A handler may call it, and is not called any more afterwards.
    public func stopAccelerometerUpdates() { stop(accelerometer) }
}
