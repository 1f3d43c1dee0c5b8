// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonInterruptions
package import BatonLog
import BatonReactor
package import BatonSession
package import BatonSettings
import BatonValues

/// Interruptions that come from the session: it is locked, or the machine sleeps (rules I26 and I27).
@MainActor
package final class SessionCause: AgentPart {
    /// How long logind is kept from sleeping at most (rule I27).
    static let longestDelay = Duration.milliseconds(500)
    /// How long after waking players go on: sound devices come back first (rule I27).
    static let wakeTime = Duration.seconds(1)
    /// How long after a request to lock the session must say that it is locked (rule I26).
    static let hintTime = Duration.seconds(5)

    private let interruptions: Interruptions
    private let audio: AudioCause
    private let sleepTimer: SleepTimer
    private let session: SessionMonitor
    private var observations: [Observation] = []
    private let inhibitor: LoginInhibitor
    private let reactor: Reactor
    private var settings = Configuration.Interruptions()
    private var isOpen = false
    private var isLocked = false
    /// Whether it was ever known whether the session is locked.
    private var hasLooked = false
    private var lock: UInt32?
    private var suspend: UInt32?
    private var wakeTimer: ReactorTimer?
    private var wokeAt = Duration.zero
    /// Whether the sleep is over for all players but those whose output is not back yet (rule I158).
    private var awaitsOutputs = false
    private var hintTimer: ReactorTimer?

    package init(
        interruptions: Interruptions, audio: AudioCause, sleepTimer: SleepTimer, session: SessionMonitor,
        bus: SystemBus, connection: Connection, logger: Logger
    ) {
        self.interruptions = interruptions
        self.audio = audio
        self.sleepTimer = sleepTimer
        self.session = session
        reactor = connection.reactor
        inhibitor = LoginInhibitor(.delaySleep, bus: bus, logger: logger)
        observations = [
            session.observe { [weak self] change in
                switch change {
                case .state: self?.sessionChanged()
                case .sleep(let change): self?.sleepChanged(change)
                case .lockRequest(let isLock): self?.lockRequested(isLock)
                }
            },
            bus.observe { [weak self] in self?.busChanged($0) },
            audio.observe { [weak self] in self?.outputsChanged() },
        ]
    }

    // MARK: Life

    package func apply(_ configuration: Configuration) {
        settings = configuration.interruptions
        if isOpen { watch() } else if settings.isEnabled { knowsNothing() }
    }

    package func open() {
        isOpen = true
        watch()
    }

    package func close() {
        isOpen = false
        for timer in [wakeTimer, hintTimer] { timer?.cancel() }
        inhibitor.release()
    }

    private var delaysSleep: Bool { isOpen && settings.isEnabled && settings.choice(of: .suspend).pauses }

    private func watch() {
        guard settings.isEnabled else { return inhibitor.release() }
        session.open()
        if delaysSleep { inhibitor.take() } else { inhibitor.release() }
        sessionChanged()
    }

    private func busChanged(_ isConnected: Bool) {
        inhibitor.release()
        if isConnected, delaysSleep { inhibitor.take() }
    }

    // MARK: Lock

    private func sessionChanged() {
        guard isOpen else { return }
        tellFront()
        tellLock()
        switch session.lock.state {
        case .locked: if !isLocked { locked(isNews: hasLooked || session.lock.isAnnounced) }
        // In the session behind nothing goes on: the lock lasts until the session is in front (rule I134).
        case .unlocked: if !isLocked || session.isActive == true { unlocked() }
        case .unknown:
            // What is said after the first answers, or their deadline, is news.
            if session.isSettled { hasLooked = true }
            return
        }
        hasLooked = true
    }

    /// The model judges the ends of other interruptions by this (rules I11 and I134).
    private func tellFront() {
        let isBehind = session.isActive.map { !$0 }
        if isBehind != interruptions.model.isBehind {
            interruptions.update { $0.frontChanged(isBehind: isBehind, at: $1) }
        }
    }

    /// logind and the screen savers have not said anything yet: what the saved state holds waits for that (rules I133
    /// and I134).
    private func knowsNothing() {
        interruptions.update {
            $0.lockChanged(nil, at: $1)
            $0.frontChanged(isBehind: nil, at: $1)
        }
    }

    private func tellLock() {
        let isLocked: Bool? =
            switch session.lock.state {
            case .unlocked: false
            case .unknown: nil
            case .locked: true
            }
        if isLocked != interruptions.model.isLocked {
            interruptions.update { $0.lockChanged(isLocked, at: $1) }
        }
    }

    /// - Parameter isNews: false for a session that an answer tells to be locked when it is first asked about.
    private func locked(isNews: Bool) {
        isLocked = true
        hintTimer?.cancel()
        beginLock(settings.choice(of: .lock), pausesNobody: !isNews)
    }

    private func unlocked() {
        guard isLocked else {
            // A lock before the agent's start is over if logind says so. Without it the agent does not know which program
            // had said it.
            if session.isSettled, session.lock.isSaidUnlocked {
                interruptions.update { $0.endRestored(.lock, at: $1) }
            }
            return
        }
        isLocked = false
        hintTimer?.cancel()
        endLock(isNormal: session.lock.wasUnlocked)
    }

    /// - Parameter pausesNobody: whether it only takes over what the saved state says that it held (rule I150).
    private func beginLock(_ choice: PauseChoice, pausesNobody: Bool) {
        guard isOpen, settings.isEnabled, choice.pauses, lock == nil else { return }
        var request = InterruptionRequest(.lock, resumes: choice.resumes, players: pausesNobody ? [] : nil)
        request.lowers = choice.lowers
        lock = interruptions.begin(request)
    }

    private func endLock(isNormal: Bool = true) {
        guard let id = lock else { return }
        lock = nil
        interruptions.end(id, isNormal: isNormal)
    }

    /// Some lockers never say that the session is locked, so that its end is not known either.
    private func lockRequested(_ isLocking: Bool) {
        hintTimer?.cancel()
        guard isLocking else {
            if !isLocked { endLock() }
            return
        }
        // The end of the lock will not be told: what would be lowered would stay so.
        guard !isLocked, settings.choice(of: .lock).pauses, !settings.choice(of: .lock).lowers else { return }
        hintTimer = reactor.schedule(after: Self.hintTime, tolerance: .milliseconds(500)) { [weak self] in
            guard let self, isOpen, settings.isEnabled, settings.choice(of: .lock).pauses, !isLocked, lock == nil else {
                return
            }
            interruptions.pass(InterruptionRequest(.lock, resumes: false, longest: InterruptionModel.passing))
        }
    }

    // MARK: Sleep

    private func sleepChanged(_ change: SessionMonitor.SleepChange) {
        switch change {
        // A machine that fell asleep wakes up, whatever was configured meanwhile (rule I119).
        case .fallsAsleep: if isOpen, settings.isEnabled { fallAsleep() }
        case .hasWoken: wake(isSaid: true)
        // It may still be about to sleep (rule I131).
        case .isAssumedAwake: wake(isSaid: false)
        case .isAwake: endRestored()
        }
    }

    /// What a former agent paused before a sleep goes on as after waking: that sleep is over (rule I151).
    private func endRestored() {
        guard suspend == nil, wakeTimer?.isScheduled != true else { return }
        wokeAt = reactor.now
        scheduleWaking(after: Self.wakeTime) { [weak self] in self?.endRestoredSleep() }
    }

    /// What cannot be heard where it was is awaited, and the sound server's first answer too (rule I158).
    private func endRestoredSleep() {
        guard suspend == nil else { return }
        let gone = audio.playersWithoutRoute.intersection(interruptions.model.players(heldBy: .suspend))
        if !gone.isEmpty, reactor.now - wokeAt < SleepWatch.wakeTime {
            return scheduleWaking(after: SleepWatch.wakeTime) { [weak self] in self?.endRestoredSleep() }
        }
        interruptions.update { model, now in
            model.forbidResuming(gone, at: now)
            model.endRestored(.suspend, at: now)
        }
    }

    private func fallAsleep() {
        wakeTimer?.cancel()
        audio.willSleep()
        guard settings.choice(of: .suspend).pauses else { return inhibitor.release() }
        let request = InterruptionRequest(.suspend, resumes: settings.choice(of: .suspend).resumes)
        if suspend == nil {
            suspend = interruptions.begin(request)
        } else if awaitsOutputs, let before = suspend, let id = interruptions.begin(request) {
            // What goes on again since then is to be paused as well; the rest is held by the new one before the old one ends.
            suspend = id
            interruptions.end(before)
        }
        awaitsOutputs = false
        guard let suspend else { return inhibitor.release() }
        interruptions.whenPaused(by: suspend, within: Self.longestDelay) { [weak self] in self?.inhibitor.release() }
    }

    private func wake(isSaid: Bool) {
        inhibitor.release()
        sleepTimer.didWake()
        if delaysSleep { inhibitor.take() }
        audio.didWake()
        wokeAt = reactor.now
        awaitsOutputs = false
        scheduleWaking(after: Self.wakeTime) { [weak self] in self?.endSleep(isNormal: isSaid) }
    }

    private func scheduleWaking(after wait: Duration, _ work: @escaping () -> Void) {
        wakeTimer?.cancel()
        wakeTimer = reactor.schedule(at: wokeAt + wait, tolerance: .milliseconds(200), handler: work)
    }

    /// Ends the sleep. What cannot be heard where it was is awaited, because outputs may come back until then (rule I158).
    private func endSleep(isNormal: Bool) {
        guard let id = suspend else { return }
        let gone = audio.playersWithoutRoute.intersection(interruptions.model.players(heldBy: id))
        let isTooLate = reactor.now - wokeAt >= SleepWatch.wakeTime
        guard isNormal, !isTooLate, !gone.isEmpty else {
            (suspend, awaitsOutputs) = (nil, false)
            wakeTimer?.cancel()
            return interruptions.end(id, isNormal: isNormal, gone: gone)
        }
        awaitsOutputs = true
        interruptions.update { $0.letGo(by: id, but: gone, at: $1) }
        scheduleWaking(after: SleepWatch.wakeTime) { [weak self] in self?.endSleep(isNormal: true) }
    }

    /// An output may have come back.
    private func outputsChanged() {
        if awaitsOutputs { endSleep(isNormal: true) }
    }
}
