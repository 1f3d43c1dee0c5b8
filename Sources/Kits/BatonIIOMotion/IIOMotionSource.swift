// SPDX-License-Identifier: Apache-2.0

public import BatonCoreMotion
public import BatonIIO
import BatonMotion
public import BatonReactor
import BatonUdev

/// The motion sensors of this machine as a source for `MotionSensors` (rules CM1, CM14 and IIO38).
///
/// Each kind is opened when it is needed and closed when it is not; one that fails leaves the others as they are. Not
/// thread-safe: use it on the thread that runs the reactor. Polling blocks a turn as long as the driver needs for a read.
///
/// For example:
/// ```swift
/// import BatonCoreMotion
/// let sensors = MotionSensors(source: IIOMotionSource(reactor: reactor))
/// let manager = MotionManager(sensors: sensors)
/// manager.startDeviceMotionUpdates { motion, _ in
///     if let motion { print(motion.attitude.pitch) }
/// }
/// ```
public final class IIOMotionSource: MotionSource {
    /// Called for each sample and each change of the equipment. `MotionSensors` sets it.
    public var events: ((MotionSourceEvent) -> Void)?
    /// Called with notices for people.
    public var notice: ((IIONotice) -> Void)?
    /// What the machine has: found when the source is made, and when udev reports a sensor.
    public private(set) var equipment: MotionEquipment

    private let reactor: Reactor
    private let declination: Double?
    private let sensors: IIOSensorSet
    /// Kinds that failed and are tried again later.
    private var failed: Set<SensorKind> = []
    private var retry: ReactorTimer?
    private var monitor: UdevMonitor?

    /// How late a sample of a buffer may be: a handler is to have it soon.
    private static let longestDelay = Duration.milliseconds(20)
    /// After what time a kind that failed is tried again.
    private static let retryTime = Duration.seconds(5)

    /// Finds the sensors. Powers none.
    ///
    /// - Parameters:
    ///   - options: how the sensors are found and read; its kind, rate and recovery file are not used.
    ///   - declination: the angle from true north to magnetic north in degrees, east positive; nil if it is not known.
    ///   - reactor: turns while samples are read.
    public init(options: IIOOptions = IIOOptions(), declination: Double? = nil, reactor: Reactor) {
        self.declination = declination
        self.reactor = reactor
        var options = options
        options.recoveryFile = nil
        sensors = IIOSensorSet(options: options, reactor: reactor)
        equipment = MotionEquipment(sensors.survey, declination: declination)
        sensors.deliver = { [weak self] in self?.events?(.sample($0)) }
        sensors.failed = { [weak self] kinds, _ in self?.fail(kinds) }
        sensors.notice = { [weak self] in self?.notice?($0) }
        monitor = try? UdevMonitor(subsystem: "iio", deviceType: "iio_device", reactor: reactor) { [weak self] _ in
            self?.look()
        }
    }

    /// Runs work in a later turn of the reactor.
    public func perform(_ work: @escaping () -> Void) {
        _ = reactor.schedule(after: .zero, handler: work)
    }

    /// Reads exactly what is needed.
    public func read(_ needs: MotionNeeds) {
        var wishes: [SensorKind: IIOSensorSet.Wish] = [:]
        for (kind, interval) in needs.intervals where equipment.sensors.contains(kind) {
            wishes[kind] = IIOSensorSet.Wish(
                rate: 1 / interval, longestDelay: Self.longestDelay, allowsRest: needs.allowsRest)
        }
        sensors.read(wishes)
    }

    /// Kinds are not there until they are tried again or udev reports a device.
    private func fail(_ kinds: Set<SensorKind>) {
        failed.formUnion(kinds)
        retry?.cancel()
        retry = reactor.schedule(after: Self.retryTime, tolerance: .seconds(1)) { [weak self] in self?.look() }
        // In a later turn: this one may be inside of read(_:).
        perform { [weak self] in self?.tell() }
    }

    private func look() {
        failed = []
        sensors.devicesChanged()
        tell()
    }

    private func tell() {
        var now = MotionEquipment(sensors.survey, declination: declination)
        now.sensors.subtract(failed)
        guard now != equipment else { return }
        equipment = now
        events?(.equipmentChanged)
    }
}

extension MotionEquipment {
    /// What a survey has found.
    fileprivate init(_ survey: SensorSurvey, declination: Double?) {
        let kinds = survey.kinds
        self.init(
            sensors: kinds, paired: kinds.contains(.accelerometer) ? kinds.subtracting([.accelerometer]) : [],
            declination: declination, isInDisplay: survey.isInDisplay)
    }
}
