// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion
internal import BatonReactor
internal import BatonSensorLink
internal import Logging
internal import SystemPackage

/// Keeps `baton-sensor` running while it is wanted, and only then (design §3).
///
/// A process that dies is started again after 1 … 60 s; one that does not say in time that it reads the sensor is killed.
/// A sensor that is not there, or gone, is not tried again until ``devicesChanged()``.
@MainActor
final class SensorSupervisor {
    /// What the process does.
    enum State {
        /// It is not wanted.
        case off
        /// It was started, and has not found its sensor yet.
        case starting
        /// It reads the sensor.
        case running(SensorDescription)
        /// It ended, and is started again later.
        case waiting
        /// There is no sensor to read.
        case absent
    }

    private(set) var state = State.off
    /// Hears everything the process reports, but what is for the log.
    var onReport: ((SensorReport) -> Void)?
    /// The process is gone, in whatever way: what it began is over.
    var onStopped: (() -> Void)?
    /// ``state`` has changed.
    var onStateChange: (() -> Void)?

    private let reactor: Reactor
    private let program: String?
    private let environment: [String: String]
    private let logger: Logger
    private var setup = SensorSetup()
    private var isWanted = false
    private var process: Subprocess?
    private var link: MessageLink<SensorCommand, SensorReport>?
    private var startTimer: ReactorTimer?
    private var retryTimer: ReactorTimer?
    private var killTimer: ReactorTimer?
    private var backOff = SensorSupervisor.firstBackOff
    private var startedAt = Duration.zero
    private var lastFailure: String?
    /// Processes that were told to end and have not yet.
    private var leaving: [Int32: Subprocess] = [:]

    private static let firstBackOff = Duration.seconds(1)
    private static let longestBackOff = Duration.seconds(60)
    /// A driver may take five seconds for a reading.
    private static let startLimit = Duration.seconds(15)
    /// Leaving the sensor as it was found takes some writes to sysfs.
    private static let stopLimit = Duration.seconds(3)

    init(reactor: Reactor, program: String?, environment: [String: String], logger: Logger) {
        self.reactor = reactor
        self.program = program
        self.environment = environment
        self.logger = logger
    }

    /// Tells what to read and how; a running process is told at once.
    func configure(_ setup: SensorSetup) {
        guard setup != self.setup else { return }
        self.setup = setup
        if link != nil { send(.configure(setup)) } else if isWanted { startAnew() }
    }

    /// Starts or stops the process.
    func setWanted(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        if isWanted { startAnew() } else { stop() }
    }

    /// A device came: what was absent may be there.
    func devicesChanged() {
        guard isWanted, link == nil else { return }
        startAnew()
    }

    /// Sends a command to the running process.
    ///
    /// - Returns: false when there is none, or it does not take it.
    @discardableResult
    func send(_ command: SensorCommand, descriptor: FileDescriptor? = nil) -> Bool {
        guard let link else { return false }
        do throws(LinkError) {
            try link.send(command, descriptor: descriptor)
            return true
        } catch {
            end("does not listen: \(error)")
            return false
        }
    }

    // MARK: The process

    private func startAnew() {
        backOff = Self.firstBackOff
        lastFailure = nil
        start()
    }

    private func start() {
        retryTimer?.cancel()
        retryTimer = nil
        guard isWanted, link == nil else { return }
        guard let program else {
            set(.absent)
            return logger.error("baton-sensor is not installed beside batond or in libexec/baton: shakes are not seen")
        }
        do {
            let (ours, theirs) = try MessageSocket.pair()
            defer { try? theirs.close() }
            try connect(ours)
            process = try Subprocess([program], environment: environment, channel: theirs, reactor: reactor) {
                [weak self] in self?.ended($0)
            }
        } catch {
            return end("cannot be started: \(error)")
        }
        startedAt = reactor.now
        set(.starting)
        send(.configure(setup))
        startTimer = reactor.schedule(after: Self.startLimit, tolerance: .seconds(1)) { [weak self] in
            guard let self, case .starting = state else { return }
            process?.send(.kill)
            end("has not found its sensor in \(Self.startLimit)")
        }
    }

    private func connect(_ end: FileDescriptor) throws(LinkError) {
        link = try MessageLink(end, reactor: reactor) { [weak self] report, descriptor in
            try? descriptor?.close()
            self?.take(report)
        } ended: { [weak self] error in
            // Its end is told by the process itself, with the reason; without a process there is none.
            guard let self, error != .closed || process == nil else { return }
            self.end("\(error)")
        }
    }

    private func take(_ report: SensorReport) {
        switch report {
        case .ready(let sensor):
            startTimer?.cancel()
            let isNew = if case .starting = state { true } else { false }
            set(.running(sensor))
            if isNew { logger.info("reading \(sensor.name) at \(sensor.path), by \(sensor.mode.rawValue)") }
            onReport?(report)
        case .notice(let text): logger.warning("\(text)")
        case .failed(let failure): fail(failure)
        case .phase, .orientation, .streamEnded: onReport?(report)
        }
    }

    private func fail(_ failure: SensorFailure) {
        let isAbsent = failure.reason == .noSensor || failure.reason == .gone
        // Said once, not at each try.
        if lastFailure != failure.message { logger.warning("\(failure.message)") }
        lastFailure = failure.message
        letGo()
        // An address elsewhere has no udev that would tell of its return.
        if isAbsent, !setup.sensor.contains(":") { set(.absent) } else { retryLater() }
    }

    private func ended(_ exit: Subprocess.Exit) {
        guard link != nil else { return }
        end("\(exit)")
    }

    /// The process is of no use any more.
    private func end(_ reason: String) {
        let text = "baton-sensor \(reason)"
        if lastFailure != text { logger.warning("\(text)") }
        lastFailure = text
        letGo()
        retryLater()
    }

    private func retryLater() {
        guard isWanted else { return }
        // One that ran for long is worth a quick try.
        if reactor.now - startedAt > Self.longestBackOff { backOff = Self.firstBackOff }
        set(.waiting)
        retryTimer = reactor.schedule(after: backOff, tolerance: backOff / 4) { [weak self] in self?.start() }
        backOff = min(backOff * 2, Self.longestBackOff)
    }

    private func stop() {
        retryTimer?.cancel()
        retryTimer = nil
        letGo()
        set(.off)
    }

    /// Closes the link, which ends the process; one that does not end is killed later, and nobody waits for it.
    private func letGo() {
        startTimer?.cancel()
        startTimer = nil
        let hadProcess = process != nil || link != nil
        link?.close()
        link = nil
        if let process, process.isRunning { leave(process) }
        process = nil
        if hadProcess { onStopped?() }
    }

    private func leave(_ process: Subprocess) {
        leaving[process.identifier] = process
        reactor.schedule(after: Self.stopLimit, tolerance: .seconds(1)) { [weak self] in
            process.send(.kill)
            // Once dead it is reaped in the next turn.
            self?.reactor.schedule(after: .seconds(1), tolerance: .seconds(1)) { [weak self] in
                self?.leaving[process.identifier] = nil
            }
        }
    }

    private func set(_ new: State) {
        state = new
        onStateChange?()
    }
}
