// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Gives an app the data of the motion sensors: Core Motion's `CMMotionManager` for Linux (rules CM1 to CM17 and CM42 to CM44).
///
/// There are four kinds of data: accelerometer, gyroscope, magnetometer and device motion. Each is started and stopped by
/// itself, with a handler (push) or without (pull, where the property has the latest value). It is off until started, and off
/// again when its last user stops it. Several managers on the same ``MotionSensors`` each get their own interval.
///
/// Not thread-safe: use it on the thread of the source's loop. A handler is called on that loop, on the loop that was given, or on
/// a ``MotionQueue``, which may be of another thread; both are kept until the stop. It is never called inside the call of start,
/// and one at a time, in the order of time. Exactly one of its arguments is nil. After a stop it is not called any more. Other
/// threads read the latest values by readers, such as ``deviceMotionReader``. A sensor that is unplugged tells the handler ``MotionError/notAvailable`` once and
/// resumes by itself when it is back.
///
/// For example:
/// ```swift
/// let manager = MotionManager(sensors: MotionSensors(source: source))
/// manager.accelerometerUpdateInterval = 0.02
/// manager.startAccelerometerUpdates { data, error in
///     if let data { print(data.acceleration) }
/// }
/// ```
public final class MotionManager {
    /// Called with true when the user should move the device in a figure of eight, and with false when that is over. Only
    /// while ``showsDeviceMovementDisplay`` is true (rule CM43).
    public var movementDisplay: ((Bool) -> Void)?
    /// Whether ``movementDisplay`` is called while the magnetic field is not known.
    public var showsDeviceMovementDisplay = false
    /// The frame in which attitudes are given, or that was asked for last.
    public private(set) var attitudeReferenceFrame = AttitudeReferenceFrame.xArbitraryZVertical

    let accelerometer = MotionChannel<AccelerometerData>()
    let gyro = MotionChannel<GyroData>()
    let magnetometer = MotionChannel<MagnetometerData>()
    let deviceMotionChannel = MotionChannel<DeviceMotion>()
    let sensors: MotionSensors

    private var reference = MotionReference(.xArbitraryZVertical, declination: nil)
    private var equipment: MotionEquipment
    /// Whether the handler was told that the device must be moved.
    private var hasAskedForMovement = false
    private var isDisplayShown = false

    /// The interval in seconds at which the filter gets the magnetometer: the filter follows it over seconds.
    private static let magnetometerInterval = 0.05

    /// Makes a manager whose kinds are all stopped.
    public init(sensors: MotionSensors) {
        self.sensors = sensors
        equipment = sensors.equipment
        sensors.add(self)
    }

    deinit {
        accelerometer.stop()
        gyro.stop()
        magnetometer.stop()
        deviceMotionChannel.stop()
        sensors.review()
    }

    /// Data that slow handlers on other loops have lost, of all kinds: at most 256 of a kind wait (rule CM16).
    public var droppedSamples: UInt64 {
        accelerometer.dropped &+ gyro.dropped &+ magnetometer.dropped &+ deviceMotionChannel.dropped
    }

    /// The frames that the machine's sensors allow now (rule CM42).
    public func availableAttitudeReferenceFrames() -> AttitudeReferenceFrame { sensors.equipment.frames }

    // MARK: Starting

    /// Starts a kind if the machine has it, or if it is not known yet what the machine has (rule CM60).
    func start<Data>(
        _ channel: MotionChannel<Data>, _ kind: SensorKind, on loop: (any MotionLoop)?,
        _ handler: MotionChannel<Data>.Handler?
    ) {
        guard mayStart(kind) else {
            return channel.refuse(.notAvailable, on: loop ?? sensors.source, handler: handler)
        }
        channel.start(on: loop, source: sensors.source, handler: handler)
        sensors.review()
    }

    /// Starts a kind with a handler on a queue (rule CM61).
    func start<Data>(
        _ channel: MotionChannel<Data>, _ kind: SensorKind, on queue: any MotionQueue,
        _ handler: @escaping MotionPost<Data>.Handler
    ) {
        guard mayStart(kind) else { return queue.enqueue { handler(nil, .notAvailable) } }
        channel.start(on: queue, handler: handler)
        sensors.review()
    }

    private func mayStart(_ kind: SensorKind) -> Bool {
        sensors.equipment.sensors.contains(kind) || !sensors.isSettled
    }

    func stop<Data>(_ channel: MotionChannel<Data>) {
        guard channel.isActive else { return }
        channel.stop()
        sensors.review()
    }

    func startDeviceMotion(
        _ frame: AttitudeReferenceFrame, on loop: (any MotionLoop)?, _ handler: MotionChannel<DeviceMotion>.Handler?
    ) {
        if let error = prepare(frame) {
            return deviceMotionChannel.refuse(error, on: loop ?? sensors.source, handler: handler)
        }
        deviceMotionChannel.start(on: loop, source: sensors.source, handler: handler)
        sensors.review()
    }

