// SPDX-License-Identifier: Apache-2.0

public import BatonMotion
public import BatonReactor

/// Reads the sensors of a machine that belong together, each kind as long as it is wanted and as often (rules IIO37 and
/// IIO38).
///
/// A kind that fails leaves the others as they are. Not thread-safe: use it on the thread that runs the reactor. Polling
/// blocks a turn as long as the driver needs for a read.
///
/// For example:
/// ```swift
/// let sensors = IIOSensorSet(reactor: reactor)
/// sensors.deliver = { print($0.kind, $0.x) }
/// sensors.failed = { print($0, $1) }
/// sensors.read([.accelerometer: IIOSensorSet.Wish(rate: 50), .gyroscope: IIOSensorSet.Wish(rate: 100)])
/// ```
public final class IIOSensorSet {
    /// How a kind is to be read.
    ///
    /// For example:
    /// ```swift
    /// let wish = IIOSensorSet.Wish(rate: 100, longestDelay: .milliseconds(20), allowsRest: false)
    /// ```
    public struct Wish: Hashable, Sendable {
        /// Samples a second while the device moves, in Hz, from 1 to 100.
        public var rate: Double
        /// How late a sample may be because the kernel's buffer collects several.
        public var longestDelay: Duration
        /// Whether a polled accelerometer may be read slowly while nothing moves.
        public var allowsRest: Bool

        /// Makes a wish. A rate that is no number or out of its range becomes the nearest one in it.
        public init(rate: Double, longestDelay: Duration = .milliseconds(200), allowsRest: Bool = true) {
            self.rate = rate.isFinite ? min(max(rate, 1), 100) : 50
            self.longestDelay = longestDelay
            self.allowsRest = allowsRest
        }

        /// The wish that suits both.
        public func merged(with other: Wish) -> Wish {
            Wish(
                rate: max(rate, other.rate), longestDelay: min(longestDelay, other.longestDelay),
                allowsRest: allowsRest && other.allowsRest)
        }
    }

    /// Called with each sample, in the order of time for each kind.
    public var deliver: ((SensorSample) -> Void)?
    /// Called when a kind cannot be read, or not any more. It is not read then until it is wished for anew.
    public var failed: ((SensorKind, SensorFailure) -> Void)?
    /// Called when the way in which a kind is read has changed by itself.
    public var changed: ((SensorKind) -> Void)?
    /// Called with notices for people.
    public var notice: ((IIONotice) -> Void)?

    private let options: IIOOptions
    private let reactor: Reactor
    private var wishes: [SensorKind: Wish] = [:]
    private var opened: [SensorKind: IIOSensor] = [:]
    private var running: [SensorKind: Plan] = [:]
    private var foundSurvey: SensorSurvey?

    private struct Plan: Equatable {
        let wish: Wish
        let reading: IIOOptions.Reading
    }

    /// The highest rate in Hz at which one device is polled for several kinds: each value is a transfer (rule IIO29).
    private static let sharedRate = 50.0

    /// Makes a set that reads nothing, and looks at nothing yet.
    ///
    /// - Parameter options: how the sensors are found and read; its kind, rate and delay are not used.
    public init(options: IIOOptions = IIOOptions(), reactor: Reactor) {
        self.options = options
        self.reactor = reactor
    }

    /// Which kinds the machine has, and which are one device.
    package var survey: SensorSurvey {
        if let foundSurvey { return foundSurvey }
        let new = SensorSurvey(options)
        foundSurvey = new
        return new
    }

    /// Devices were added or removed: what is not read now is looked for anew when it is needed.
    package func devicesChanged() {
        foundSurvey = nil
        opened = opened.filter { running[$0.key] != nil }
    }

    /// The description of a kind that is open; its mode and rate are those of the present reading.
    public func description(of kind: SensorKind) -> SensorDescription? { opened[kind]?.sensor }

    /// Finds the sensor of a kind and reads its attributes, if that has not been done. Powers nothing.
    ///
    /// - Throws: when there is none, or none that belongs to the accelerometer.
    @discardableResult
    public func open(_ kind: SensorKind) throws(SensorFailure) -> SensorDescription {
        if let sensor = opened[kind] { return sensor.sensor }
        let sensor = try IIOSensor.open(options: options(for: kind), reactor: reactor)
        sensor.notice = { [weak self] in self?.notice?($0) }
        sensor.changed = { [weak self] in self?.changed?(kind) }
        opened[kind] = sensor
        return sensor.sensor
    }

    /// Reads exactly what is wished for. A kind whose rate changes goes on; one without a wish is switched off.
    ///
    /// ``failed`` may be called before this returns.
    public func read(_ wishes: [SensorKind: Wish]) {
        self.wishes = wishes
        for kind in SensorKind.allCases where self.wishes[kind] == nil { close(kind) }
        for kind in SensorKind.allCases {
            // A handler may have changed the wishes.
            guard let wish = self.wishes[kind] else { continue }
            let plan = plan(kind, wish)
            let old = running[kind]
            guard old != plan else { continue }
            if old?.reading == plan.reading, let sensor = opened[kind] {
                running[kind] = plan
                sensor.allowsRest = plan.wish.allowsRest
                sensor.adjust(rate: plan.wish.rate, longestDelay: plan.wish.longestDelay)
            } else {
                if old != nil { close(kind) }
                start(kind, plan)
            }
        }
    }

    /// Stops all, and restores the sensors' state as it was found.
    public func stop() {
        read([:])
        opened = [:]
    }

    private func plan(_ kind: SensorKind, _ wish: Wish) -> Plan {
        // A device has one buffer, which has the channels of one kind.
        let isShared = wishes.count > 1 && wishes.keys.contains { $0 != kind && survey.isOneDevice($0, kind) }
        guard isShared else { return Plan(wish: wish, reading: options.reading) }
        var slower = wish
        slower.rate = min(wish.rate, Self.sharedRate)
        return Plan(wish: slower, reading: .poll)
    }

    private func options(for kind: SensorKind) -> IIOOptions {
        var options = options
        options.kind = kind
        guard kind != .accelerometer else { return options }
        options.accelerometer = self.options.device
        options.device = nil
        options.recoveryFile = self.options.recoveryFile.map { "\($0).\(kind.word)" }
        return options
    }

    private func start(_ kind: SensorKind, _ plan: Plan) {
        do throws(SensorFailure) {
            try open(kind)
            guard let sensor = opened[kind] else { return }
            sensor.allowsRest = plan.wish.allowsRest
            sensor.prepare(plan.reading, rate: plan.wish.rate, longestDelay: plan.wish.longestDelay)
            running[kind] = plan
            try sensor.start { [weak self] in
                self?.deliver?($0)
            } failed: { [weak self] in
                self?.fail(kind, $0)
            }
        } catch {
            fail(kind, error)
        }
    }

    private func close(_ kind: SensorKind) {
        guard running.removeValue(forKey: kind) != nil else { return }
        opened[kind]?.stop()
        // The devices are read once, so the next start looks at them anew. The accelerometer is described while it is off.
        if kind != .accelerometer { opened[kind] = nil }
    }

    private func fail(_ kind: SensorKind, _ failure: SensorFailure) {
        running[kind] = nil
        opened.removeValue(forKey: kind)?.stop()
        wishes[kind] = nil
        failed?(kind, failure)
    }
}
