// SPDX-License-Identifier: Apache-2.0

public import BatonCoreMotion
public import BatonIIO
import BatonMotion
public import BatonReactor

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
    private let options: IIOOptions
    private let declination: Double?
    private var survey: SensorSurvey
    private var needs = MotionNeeds()
    private var readers: [SensorKind: (plan: Plan, sensor: IIOSensor)] = [:]
    /// Kinds that failed and are tried again later.
    private var failed: Set<SensorKind> = []
    private var retry: ReactorTimer?
    private var monitor: UdevMonitor?

    /// How a kind is read.
    private struct Plan: Equatable {
        let rate: Double
        let reading: IIOOptions.Reading
    }

    /// The highest rate in Hz at which one device is polled for several kinds: each value is a transfer (rule IIO29).
    private static let sharedRate = 50.0
    /// How late a sample of a buffer may be: a handler is to have it soon.
    private static let longestDelay = Duration.milliseconds(20)
    /// After what time a kind that failed is tried again.
    private static let retryTime = Duration.seconds(5)

    /// Finds the sensors. Powers none.
    ///
    /// - Parameters:
    ///   - options: how the sensors are found and read; its kind, rate and recovery file are not used.
    ///   - declination: the angle from true north to magnetic north in degrees, east positive; nil if it is not known.
    public init(options: IIOOptions = IIOOptions(), declination: Double? = nil, reactor: Reactor) {
        self.options = options
        self.declination = declination
        self.reactor = reactor
        survey = SensorSurvey(options)
        equipment = MotionEquipment(survey, declination: declination)
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
        self.needs = needs
        for kind in SensorKind.allCases {
            let plan = plan(kind)
            guard readers[kind]?.plan != plan else {
                readers[kind]?.sensor.allowsRest = needs.allowsRest
                continue
            }
            readers.removeValue(forKey: kind)?.sensor.stop()
            if let plan { open(kind, plan) }
        }
    }

    private func plan(_ kind: SensorKind) -> Plan? {
        guard let interval = needs.intervals[kind], equipment.sensors.contains(kind) else { return nil }
        let rate = min(max(1 / interval, 1), 100)
        // A device has one buffer, which has the channels of one kind.
        let isShared = needs.intervals.keys.contains { $0 != kind && survey.isOneDevice($0, kind) }
        return isShared
            ? Plan(rate: min(rate, Self.sharedRate), reading: .poll) : Plan(rate: rate, reading: options.reading)
    }

    private func open(_ kind: SensorKind, _ plan: Plan) {
        var options = options
        (options.kind, options.rate, options.reading) = (kind, plan.rate, plan.reading)
        options.longestDelay = Self.longestDelay
        options.recoveryFile = nil
        if kind != .accelerometer {
            options.accelerometer = self.options.device
            options.device = nil
        }
        do throws(SensorFailure) {
            let sensor = try IIOSensor.open(options: options, reactor: reactor)
            sensor.allowsRest = needs.allowsRest
            sensor.notice = { [weak self] in self?.notice?($0) }
            readers[kind] = (plan, sensor)
            try sensor.start { [weak self] in
                self?.events?(.sample($0))
            } failed: { [weak self] _ in
                self?.fail(kind)
            }
        } catch {
            fail(kind)
        }
    }

    /// A kind is not there until it is tried again or udev reports a device.
    private func fail(_ kind: SensorKind) {
        readers.removeValue(forKey: kind)?.sensor.stop()
        failed.insert(kind)
        retry?.cancel()
        retry = reactor.schedule(after: Self.retryTime, tolerance: .seconds(1)) { [weak self] in self?.look() }
        // In a later turn: this one may be inside of read(_:).
        perform { [weak self] in self?.tell() }
    }

    private func look() {
        failed = []
        survey = SensorSurvey(options)
        tell()
    }

    private func tell() {
        var now = MotionEquipment(survey, declination: declination)
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