    /// Starts device motion with a handler on a queue (rule CM61).
    func startDeviceMotion(
        _ frame: AttitudeReferenceFrame, on queue: any MotionQueue,
        _ handler: @escaping MotionPost<DeviceMotion>.Handler
    ) {
        if let error = prepare(frame) { return queue.enqueue { handler(nil, error) } }
        deviceMotionChannel.start(on: queue, handler: handler)
        sensors.review()
    }

    /// Begins a frame. Returns why it cannot be used; nil if it can (rule CM42).
    private func prepare(_ frame: AttitudeReferenceFrame) -> MotionError? {
        attitudeReferenceFrame = frame
        if let error = obstacle(frame), sensors.isSettled || error == .invalidParameter { return error }
        if !deviceMotionChannel.isActive || reference.frame != frame {
            reference = MotionReference(frame, declination: sensors.equipment.declination)
            hasAskedForMovement = false
        }
        return nil
    }

    func stopDeviceMotion() {
        stop(deviceMotionChannel)
        show(false)
    }

    /// Why a frame cannot be used now; nil if it can (rule CM42).
    private func obstacle(_ frame: AttitudeReferenceFrame) -> MotionError? {
        let frames = sensors.equipment.frames
        let single: [AttitudeReferenceFrame] = [
            .xArbitraryZVertical, .xArbitraryCorrectedZVertical, .xMagneticNorthZVertical, .xTrueNorthZVertical,
        ]
        guard single.contains(frame) else { return .invalidParameter }
        guard !frames.contains(frame) else { return nil }
        return frame == .xTrueNorthZVertical && frames.contains(.xMagneticNorthZVertical)
            ? .trueNorthNotAvailable : .notAvailable
    }

    private func show(_ isShown: Bool) {
        guard isShown != isDisplayShown else { return }
        isDisplayShown = isShown
        movementDisplay?(isShown)
    }
}

extension MotionManager: SensorUser {
    var needs: MotionNeeds {
        var needs = MotionNeeds()
        if accelerometer.isActive { needs.intervals[.accelerometer] = accelerometer.interval }
        if gyro.isActive { needs.intervals[.gyroscope] = gyro.interval }
        if magnetometer.isActive { needs.intervals[.magnetometer] = magnetometer.interval }
        if needsFusion {
            // The filter needs its full rate, however seldom the app looks.
            needs.intervals[.accelerometer] = UpdateInterval.shortest
            needs.intervals[.gyroscope] = UpdateInterval.shortest
            if reference.frame.usesMagnetometer {
                needs.intervals[.magnetometer] = min(
                    needs.intervals[.magnetometer] ?? .infinity, Self.magnetometerInterval)
            }
        }
        return needs
    }

    var needsFusion: Bool { deviceMotionChannel.isActive }

    func take(_ sample: SensorSample) {
        switch sample.kind {
        case .accelerometer:
            if accelerometer.isActive { accelerometer.take(AccelerometerData(sample), at: sample.nanoseconds) }
        case .gyroscope: if gyro.isActive { gyro.take(GyroData(sample), at: sample.nanoseconds) }
        case .magnetometer:
            if magnetometer.isActive { magnetometer.take(MagnetometerData(sample), at: sample.nanoseconds) }
        }
    }

    func take(_ fused: FusedMotion) {
        guard deviceMotionChannel.isActive else { return }
        let needsMovement = reference.needsMovement(fused)
        if needsMovement, !hasAskedForMovement {
            hasAskedForMovement = true
            deviceMotionChannel.report(.deviceRequiresMovement)
        }
        show(needsMovement && showsDeviceMovementDisplay)
        let motion = reference.motion(fused)
        deviceMotionChannel.take(motion, at: fused.gyroscope.nanoseconds)
    }

    func equipmentSettled() {
        let equipment = sensors.equipment.sensors
        if !equipment.contains(.accelerometer) { giveUp(accelerometer, .notAvailable) }
        if !equipment.contains(.gyroscope) { giveUp(gyro, .notAvailable) }
        if !equipment.contains(.magnetometer) { giveUp(magnetometer, .notAvailable) }
        if let error = obstacle(reference.frame) {
            giveUp(deviceMotionChannel, error)
        } else if deviceMotionChannel.isActive {
            // The declination may have been told only now.
            reference = MotionReference(reference.frame, declination: sensors.equipment.declination)
        }
    }

    /// Ends what was started before it was known that the machine does not have it (rule CM60).
    private func giveUp<Data>(_ channel: MotionChannel<Data>, _ error: MotionError) {
        guard channel.isActive else { return }
        channel.giveUp(error)
    }

    func equipmentChanged() {
        let (old, new) = (equipment, sensors.equipment)
        equipment = new
        func isLost(_ kind: SensorKind) -> Bool { old.sensors.contains(kind) && !new.sensors.contains(kind) }
        if isLost(.accelerometer) { accelerometer.lose() }
        if isLost(.gyroscope) { gyro.lose() }
        if isLost(.magnetometer) { magnetometer.lose() }
        if old.frames.contains(reference.frame), !new.frames.contains(reference.frame) { deviceMotionChannel.lose() }
    }
}
