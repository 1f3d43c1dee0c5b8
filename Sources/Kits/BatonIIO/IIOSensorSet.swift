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
    /// Called when kinds cannot be read, or not any more: all that one device measures, at once. They are not read then until they
    /// are wished for anew.
    public var failed: ((Set<SensorKind>, SensorFailure) -> Void)?
    /// Called when the way in which a kind is read has changed by itself.
    public var changed: ((SensorKind) -> Void)?
    /// Called with notices for people.
    public var notice: ((IIONotice) -> Void)?

    private let options: IIOOptions
    private let reactor: Reactor
    private var wishes: [SensorKind: Wish] = [:]
    private var opened: [SensorKind: IIOSensor] = [:]
    /// What is read, by the first kind of each device.
    private var running: [SensorKind: Plan] = [:]
    private var foundSurvey: SensorSurvey?
    private var agreement = SensorAgreement()
    private var isContradictory = false
    private let findings = SensorFindings()

    private struct Plan: Equatable {
        /// The kinds that one device measures; they share its buffer (rule IIO39).
        let kinds: [SensorKind]
        var wish: Wish
    }

    /// Makes a set that reads nothing, and looks at nothing yet.
    ///
    /// - Parameters:
    ///   - options: how the sensors are found and read; its kind, rate and delay are not used.
    ///   - reactor: the reactor that it waits on.
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
    public func description(of kind: SensorKind) -> SensorDescription? {
        let leader = leader(of: kind)
        var found = leader.map { opened[$0]?.description(of: kind) } ?? opened[kind]?.sensor
        if kind == .accelerometer, isContradictory { found?.contradictsGyroscope = true }
        return found
    }

    /// The first kind of the device that is read for a kind.
    private func leader(of kind: SensorKind) -> SensorKind? {
        running.first { $0.value.kinds.contains(kind) }?.key
    }

    /// Finds the sensor of a kind and reads its attributes, if that has not been done. Powers nothing.
    ///
    /// - Throws: when the machine has no such sensor, or only one that does not belong to the accelerometer.
    @discardableResult
    public func open(_ kind: SensorKind) throws(SensorFailure) -> SensorDescription {
        if let known = description(of: kind) { return known }
        return try open([kind]).sensor
    }

    private func open(_ kinds: [SensorKind]) throws(SensorFailure) -> IIOSensor {
        let kind = kinds[0]
        let sensor = try IIOSensor.open(options: options(for: kinds), reactor: reactor)
        sensor.findings = findings
        sensor.notice = { [weak self] in self?.notice?($0) }
        sensor.changed = { [weak self] in self?.changed?(kind) }
        opened[kind] = sensor
        return sensor
    }

    /// Reads exactly what is wished for. A kind whose rate changes goes on; one without a wish is switched off.
    ///
    /// ``failed`` may be called before this returns.
    public func read(_ wishes: [SensorKind: Wish]) {
        self.wishes = wishes
        let plans = plans(wishes)
        for (leader, plan) in running where plans[leader]?.kinds != plan.kinds { close(leader) }
        for kind in SensorKind.allCases {
            // A handler may have changed the wishes.
            guard self.wishes == wishes, let plan = plans[kind] else { continue }
            guard let old = running[kind] else {
                start(kind, plan)
                continue
            }
            guard old != plan, let sensor = opened[kind] else { continue }
            running[kind] = plan
            sensor.allowsRest = plan.wish.allowsRest
            sensor.adjust(rate: plan.wish.rate, longestDelay: plan.wish.longestDelay)
        }
    }

    /// What is to be read, by the first kind of each device.
    private func plans(_ wishes: [SensorKind: Wish]) -> [SensorKind: Plan] {
        var plans: [SensorKind: Plan] = [:]
        for kind in SensorKind.allCases {
            guard let wish = wishes[kind] else { continue }
            // Kinds of one device are read together, because it has one buffer.
            let leader =
                plans.isEmpty || wishes.count == 1 ? nil : plans.keys.first { survey.isOneDevice($0, kind) }
            if let leader, let plan = plans[leader] {
                plans[leader] = Plan(kinds: plan.kinds + [kind], wish: plan.wish.merged(with: wish))
            } else {
                plans[kind] = Plan(kinds: [kind], wish: wish)
            }
        }
        return plans
    }

    /// Stops all, and restores the sensors' state as it was found.
    public func stop() {
        read([:])
        opened = [:]
    }

    private func options(for kinds: [SensorKind]) -> IIOOptions {
        var options = options
        options.kind = kinds[0]
        options.companions = Array(kinds.dropFirst())
        guard kinds[0] != .accelerometer else { return options }
        options.accelerometer = self.options.device
        options.device = options.partners[kinds[0]]
        options.recoveryFile = self.options.recoveryFile.map { "\($0).\(kinds[0].word)" }
        return options
    }

    private func start(_ leader: SensorKind, _ plan: Plan) {
        do throws(SensorFailure) {
            let known = plan.kinds.count == 1 ? opened[leader] : nil
            let sensor = if let known { known } else { try open(plan.kinds) }
            sensor.allowsRest = plan.wish.allowsRest
            sensor.prepare(options.reading, rate: plan.wish.rate, longestDelay: plan.wish.longestDelay)
            running[leader] = plan
            try sensor.start { [weak self] in
                self?.take($0)
            } failed: { [weak self] in
                self?.fail(leader, $0)
            }
        } catch {
            running[leader] = plan
            fail(leader, error)
        }
    }

    private func take(_ sample: SensorSample) {
        if agreement.process(sample) {
            isContradictory = true
            changed?(.accelerometer)
            let name = description(of: .gyroscope)?.name ?? "the gyroscope"
            notice?(
                IIONotice(
                    .disagreement, of: .accelerometer,
                    "\(name): it and the accelerometer do not agree about how the device turns: an attitude is wrong; "
                        + "[motion] acceleration-sign or gyroscope-mount-matrix can be set"))
        }
        deliver?(sample)
    }

    private func close(_ leader: SensorKind) {
        guard let plan = running.removeValue(forKey: leader) else { return }
        opened[leader]?.stop()
        // The devices are read once, so the next start looks at them anew. The accelerometer is described while it is off.
        if leader != .accelerometer || plan.kinds.count > 1 { opened[leader] = nil }
        if plan.kinds.contains(.accelerometer), opened[.accelerometer] == nil { _ = try? open([.accelerometer]) }
    }

    private func fail(_ leader: SensorKind, _ failure: SensorFailure) {
        let kinds = running.removeValue(forKey: leader)?.kinds ?? [leader]
        opened.removeValue(forKey: leader)?.stop()
        for kind in kinds { wishes[kind] = nil }
        failed?(Set(kinds), failure)
    }
}
