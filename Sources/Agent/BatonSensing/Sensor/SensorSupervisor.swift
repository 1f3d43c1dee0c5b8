// SPDX-License-Identifier: Apache-2.0

package import BatonLog
package import BatonMotion
import BatonProcesses
package import BatonReactor
package import BatonSensorLink
import BatonValues
package import SystemPackage

/// Keeps `baton-sensor` running while it is wanted, and only then.
///
/// A process that dies is started again after 1 … 60 s. One that does not report in time that it reads the sensor is
/// killed. If the sensor does not exist or was removed, the next attempt is made at ``devicesChanged()``.
@MainActor
package final class SensorSupervisor {
    /// The state of the process.
    package enum State {
        /// It is not wanted.
        case off
        /// It was started and has not found its sensor yet.
        case starting
        /// It reads the sensor.
        case running(SensorDescription)
        /// It ended and will be started again.
        case waiting
        /// There is no sensor to read.
        case absent
        /// Libraries that it needs are not installed.
        case unloadable([String])
    }

    package private(set) var state = State.off
    /// Called with each report of the process that is not for the log.
    var onReport: ((SensorReport) -> Void)?
    /// Called when the process has stopped reading, for any reason: what it began is over.
    var onStopped: (() -> Void)?
    /// ``state`` has changed.
    var onStateChange: (() -> Void)?

    private let reactor: Reactor
    /// Nil if the program is not installed.
    private let process: SupervisedProcess<SensorCommand, SensorReport>?
    private let logger: Logger
    private var setup = SensorSetup()
    private var isWanted = false
    private var startTimer: ReactorTimer?
    private var shakeTimer: ReactorTimer?
    private var readyAt: Duration?
    private var lastFailure: String?

    private static let longestBackOff = Duration.seconds(60)
    /// The longest time from the start until the sensor is read. Some drivers take five seconds for one reading.
    private static let startLimit = Duration.seconds(15)
    /// The longest time for an orderly end: the process restores the sensor's settings, which takes some writes to
    /// sysfs.
    private static let stopLimit = Duration.seconds(3)
    /// The process ends its shakes itself. If it has not done so this long after the longest shake, it hangs in a
    /// driver, where one reading may take five seconds.
    private static let shakeGrace = Duration.seconds(6)

    package init(reactor: Reactor, program: String?, environment: [String: String], logger: Logger) {
        self.reactor = reactor
        self.logger = logger
        process = program.map {
            SupervisedProcess(
                [$0], environment: environment, stopLimit: Self.stopLimit,
                waits: (first: .seconds(1), longest: Self.longestBackOff), reactor: reactor)
        }
        // The process before this one must first restore the sensor's settings.
        process?.onQueue = { [weak self] in self?.set(.starting) }
        process?.onStart = { [weak self] in self?.started() }
        process?.onReport = { [weak self] in self?.take($0) }
        process?.onEnd = { [weak self] in
            if case .notLoaded(let names) = $0 { self?.rest(without: names) } else { self?.end("\($0)") }
        }
    }

    /// Sets what to read and how. A running process is told at once.
    func configure(_ setup: SensorSetup) {
        guard setup != self.setup else { return }
        self.setup = setup
        if isStarted { send(.configure(setup)) } else if isWanted { startAnew() }
    }

    /// Starts or stops the process.
    func setWanted(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        if isWanted { startAnew() } else { stop() }
    }

    /// A device was added: a sensor that was absent may exist now.
    func devicesChanged() {
        guard isWanted, !isStarted else { return }
        startAnew()
    }

    /// Sends a command to the running process.
    ///
    /// - Returns: false if there is no process, or it does not take the command.
    @discardableResult
    package func send(_ command: SensorCommand, descriptor: FileDescriptor? = nil) -> Bool {
        process?.send(command, descriptor: descriptor) ?? false
    }

    // MARK: The process

    private var isStarted: Bool { process?.isStarted == true }

    private func startAnew() {
        lastFailure = nil
        readyAt = nil
        guard let process else {
            set(.absent)
            return logger.error("baton-sensor is not installed beside batond or in libexec/baton: no shakes are seen")
        }
        process.start()
    }

    private func started() {
        set(.starting)
        startTimer = reactor.schedule(after: Self.startLimit, tolerance: .seconds(1)) { [weak self] in
            guard let self, case .starting = state else { return }
            giveUp("did not find its sensor within \(Self.startLimit)")
        }
        send(.configure(setup))
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
        case .notice(let notice):
            if !notice.text.isEmpty { logger.log(level: notice.isOver ? .info : .warning, "\(notice.text)") }
            onReport?(report)
        case .failed(let failure): fail(failure)
        case .phase(let phase):
            watchShake(phase)
            onReport?(report)
        case .opening, .orientation, .streamEnded, .streamOpened, .streamRefused, .paired: onReport?(report)
        }
    }

    /// Sets a deadline for the end of a shake: without an end the process hangs.
    private func watchShake(_ phase: MotionPhase) {
        shakeTimer?.cancel()
        shakeTimer = nil
        guard case .began = phase else { return }
        let limit = setup.shake.longestShake + Self.shakeGrace
        shakeTimer = reactor.schedule(after: limit, tolerance: .seconds(1)) { [weak self] in
            self?.giveUp("hangs in the middle of a shake")
        }
    }

    private func fail(_ failure: SensorFailure) {
        let isAbsent = failure.reason == .noSensor || failure.reason == .gone
        warn(failure.message)
        process?.stop()
        stopped()
        // For a sensor at an address no udev event would announce its return.
        if isAbsent, !setup.sensor.contains(":") { set(.absent) } else { retryLater() }
    }

    private func giveUp(_ reason: String) {
        process?.kill()
        end(reason)
    }

    /// Handles the end of the process.
    private func end(_ reason: String) {
        warn("baton-sensor \(reason)")
        stopped()
        retryLater()
    }

    /// The process lacks libraries. The next attempt is made when it is wanted again, or a device was added.
    private func rest(without names: [String]) {
        warn("baton-sensor \(ProcessEnd.notLoaded(names))")
        stopped()
        set(.unloadable(names))
    }

    /// Logs a failure once and not at each attempt, and again if the process had run for long before it.
    private func warn(_ text: String) {
        if lastFailure != text || hasRunLong { logger.warning("\(text)") }
        lastFailure = text
    }

    private var hasRunLong: Bool { readyAt.map { reactor.now - $0 > Self.longestBackOff } ?? false }

    private func retryLater() {
        guard isWanted else { return }
        // A process that ran for long is started again without a long wait.
        process?.startLater(afresh: hasRunLong)
        readyAt = nil
        set(.waiting)
    }

    /// Ends the process without waiting for it; one that does not end is killed later.
    private func stop() {
        let wasStarted = isStarted
        process?.stop()
        if wasStarted { stopped() }
        set(.off)
    }

    /// Clears what belonged to the process that has ended.
    private func stopped() {
        startTimer?.cancel()
        startTimer = nil
        shakeTimer?.cancel()
        shakeTimer = nil
        onStopped?()
    }

    private func set(_ new: State) {
        state = new
        onStateChange?()
    }
}
