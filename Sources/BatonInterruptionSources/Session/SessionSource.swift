// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonInterruptions
import BatonReactor
package import BatonSession
package import BatonSettings
package import Logging

/// Interruptions that come from the session: it is locked, or the machine sleeps (rules I26 and I27).
@MainActor
package final class SessionSource: AgentPart {
    /// How long logind is kept from sleeping at most (rule I27).
    static let longestDelay = Duration.milliseconds(500)
    /// How long after waking players go on: sound devices come back first (rule I27).
    static let wakeTime = Duration.seconds(1)
    /// How long after a request to lock the session must say that it is locked (rule I26).
    static let hintTime = Duration.seconds(5)

    private let interruptions: Interruptions
    private let audio: AudioSource
    private let sleepTimer: SleepTimer
    private let session: SessionMonitor
    private let inhibitor: SleepInhibitor
    private let savers: ScreenSaverWatch
    private let reactor: Reactor
    private var settings = Configuration.Interruptions()
    private var isOpen = false
    private var isLocked = false
    private var lock: UInt32?
    private var suspend: UInt32?
    private var wakeTimer: ReactorTimer?
    private var hintTimer: ReactorTimer?

    package init(
        interruptions: Interruptions, audio: AudioSource, sleepTimer: SleepTimer, session: SessionMonitor,
        bus: SystemBus, connection: Connection, logger: Logger
    ) {
        self.interruptions = interruptions
        self.audio = audio
        self.sleepTimer = sleepTimer
        self.session = session
        reactor = connection.reactor
        inhibitor = SleepInhibitor(bus: bus, logger: logger)
        savers = ScreenSaverWatch(connection: connection)
        savers.onChange = { [weak self] in self?.lockChanged() }
        session.observe { [weak self] in self?.sessionChanged() }
        session.onSleep = { [weak self] in self?.sleepChanged($0) }
        session.onLockRequest = { [weak self] in self?.lockRequested($0) }
        bus.observe { [weak self] in self?.busChanged($0) }
    }

    // MARK: Life

    package func apply(_ configuration: Configuration) {
        settings = configuration.interruptions
        guard isOpen else { return }
        watch()
    }

    package func open() {
        isOpen = true
        watch()
    }

    package func close() {
        isOpen = false
        for timer in [wakeTimer, hintTimer] { timer?.cancel() }
        savers.close()
        inhibitor.release()
    }

    private var delaysSleep: Bool { isOpen && settings.isEnabled && settings.suspend.pauses }

    private func watch() {
        guard settings.isEnabled else {
            savers.close()
            inhibitor.release()
            return
        }
        session.open()
        if settings.lock.pauses { savers.open() } else { savers.close() }
        if delaysSleep { inhibitor.take() } else { inhibitor.release() }
        lockChanged()
    }

    private func busChanged(_ isConnected: Bool) {
        inhibitor.release()
        if isConnected, delaysSleep { inhibitor.take() }
    }

    // MARK: Lock

    private func sessionChanged() { lockChanged() }

    private func lockChanged() {
        let isLocked = session.isLocked || savers.isActive
        guard isLocked != self.isLocked else { return }
        self.isLocked = isLocked
        hintTimer?.cancel()
        interruptions.update { $0.lockChanged(isLocked, at: $1) }
        if isLocked { beginLock(resumes: settings.lock.resumes) } else { endLock() }
    }

    private func beginLock(resumes: Bool) {
        guard isOpen, settings.isEnabled, settings.lock.pauses, lock == nil else { return }
        lock = interruptions.begin(InterruptionRequest(.lock, resumes: resumes))
    }

    private func endLock() {
        guard let id = lock else { return }
        lock = nil
        interruptions.end(id)
    }

    /// Some lockers never say that the session is locked, so that its end is not known either.
    private func lockRequested(_ isLocking: Bool) {
        hintTimer?.cancel()
        guard isLocking else {
            if !isLocked { endLock() }
            return
        }
        guard !isLocked, settings.lock.pauses else { return }
        hintTimer = reactor.schedule(after: Self.hintTime, tolerance: .milliseconds(500)) { [weak self] in
            guard let self, !isLocked else { return }
            beginLock(resumes: false)
            endLock()
        }
    }

    // MARK: Sleep

    private func sleepChanged(_ isGoing: Bool) {
        // Who fell asleep wakes up, whatever was configured meanwhile (rule I119).
        if !isGoing { wake() } else if isOpen, settings.isEnabled { fallAsleep() }
    }

    private func fallAsleep() {
        wakeTimer?.cancel()
        audio.willSleep()
        guard settings.suspend.pauses else { return inhibitor.release() }
        if suspend == nil {
            suspend = interruptions.begin(InterruptionRequest(.suspend, resumes: settings.suspend.resumes))
        }
        guard let suspend else { return inhibitor.release() }
        interruptions.whenPaused(by: suspend, within: Self.longestDelay) { [weak self] in self?.inhibitor.release() }
    }

    private func wake() {
        inhibitor.release()
        sleepTimer.didWake()
        if delaysSleep { inhibitor.take() }
        audio.didWake()
        wakeTimer = reactor.schedule(after: Self.wakeTime, tolerance: .milliseconds(200)) { [weak self] in
            guard let self, let id = suspend else { return }
            suspend = nil
            interruptions.end(id, gone: audio.playersWithoutRoute)
        }
    }
}
