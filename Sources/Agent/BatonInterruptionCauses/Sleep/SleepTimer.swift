// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonInterruptions
package import BatonMPRIS
package import BatonReactor
package import BatonRouting
import BatonSession
import BatonSettings
package import BatonValues
import Glibc

/// Pauses all that plays at a time, at the end of a track, or at the end of the track after a time (rules I70 to I72).
@MainActor
package final class SleepTimer: AgentPart {
    /// What it waits for.
    package enum State: Equatable {
        case off
        /// For a time, and then for the end of a track or not.
        case time(Duration, thenTrack: Bool)
        /// For the end of a player's track.
        case track(PlayerIdentity)
    }

    /// How late it may be after waking.
    static let longestDelay = Duration.seconds(300)
    /// A track that changes this long before its end was skipped.
    static let skip = Duration.seconds(5)
    /// A track that is repeated begins again this close to its end.
    static let repetition = Duration.seconds(2)
    /// The longest time ahead: a week.
    package static let longest = Duration.seconds(7 * 86_400)

    /// What happens with it.
    package enum Change {
        /// ``SleepTimer/state`` has changed.
        case state
        /// It has paused what played.
        case slept
    }

    private var observers = Observers<Change>()
    /// What it waits for. The time is one of CLOCK_BOOTTIME, which goes on while the machine sleeps.
    package private(set) var state = State.off {
        didSet {
            guard state != oldValue else { return }
            observers.tell(.state)
            save()
        }
    }

    private let interruptions: Interruptions
    private var observation: Observation?
    private let reactor: Reactor
    private let bootTime: () -> Duration
    private let store: SleepStore
    private var isOpen = false
    /// Until when players may be there that have not said yet whether they play; nil before the start.
    private var restoredBy: Duration?
    /// Whether it has paused what plays, and pauses what it had not seen by then.
    private var isPausingLate = false
    /// What was saved of a player's track, until the player is seen.
    private var awaited: (track: UInt64, end: Duration?)?
    private var timer: ReactorTimer?
    /// When the track of the followed player ends, on the reactor's clock; nil when that is unknown.
    private var trackEnd: Duration? {
        didSet { if trackEnd != oldValue { save() } }
    }

    /// How long after a restart players are awaited.
    private static let restoring = Duration.seconds(5)

    /// - Parameters:
    ///   - store: where it is saved.
    ///   - bootTime: CLOCK_BOOTTIME; tests pass their own.
    package init(
        interruptions: Interruptions, reactor: Reactor, store: SleepStore = SleepStore(runtimeDirectory: nil),
        bootTime: @escaping () -> Duration = { BootClock.now }
    ) {
        self.store = store
        self.interruptions = interruptions
        self.reactor = reactor
        self.bootTime = bootTime
        observation = interruptions.players.observe { [weak self] in self?.playerChanged($0) }
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    package func close() {
        isOpen = false
        timer?.cancel()
    }

    // MARK: Restarts

    /// Goes on with what was saved: this agent serves the bus now (rule I142).
    package func open() {
        guard !isOpen else { return }
        let record = store.load()
        isOpen = true
        restoredBy = reactor.now + Self.restoring
        switch record {
        case nil: save()
        case .time(let time, let thenTrack):
            state = .time(time, thenTrack: thenTrack)
            arm()
        case .track(let player, let track, let end):
            awaited = (track, end)
            state = .track(player)
            timer = reactor.schedule(after: Self.restoring, tolerance: .milliseconds(500)) { [weak self] in
                if self?.awaited != nil { self?.cancel() }
            }
            if let facts = interruptions.players.facts(of: player) { goOn(with: player, facts) }
        }
    }

    private func goOn(with player: PlayerIdentity, _ facts: PlayerFacts) {
        guard let (track, end) = awaited, let responder = interruptions.players.responder(of: player) else { return }
        awaited = nil
        timer?.cancel()
        // Its end came meanwhile, unless it was skipped.
        let isOver = facts.state == .stopped || facts.track != track
        let isDue = end.map { $0 - bootTime() <= Self.skip } ?? true
        if isOver, isDue { fire() } else { measure(responder) }
    }

    private func save() {
        guard isOpen, awaited == nil else { return }
        switch state {
        case .off: store.save(nil)
        case .time(let time, let thenTrack): store.save(.time(time, thenTrack: thenTrack))
        case .track(let player):
            let track = interruptions.players.facts(of: player)?.track ?? 0
            store.save(.track(player, track: track, end: trackEnd.map { $0 - reactor.now + bootTime() }))
        }
    }

    // MARK: Setting

    /// Sets it anew.
    ///
    /// - Parameter wait: how long from now; nil for none.
    /// - Throws: `InvalidArgs` when the end of a track is wanted and unknown.
    package func set(after wait: Duration?, atEndOfTrack: Bool) throws(DBusError) {
        if atEndOfTrack, wait == nil {
            try follow()
            return
        }
        cancel()
        guard let wait else { return }
        state = .time(bootTime() + min(max(wait, .zero), Self.longest), thenTrack: atEndOfTrack)
        arm()
    }

    /// Switches it off.
    package func cancel() {
        timer?.cancel()
        timer = nil
        trackEnd = nil
        awaited = nil
        isPausingLate = false
        state = .off
    }

    /// Whether it waits for the end of a track, now or after a time.
    package var waitsForTrack: Bool {
        switch state {
        case .off: false
        case .time(_, let thenTrack): thenTrack
        case .track: true
        }
    }

    /// How long it waits from now on; nil when it is off, or waits for a track.
    package var remaining: Duration? {
        guard case .time(let time, _) = state else { return nil }
        return max(time - bootTime(), .zero)
    }

    // MARK: Time

    private func arm() {
        guard case .time(let time, _) = state else { return }
        arm(after: max(time - bootTime(), .zero))
    }

    private func arm(after wait: Duration) {
        timer?.cancel()
        timer = reactor.schedule(after: wait, tolerance: .milliseconds(500)) { [weak self] in
            self?.timePassed()
        }
    }

    /// The machine has woken: the reactor's clock has stood still.
    package func didWake() { arm() }

    private func timePassed() {
        guard case .time(let time, let thenTrack) = state else { return }
        let delay = bootTime() - time
        guard delay >= .zero else { return arm() }
        guard delay <= Self.longestDelay else { return cancel() }
        if thenTrack {
            if (try? follow()) != nil { return }
            // The player whose track it would follow may not be known yet.
            if interruptions.players.playing.isEmpty, let rest = restoring { return arm(after: rest) }
        }
        fire()
    }

    private func fire() {
        cancel()
        isPausingLate = restoring != nil
        interruptions.update { _ = $0.pauseAll(at: $1) }
        observers.tell(.slept)
    }

    /// How long players are awaited yet after the start; nil when no more (rule I142).
    private var restoring: Duration? {
        restoredBy.flatMap { $0 > reactor.now ? $0 - reactor.now : nil }
    }

    /// A player says for the first time what it does. It plays since before the timer's time, as far as that can be known.
    private func appeared(_ player: PlayerIdentity, _ facts: PlayerFacts) {
        guard facts.isPlaying, restoring != nil, interruptions.players.wasThere(player) else { return }
        if isPausingLate { interruptions.update { _ = $0.pauseAll([player], at: $1) } }
        if case .time(let time, thenTrack: true) = state, time <= bootTime() { timePassed() }
    }

    // MARK: Tracks

    private func follow() throws(DBusError) {
        let playing = interruptions.players.playing.min {
            ($0.player.playingSince ?? .zero) > ($1.player.playingSince ?? .zero)
        }
        guard let playing, let identity = interruptions.players.identity(of: playing) else {
            throw DBusError(.invalidArguments, "Nothing is playing, so there is no track to wait for.")
        }
        guard let length = playing.player.metadata.length, length > 0 else {
            throw DBusError(
                .invalidArguments, "\(playing.identity) does not say how long its track is: give a time instead.")
        }
        timer?.cancel()
        timer = nil
        state = .track(identity)
        measure(playing)
    }

    private func measure(_ responder: PlayerResponder) {
        let player = responder.player
        guard let length = player.metadata.length, length > 0 else { return trackEnd = nil }
        let rest = max(length - player.position(at: reactor.now), 0)
        trackEnd = reactor.now + min(.microseconds(rest.microseconds), Self.longest)
    }

    /// A player that is followed has jumped.
    package func playerSignalled(_ responder: PlayerResponder, _ signal: PlayerSignal) {
        guard case .track(let identity) = state, case .seeked = signal,
            interruptions.players.identity(of: responder) == identity
        else { return }
        let wasNearEnd = trackEnd.map { $0 - reactor.now <= Self.repetition } ?? false
        let isAtBeginning = responder.player.position(at: reactor.now) <= MediaTime(Self.repetition)
        if wasNearEnd, isAtBeginning { fire() } else { measure(responder) }
    }

    private func playerChanged(_ change: InterruptedPlayers.Change) {
        if case .facts(let player, let facts, before: nil) = change { appeared(player, facts) }
        guard case .track(let identity) = state else { return }
        if awaited != nil {
            guard case .facts(let player, let facts, _) = change else { return }
            // The agent's own has another owner than before.
            guard player == identity || facts.isOfAgent && player.name == identity.name else { return }
            state = .track(player)
            goOn(with: player, facts)
            return
        }
        switch change {
        case .left(identity): cancel()
        case .track(identity):
            guard let responder = interruptions.players.responder(of: identity) else { return }
            if let trackEnd, trackEnd - reactor.now > Self.skip { measure(responder) } else { fire() }
        case .facts(identity, let facts, _):
            guard let responder = interruptions.players.responder(of: identity) else { return }
            // A pause is the user's, and the timer stays (rule I72).
            if facts.state == .stopped { fire() } else { measure(responder) }
        default: break
        }
    }
}
