// SPDX-License-Identifier: Apache-2.0

extension MotionManager {
    /// Whether the machine has an accelerometer and a gyroscope that belong together (rules CM1 and CM25).
    public var isDeviceMotionAvailable: Bool { sensors.equipment.hasDeviceMotion }

    /// Whether updates of the device's motion were started and not stopped (rule CM2).
    public var isDeviceMotionActive: Bool { deviceMotionChannel.isActive }

    /// The latest motion; nil before the first one, after a stop, and while a sensor is gone (rule CM5).
    public var deviceMotion: DeviceMotion? { deviceMotionChannel.latest }

    /// Seconds between updates of the handler, 0.01 or more. A shorter one, 0, a negative one and what is no number become
    /// 0.01 (rules CM11 and CM12). The sensors are read at their full rate all the same, because the filter needs it.
    public var deviceMotionUpdateInterval: Double {
        get { deviceMotionChannel.interval }
        set {
            deviceMotionChannel.interval = newValue
            sensors.review()
        }
    }

    /// Starts updates of ``deviceMotion`` without a handler. Does nothing if the frame is not available (rule CM42).
    public func startDeviceMotionUpdates(using frame: AttitudeReferenceFrame = .xArbitraryZVertical) {
        startDeviceMotion(frame, on: nil, nil)
    }

    /// Starts updates with a handler, which takes the place of one from before.
    ///
    /// - Parameters:
    ///   - frame: the frame of the attitudes. Another one than before begins anew.
    ///   - loop: where the handler is called; nil for the loop of the source. It is kept until the stop (rule CM6).
    ///   - handler: gets a motion or an error: ``MotionError/notAvailable`` or ``MotionError/trueNorthNotAvailable`` when the
    ///     frame is not available (rule CM42), and once ``MotionError/deviceRequiresMovement`` while the magnetic field is not
    ///     known (rule CM43).
    public func startDeviceMotionUpdates(
        using frame: AttitudeReferenceFrame = .xArbitraryZVertical, to loop: (any MotionLoop)? = nil,
        handler: @escaping (DeviceMotion?, MotionError?) -> Void
    ) {
        startDeviceMotion(frame, on: loop, handler)
    }

    /// Starts updates with a handler on a queue, which may be of another thread (rules CM4 and CM61).
    ///
    /// - Parameters:
    ///   - frame: the frame of the attitudes. Another one than before begins anew.
    ///   - queue: where the handler is called. It is kept until the stop.
    ///   - handler: gets a motion or an error, as that of a loop does.
    public func startDeviceMotionUpdates(
        using frame: AttitudeReferenceFrame = .xArbitraryZVertical, to queue: any MotionQueue,
        handler: @escaping @Sendable (DeviceMotion?, MotionError?) -> Void
    ) {
        startDeviceMotion(frame, on: queue, handler)
    }

    /// Stops updates. A handler may call it, and is not called any more afterwards.
    public func stopDeviceMotionUpdates() { stopDeviceMotion() }
}
