// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// The device as UIKit's `UIDevice` shows it: how it is held, for those who asked (rules O1 to O12).
///
/// Not thread-safe: use it on the thread of the source's loop.
///
/// For example:
/// ```swift
/// let device = Device(sensors: MotionSensors(source: source))
/// let observation = device.observeOrientation { print($0) }
/// device.beginGeneratingDeviceOrientationNotifications()
/// device.endGeneratingDeviceOrientationNotifications()
/// observation.cancel()
/// ```
public final class Device {
    /// How the device is held; unknown while nothing is generated, and until the first pose was found.
    public private(set) var orientation = DeviceOrientation.unknown
    /// Whether the session is not in front, locked or asleep: the value is kept, and nothing is posted until it is over (rule
    /// O9).
    public var isPaused = false

    private let sensors: MotionSensors
    private var tracker = OrientationTracker()
    private var count = 0
    private var observers: [(id: UInt64, handler: (DeviceOrientation) -> Void)] = []
    private var nextID: UInt64 = 0

    /// The interval in seconds that suffices (rule O11).
    private static let interval = 0.08

    /// Makes a device whose orientation is not followed yet.
    public init(sensors: MotionSensors) {
        self.sensors = sensors
        sensors.add(self)
    }

    deinit { sensors.review() }

    /// Whether somebody asked for orientations and has not ended it.
    public var isGeneratingDeviceOrientationNotifications: Bool { count > 0 }

    /// Asks for orientations. Each call needs one of ``endGeneratingDeviceOrientationNotifications()``.
    public func beginGeneratingDeviceOrientationNotifications() {
        count += 1
        if count == 1 { sensors.review() }
    }

    /// Ends one request. With the last one the sensor goes off unless another user needs it; a call too many does nothing.
    public func endGeneratingDeviceOrientationNotifications() {
        guard count > 0 else { return }
        count -= 1
        guard count == 0 else { return }
        tracker = OrientationTracker()
        orientation = .unknown
        sensors.review()
    }

    /// Calls a handler whenever ``orientation`` has changed, with the new value. What a handler adds or removes counts from
    /// the next change on.
    ///
    /// - Returns: the observation, which lasts until it is cancelled.
    @discardableResult
    public func observeOrientation(_ handler: @escaping (DeviceOrientation) -> Void) -> OrientationObservation {
        let id = nextID
        nextID += 1
        observers.append((id, handler))
        return OrientationObservation { [weak self] in self?.observers.removeAll { $0.id == id } }
    }

    /// Takes note of a shake: the orientation does not change until half a second after its end (rule O8).
    public func note(_ phase: MotionPhase) { tracker.note(phase) }

    /// The sensor is not read any more, or the machine is about to sleep: the orientation is unknown (rule O9).
    public func forgetOrientation() {
        tracker = OrientationTracker()
        post(.unknown)
    }

    private func post(_ new: DeviceOrientation) {
        guard new != orientation else { return }
        orientation = new
        for observer in observers { observer.handler(new) }
    }
}

/// A request for changes of the orientation.
///
/// For example:
/// ```swift
/// let device = Device(sensors: MotionSensors(source: source))
/// device.observeOrientation { print($0) }.cancel()
/// ```
public struct OrientationObservation {
    /// Ends it.
    public let cancel: () -> Void
}

extension Device: SensorUser {
    var needs: MotionNeeds {
        guard count > 0, sensors.equipment.isInDisplay else { return MotionNeeds() }
        return MotionNeeds(intervals: [.accelerometer: Self.interval], allowsRest: true)
    }

    var needsFusion: Bool { false }

    func take(_ sample: SensorSample) {
        guard count > 0, !isPaused, sample.kind == .accelerometer, sensors.equipment.isInDisplay else { return }
        if let new = tracker.process(sample) { post(DeviceOrientation(new)) }
    }

    func take(_: FusedMotion) {}

    func equipmentChanged() {
        let equipment = sensors.equipment
        guard !equipment.sensors.contains(.accelerometer) || !equipment.isInDisplay else { return }
        forgetOrientation()
    }
}
