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
    /// Nil when it is not installed.
    private let process: SupervisedProcess<SensorCommand, SensorReport>?
    private let logger: Logger
    private var setup = SensorSetup()
    private var isWanted = false
    private var startTimer: ReactorTimer?
    private var shakeTimer: ReactorTimer?
    private var readyAt: Duration?
    private var lastFailure: String?

    private static let longestBackOff = Duration.seconds(60)
    /// A driver may take five seconds for a reading.
    private static let startLimit = Duration.seconds(15)
    /// Leaving the sensor as it was found takes some writes to sysfs.
    private static let stopLimit = Duration.seconds(3)
    /// A process ends its own shakes; one that has not long after hangs in a driver. A reading may take five seconds.
    private static let shakeGrace = Duration.seconds(6)

    package init(reactor: Reactor, program: String?, environment: [String: String], logger: Logger) {
        self.reactor = reactor
        self.logger = logger
        process = program.map {
            SupervisedProcess(
                [$0], environment: environment, stopLimit: Self.stopLimit,
                waits: (first: .seconds(1), longest: Self.longestBackOff), reactor: reactor)
        }
        // The last one has to leave the sensor as it found it first.
        process?.onQueue = { [weak self] in self?.set(.starting) }
        process?.onStart = { [weak self] in self?.started() }
        process?.onReport = { [weak self] in self?.take($0) }
        process?.onEnd = { [weak self] in self?.end("\($0)") }
    }

    /// Tells what to read and how; a running process is told at once.
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

    /// A device came: what was absent may be there.
    func devicesChanged() {
        guard isWanted, !isStarted else { return }
        startAnew()
    }

    /// Sends a command to the running process.
    ///
    /// - Returns: false when there is none, or it does not take it.
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
            return logger.error("baton-sensor is not installed beside batond or in libexec/baton: shakes are not seen")
        }
        process.start()
    }

    private func started() {
        set(.starting)
        startTimer = reactor.schedule(after: Self.startLimit, tolerance: .seconds(1)) { [weak self] in
            guard let self, case .starting = state else { return }
            giveUp("has not found its sensor in \(Self.startLimit)")
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
            self?.giveUp("hangs in the middle of a shake")
        }
    }

    private func fail(_ failure: SensorFailure) {
        let isAbsent = failure.reason == .noSensor || failure.reason == .gone
        warn(failure.message)
        process?.stop()
        stopped()
        // An address elsewhere has no udev that would tell of its return.
        if isAbsent, !setup.sensor.contains(":") { set(.absent) } else { retryLater() }
    }

    private func giveUp(_ reason: String) {
        process?.kill()
        end(reason)
    }

    /// The process is over.
    private func end(_ reason: String) {
        warn("baton-sensor \(reason)")
        stopped()
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
        process?.startLater(afresh: hasRunLong)
        readyAt = nil
        set(.waiting)
    }

    /// Ends the process; one that does not end is killed later, and nobody waits for it.
    private func stop() {
        let wasStarted = isStarted
        process?.stop()
        if wasStarted { stopped() }
        set(.off)
    }

    /// What the process did and began is over.
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
