// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonLog
package import BatonMotion
import BatonProcesses
package import BatonReactor
package import BatonSensorLink
package import BatonSession
package import BatonSettings
import BatonUdev
import BatonValues
import SystemPackage

/// The accelerometer in batond: whether there is one, whether it is to be read now, and what its process reports.
///
/// It is read if there is one, shakes are wanted or a client reads samples, and the session is active, unlocked and
/// awake (rule SHAKE14). A machine without an accelerometer pays one look into sysfs and a udev monitor that sleeps.
@MainActor
package final class MotionSensor: AgentPart {
    var observers = Observers<Change>()

    /// How the device is held.
    package private(set) var orientation = Orientation.undefined {
        didSet { if orientation != oldValue { observers.tell(.orientation) } }
    }

    private let reactor: Reactor
    private let logger: Logger
    /// What counts as a shake.
    package let tuning: ShakeTuning
    private let supervisor: SensorSupervisor
    private let session: SessionMonitor
    private var observations: [Observation] = []
    private let recoveryFile: String
    private let hasHelper: Bool
    private var kinds: SensorKinds
    private var demand: SensorDemand
    private var motion: Configuration.Motion
    private var monitor: UdevMonitor?
    private var isOpen = false
    /// What the process has said of its sensors and has not taken back, for the doctor (rule IIO40).
    package private(set) var notices: [SensorNotice] = []
    private static let mostNotices = 32
    /// Whether a shake was reported that has not ended yet.
    private var isShaking = false
    private var toldStatus: Reason?

    /// - Parameters:
    ///   - program: the path of `baton-sensor`, nil if it is not installed; tests pass another program.
    ///   - hasDevices: whether udev and sysfs are used.
    ///   - isSilent: whether shakes ask nothing for now, because the last questions were not answered (rule UNDO22).
    package init(
        configuration: Configuration.Shake, motion: Configuration.Motion = .init(), shakeSwitch: ShakeSwitch,
        tuning: ShakeTuning, streams: MotionStreams, claims: OrientationClaims, session: SessionMonitor,
        environment: [String: String], program: String? = HelperProgram.path(of: "baton-sensor"),
        hasDevices: Bool = true, isSilent: @escaping () -> Bool, reactor: Reactor, logger: Logger
    ) {
        hasHelper = program != nil
        kinds = SensorKinds(hasDevices: hasDevices, isElsewhere: configuration.sensor.contains(":"))
        demand = SensorDemand(
            configuration: configuration, shakeSwitch: shakeSwitch, streams: streams, claims: claims, session: session)
        self.motion = motion
        self.tuning = tuning
        self.isSilent = isSilent
        self.reactor = reactor
        self.logger = logger
        self.session = session
        recoveryFile = environment["XDG_RUNTIME_DIR"].map { "\($0)/baton-sensor.restore" } ?? ""
        // The helper needs no other variables. umockdev replaces the sensor through a preloaded library.
        let passed = environment.filter {
            ["LANG", "LC_ALL", "LD_PRELOAD", "PATH"].contains($0.key) || $0.key.hasPrefix("UMOCKDEV")
        }
        supervisor = SensorSupervisor(
            reactor: reactor, program: program, environment: passed, logger: logger)
    }

    /// Looks for a sensor now and whenever one is added.
    package func open() {
        demand.streams.send = { [weak self] in self?.supervisor.send($0, descriptor: $1) ?? false }
        supervisor.onReport = { [weak self] in self?.take($0) }
        supervisor.onStopped = { [weak self] in self?.stopped() }
        supervisor.onStateChange = { [weak self] in self?.tellStatus() }
        if kinds.hasDevices { watchDevices() }
        observations = [
            demand.shakeSwitch.observe { [weak self] in self?.shakesChanged() },
            tuning.observe { [weak self] in self?.shakesChanged() },
            demand.streams.observe { [weak self] in self?.review() },
            demand.claims.observe { [weak self] in self?.review() },
            session.observe { [weak self] in if case .state = $0 { self?.sessionChanged() } },
        ]
        isOpen = true
        _ = kinds.look()
        if !kinds.hasAccelerometer { logger.info("no accelerometer: shakes are not recognized") }
        review()
    }

    private func watchDevices() {
        do throws(Errno) {
            monitor = try UdevMonitor(subsystem: "iio", deviceType: "iio_device", reactor: reactor) { [weak self] in
                self?.devicesChanged($0)
            }
        } catch {
            logger.debug("no udev monitor (\(error)): a sensor that is plugged in later is not found")
        }
    }

    /// Stops reading. Does not wait for the end of the process.
    package func close() {
        // The callbacks for the end of the process must not start the next one.
        isOpen = false
        monitor?.cancel()
        supervisor.setWanted(false)
    }

    package func apply(_ configuration: Configuration) { apply(configuration.shake, configuration.motion) }

    package func apply(_ configuration: Configuration.Shake, _ motion: Configuration.Motion = .init()) {
        let before = (tuning.point, tuning.coefficients)
        tuning.apply(configuration)
        let isTuned = before != (tuning.point, tuning.coefficients)
        let isNew = configuration != demand.configuration || motion != self.motion
        let hasTurned = motion.declination != self.motion.declination
        demand.configuration = configuration
        kinds.isElsewhere = configuration.sensor.contains(":")
        self.motion = motion
        if hasTurned { observers.tell(.deviceMotion) }
        guard isOpen, isTuned || isNew else { return }
        review()
        if isTuned { observers.tell(.shakeSwitch) }
    }

    // MARK: What it is doing

    /// The state of the sensor: what it is read with, or why it is not read.
    package var status: Reason {
        guard kinds.hasAccelerometer else { return .sensor(.noAccelerometer) }
        if let reason = demand.reasonForOff { return reason }
        return switch supervisor.state {
        case .off: .sensor(.idle)
        case .starting: .sensor(.starting)
        case .absent: .sensor(hasHelper ? .noAccelerometer : .noHelper)
        case .waiting: .sensor(.retrying)
        case .unloadable(let names): .sensor(.librariesMissing, .libraries(names))
        case .running(let sensor): .sensor(.reading, details(of: sensor))
        }
    }

    /// Whether shakes ask nothing for now, because the last questions were not answered (rule UNDO22).
    private let isSilent: () -> Bool

    private func details(of sensor: SensorDescription) -> Reason.Details {
        var details = Self.details(sensor)
        if isSilent() { details[.silence] = .text(UndoCode.unanswered.rawValue) }
        return details
    }

    private static func details(_ sensor: SensorDescription) -> Reason.Details {
        var details: Reason.Details = [
            .device: .text(sensor.name), .mode: .text(sensor.mode.rawValue), .rate: .fraction(sensor.rate),
            .sign: .text(sensor.sign.rawValue), .signEvidence: .text(sensor.signEvidence.rawValue),
        ]
        if sensor.contradictsGyroscope { details[.axes] = "disagree" }
        if sensor.mode == .poll { details[.restRate] = .fraction(SamplingRate.rest.frequency) }
        return details
    }

    /// Why samples must not be read now; nil if they may.
    package var obstacle: Reason? { kinds.hasAccelerometer ? demand.obstacle : .sensor(.noAccelerometer) }

    /// The kinds that can be asked for: what the kernel has, whether or not it can be read now (rules CAP6 and CAP7).
    package var capabilities: Set<SensorKind> { kinds.capabilities }

    /// The kinds whose axes have a known relation to those of the accelerometer (rule CM1).
    package var paired: Set<SensorKind> { kinds.paired }

    /// From true north to magnetic north in degrees; nil if it is not configured (rule CM42).
    package var declination: Double? { motion.declination }

    private func tellStatus() {
        let status = status
        guard status != toldStatus else { return }
        toldStatus = status
        observers.tell(.status)
    }

    // MARK: Whether it is wanted

    private func review() {
        guard isOpen else { return }
        guard kinds.hasAccelerometer else {
            supervisor.setWanted(false)
            demand.streams.refuseWaiting(.sensor(.noAccelerometer))
            return tellStatus()
        }
        session.open()
        guard session.isSettled else { return tellStatus() }
        supervisor.configure(setup)
        if let obstacle { demand.streams.refuseWaiting(obstacle) }
        supervisor.setWanted(demand.reasonForOff == nil)
        if isShaking, demand.reasonForNoShakes != nil { loseShake() }
        tellStatus()
    }

    /// What counts as a shake now.
    package var shakeSettings: ShakeSettings { tuning.settings }

    private var setup: SensorSetup {
        let configuration = demand.configuration
        var setup = SensorSetup(
            watches: demand.watches, shake: shakeSettings,
            source: configuration.source.rawValue, sensor: configuration.sensor,
            accelerationSign: motion.accelerationSign.sign, isProxyPresent: session.isProxyPresent,
            recoveryFile: recoveryFile, model: tuning.coefficients.path, modelChecksum: tuning.coefficients.checksum)
        let words: [(SensorKind, partner: String, matrix: String)] = [
            (.accelerometer, "", motion.mountMatrix), (.gyroscope, motion.gyroscope, motion.gyroscopeMountMatrix),
            (.magnetometer, motion.magnetometer, motion.magnetometerMountMatrix),
        ]
        for (kind, partner, matrix) in words {
            if !partner.isEmpty { setup.partners[kind] = partner }
            if !matrix.isEmpty { setup.mountMatrices[kind] = matrix }
        }
        return setup
    }

    /// Calls `then` when it is known whether the session is usable, after two seconds at most.
    package func settleSession(then: @escaping () -> Void) { session.whenSettled(then: then) }

    private func shakesChanged() {
        review()
        observers.tell(.shakeSwitch)
    }

    private func sessionChanged() {
        // A pause goes on while the machine is suspended, but its timer stands still.
        demand.shakeSwitch.reviewPause()
        review()
    }

    private func devicesChanged(_ event: UdevEvent) {
        let hadSensor = kinds.hasAccelerometer
        look()
        if kinds.hasAccelerometer, !hadSensor { logger.info("accelerometer added: \(event.path)") }
        review()
        if event.action == .add { supervisor.devicesChanged() }
    }

    /// Looks which sensors there are: when udev reports one, and when one could not be read.
    private func look() {
        guard kinds.look() else { return }
        discover()
        observers.tell(.capabilities)
    }

    /// Asks the running process which sensors belong together, if there are several.
    private func discover() {
        if kinds.areSeveral { supervisor.send(.discover) }
    }

    // MARK: What it says

    private func take(_ report: SensorReport) {
        switch report {
        case .ready(let sensor):
            demand.streams.sensorReady()
            tuning.found(sensor)
            // It may read another sensor than before.
            discover()
            tellStatus()
        case .phase(let phase): tell(phase)
        case .orientation(let new): orientation = new
        case .streamEnded(let number, let lost):
            if lost > 0 { logger.debug("a client read samples too slowly and lost \(lost) of them") }
            look()
            demand.streams.ended(number)
        case .streamOpened(let number, let sensors): demand.streams.opened(number, sensors)
        case .streamRefused(let number, let failure):
            look()
            demand.streams.refused(number, failure)
        case .paired(let paired):
            if kinds.pair(paired) { observers.tell(.deviceMotion) }
        case .notice(let notice): note(notice)
        case .opening: notices = []
        case .failed: break
        }
    }

    /// Keeps what the process says of a sensor as long as it holds: one of each kind.
    private func note(_ notice: SensorNotice) {
        guard !notice.kind.isEmpty else { return }
        notices.removeAll { $0.kind == notice.kind && $0.sensor == notice.sensor }
        if !notice.isOver, notices.count < Self.mostNotices { notices.append(notice) }
    }

    /// The recognizer runs while a client reads samples too. Shakes that are not wanted are dropped here.
    private func tell(_ phase: MotionPhase) {
        guard demand.reasonForNoShakes == nil else { return }
        isShaking = if case .began = phase { true } else { false }
        // A lid whose state nobody announces may have been closed: then the shake is over.
        if isShaking, !demand.configuration.withLidClosed { session.lid.review() }
        observers.tell(.phase(phase))
    }

    private func loseShake() {
        isShaking = false
        observers.tell(.sensorLost)
    }

    private func stopped() {
        // Some drivers report an unplug late or never.
        look()
        notices = []
        orientation = .undefined
        loseShake()
        demand.streams.sensorLost(.sensor(.lost))
    }
}
