// SPDX-License-Identifier: Apache-2.0

package import BatonMotion
package import BatonReactor
package import BatonSensorLink
package import Logging
package import SystemPackage

/// Keeps `baton-sensor` running while it is wanted, and only then (design §3).
///
/// A process that dies is started again after 1 … 60 s; one that does not say in time that it reads the sensor is killed.
/// A sensor that is not there, or gone, is not tried again until ``devicesChanged()``.
@MainActor
package final class SensorSupervisor {
    /// What the process does.
    package enum State {
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

    package private(set) var state = State.off
    /// Hears everything the process reports, but what is for the log.
    var onReport: ((SensorReport) -> Void)?
    /// The process is gone, in whatever way: what it began is over.
    var onStopped: (() -> Void)?
    /// ``state`` has changed.
    package var onStateChange: (() -> Void)?

    private let reactor: Reactor
    private let program: String?
    private let environment: [String: String]
    private let logger: Logger
    private var setup = SensorSetup()
    private var isWanted = false
    private var process: Subprocess?
    /// Tells the present process from those that are leaving.
    private var number = 0
    private var exit: Subprocess.Exit?
    private var link: MessageLink<SensorCommand, SensorReport>?
    private var isLinkClosed = false
    private var overTimer: ReactorTimer?
    private var startTimer: ReactorTimer?
    private let retry: RetryTimer
    private var shakeTimer: ReactorTimer?
    private var readyAt: Duration?
    private var lastFailure: String?
    /// Processes that were told to end and have not yet: they leave the sensor as they found it before the next one starts.
    private var leaving: [Int: Subprocess] = [:]

    private static let longestBackOff = Duration.seconds(60)
    /// A driver may take five seconds for a reading.
    private static let startLimit = Duration.seconds(15)
    /// Leaving the sensor as it was found takes some writes to sysfs.
    private static let stopLimit = Duration.seconds(3)
    /// A process ends its own shakes; one that has not long after hangs in a driver. A reading may take five seconds.
    private static let shakeGrace = Duration.seconds(6)
    /// A process and its link end together.
    private static let overLimit = Duration.seconds(1)

    package init(reactor: Reactor, program: String?, environment: [String: String], logger: Logger) {
        self.reactor = reactor
        self.program = program
        self.environment = environment
        self.logger = logger
        retry = RetryTimer(on: reactor, first: .seconds(1), longest: Self.longestBackOff)
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
    package func send(_ command: SensorCommand, descriptor: FileDescriptor? = nil) -> Bool {
        guard let link else { return false }
        do throws(LinkError) {
            try link.send(command, descriptor: descriptor)
            return true
        } catch {
            // One that is gone is told of by its own end, with the reason.
            if error != .closed { end("does not listen: \(error)") }
            return false
        }
    }

    // MARK: The process

    private func startAnew() {
        retry.reset()
        lastFailure = nil
        start()
    }

    private func start() {
        retry.cancel()
        guard isWanted, link == nil else { return }
        guard let program else {
            set(.absent)
            return logger.error("baton-sensor is not installed beside batond or in libexec/baton: shakes are not seen")
        }
        guard leaving.isEmpty else { return set(.starting) }
        readyAt = nil
        number += 1
        do {
            let (ours, theirs) = try MessageSocket.pair()
            defer { try? theirs.close() }
            try connect(ours)
            process = try Subprocess([program], environment: environment, channel: theirs, reactor: reactor) {
                [weak self, number] in self?.ended(number, $0)
            }
        } catch {
            return end("cannot be started: \(error)")
        }
        set(.starting)
        startTimer = reactor.schedule(after: Self.startLimit, tolerance: .seconds(1)) { [weak self] in
            guard let self, case .starting = state else { return }
            process?.send(.kill)
            end("has not found its sensor in \(Self.startLimit)")
        }
        send(.configure(setup))
    }

    private func connect(_ end: FileDescriptor) throws(LinkError) {
        link = try MessageLink(end, reactor: reactor) { [weak self] report, descriptor in
            try? descriptor?.close()
            self?.take(report)
        } ended: { [weak self] error in
            guard error == .closed else {
                self?.end("\(error)")
                return
            }
            self?.isLinkClosed = true
            self?.reviewEnd()
        }
    }

    private func take(_ report: SensorReport) {
        switch report {
        case .ready(let sensor):
            startTimer?.cancel()
            if readyAt == nil { readyAt = reactor.now }
            let isNew = if case .starting = state { true } else { false }
            set(.running(sensor))
            if isNew { logger.info("reading \(sensor.name) at \(sensor.path), by \(sensor.mode.rawValue)") }
            onReport?(report)
        case .notice(let text): logger.warning("\(text)")
        case .failed(let failure): fail(failure)
        case .phase(let phase):
            watchShake(phase)
            onReport?(report)
        case .orientation, .streamEnded: onReport?(report)
        }
    }

    /// A shake lasts only as long as it may: one without an end means that the process hangs.
    private func watchShake(_ phase: MotionPhase) {
        shakeTimer?.cancel()
        shakeTimer = nil
        guard case .began = phase else { return }
        let limit = setup.shake.longestShake + Self.shakeGrace
        shakeTimer = reactor.schedule(after: limit, tolerance: .seconds(1)) { [weak self] in
            self?.process?.send(.kill)
            self?.end("hangs in the middle of a shake")
        }
    }

    private func fail(_ failure: SensorFailure) {
        let isAbsent = failure.reason == .noSensor || failure.reason == .gone
        warn(failure.message)
        letGo()
        // An address elsewhere has no udev that would tell of its return.
        if isAbsent, !setup.sensor.contains(":") { set(.absent) } else { retryLater() }
    }

    private func ended(_ number: Int, _ exit: Subprocess.Exit) {
        guard number == self.number, process != nil else { return left(number) }
        self.exit = exit
        reviewEnd()
    }

    /// It is over when the process has ended and everything it said has been heard; one without the other is not for long.
    private func reviewEnd() {
        if let exit, isLinkClosed { return end("\(exit)") }
        overTimer?.cancel()
        overTimer = reactor.schedule(after: Self.overLimit, tolerance: Self.overLimit / 2) { [weak self] in
            guard let self else { return }
            process?.send(.kill)
            end(exit.map { "\($0)" } ?? "does not listen: \(LinkError.closed)")
        }
    }

    /// The process is of no use any more.
    private func end(_ reason: String) {
        warn("baton-sensor \(reason)")
        letGo()
        retryLater()
    }

    /// Says a thing once, not at each try; again when it had been well for long.
    private func warn(_ text: String) {
        if lastFailure != text || hasRunLong { logger.warning("\(text)") }
        lastFailure = text
    }

    private var hasRunLong: Bool { readyAt.map { reactor.now - $0 > Self.longestBackOff } ?? false }

    private func retryLater() {
        guard isWanted else { return }
        // One that ran for long is worth a quick try.
        if hasRunLong { retry.reset() }
        set(.waiting)
        retry.schedule { [weak self] in self?.start() }
    }

    private func stop() {
        retry.reset()
        letGo()
        set(.off)
    }

    /// Closes the link, which ends the process; one that does not end is killed later, and nobody waits for it.
    private func letGo() {
        startTimer?.cancel()
        startTimer = nil
        shakeTimer?.cancel()
        shakeTimer = nil
        overTimer?.cancel()
        overTimer = nil
        let hadProcess = process != nil || link != nil
        link?.close()
        link = nil
        isLinkClosed = false
        exit = nil
        if let process, process.isRunning { leave(process) }
        process = nil
        if hadProcess { onStopped?() }
    }

    private func leave(_ process: Subprocess) {
        let number = number
        leaving[number] = process
        // batond may be gone before it: a buffer that is only half put back is worse than a process that leaves late.
        process.letLive()
        reactor.schedule(after: Self.stopLimit, tolerance: .seconds(1)) { [weak self, weak process] in
            guard let process, process.isRunning else { return }
            process.send(.kill)
            // Once dead it is reaped in the next turn; one that a driver holds is not waited for.
            self?.reactor.schedule(after: .seconds(1), tolerance: .seconds(1)) { [weak self] in self?.left(number) }
        }
    }

    /// A process that was to leave has left: the next one may come.
    private func left(_ number: Int) {
        guard leaving.removeValue(forKey: number) != nil, case .starting = state else { return }
        start()
    }

    private func set(_ new: State) {
        state = new
        onStateChange?()
    }
}
