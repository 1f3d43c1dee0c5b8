// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonInterruptions
package import BatonLog
package import BatonMPRIS
package import BatonReactor
package import BatonRouting
import BatonSession
package import BatonSettings
package import BatonValues

/// The interruptions of the agent: it tells the model what players, the user and the causes do, and carries out what the model
/// wants.
@MainActor
package final class Interruptions: AgentPart {
    /// When a cause has to look at its facts.
    enum Moment {
        /// An interruption begins next.
        case beginning
        /// A player on this machine has begun or ended playing, or what is held has changed.
        case activity
    }

    /// The players.
    package let players: InterruptedPlayers
    package private(set) var model = InterruptionModel()
    /// Whether the model has nothing to do with a command; noted, because each look at the model copies it.
    private var isQuiet = true
    private let seeking: SeekSessions
    private let store: InterruptionStore
    private let reactor: Reactor
    private let logger: Logger
    private var timer: ReactorTimer?
    private var isRestored = false
    private var isOpen = false
    /// Whether the agent ends: nothing of what its end causes is a reason to play (rule I132).
    private var isClosed = false
    /// Whether the model is being told something: what follows from it comes after.
    private var isUpdating = false
    private var observers = Observers<InterruptionEffect>()
    private var momentObservers = Observers<Moment>()
    private var observation: Observation?
    /// What waits until the model is so far.
    private var waiting:
        [(number: UInt64, isOver: (InterruptionModel) -> Bool, timer: ReactorTimer, then: () -> Void)] = []
    private var lastWaiting: UInt64 = 0
    // Needs no check at run time: nothing else runs while it is looked at or changed.
    /// The Plays that wait for their turn behind other calls, by number.
    @exclusivity(unchecked) private var going: [PlayerIdentity: UInt64] = [:]
    private var lastGoing: UInt64 = 0
    /// Called when the user has acted on any player, while something waits for nothing of the kind (rule I174).
    var onCommand: (() -> Void)?
    /// The players that an interruption lowers, once one has lowered any (rule VOL6).
    var lowered: ((UInt32) -> Set<PlayerIdentity>)?

    package init(
        directory: PlayerDirectory, seeking: SeekSessions, store: InterruptionStore, reactor: Reactor, logger: Logger
    ) {
        self.seeking = seeking
        self.store = store
        self.reactor = reactor
        self.logger = logger
        players = InterruptedPlayers(directory) { reactor.now }
        observation = players.observe { [weak self] in self?.playerChanged($0) }
    }

    // MARK: Life

    package func apply(_ configuration: Configuration) {
        let settings = configuration.interruptions.settings
        update { $0.apply(settings, at: $1) }
        // Before the first player is seen: it may be one that was held.
        if !isRestored { restore() }
        players.apply(configuration)
    }

    /// Whether interruptions pause players. What is set holds until the next configuration.
    package var isEnabled: Bool {
        get { model.settings.isEnabled }
        set {
            var settings = model.settings
            settings.isEnabled = newValue
            update { $0.apply(settings, at: $1) }
        }
    }

    private func restore() {
        isRestored = true
        let (snapshot, problem) = store.load()
        if let problem { logger.warning("\(problem)") }
        guard let snapshot, !snapshot.entries.isEmpty else { return }
        update { $0.restore(snapshot, at: $1) }
    }

    /// From now on this agent serves the bus, and the file is its own.
    package func open() {
        guard !isOpen else { return }
        isOpen = true
        save()
    }

    package func close() {
        isClosed = true
        stopWaiting { _ in true }
        timer?.cancel()
        timer = nil
    }

    // MARK: What happens

    /// A player's properties have changed.
    package func playerChanged(_ responder: PlayerResponder, _ properties: PropertySet) {
        // Some tell that they play before they answer the Play of the user, which is no start by itself (rule I103).
        if properties.contains(.playbackStatus), responder.startsAsTold { commandEnded(at: responder.id) }
        players.playerChanged(responder, properties)
    }

    private func playerChanged(_ change: InterruptedPlayers.Change) {
        update { [players] model, now in
            switch change {
            case .facts(let player, let facts, _): model.playerChanged(player, to: facts, at: now)
            case .track(let player): model.trackChanged(of: player, to: players.facts(of: player)?.track, at: now)
            case .left(let player): model.playerLeft(player, at: now)
            }
        }
        // What began while it was asked first holds it since now, and nobody has looked where it is heard (rules I117 and I155).
        if case .facts(let player, let facts, before: nil) = change, facts.isPlaying, model.isHeld(player) {
            willBegin()
        }
        momentObservers.tell(.activity)
    }

    /// A player has sent a signal: a jump ends its hold (rule I140).
    package func playerSignalled(_ responder: PlayerResponder, _ signal: PlayerSignal) {
        guard case .seeked(let position) = signal, let player = players.identity(of: responder) else { return }
        update { $0.jumped(player, to: .microseconds(position.microseconds), at: $1) }
    }

    /// The user has acted on a player in a way that passed Baton by, as its caller says (rule I140).
    ///
    /// - Parameter name: the name on the bus.
    package func acted(on name: String) { commandEnded(at: ResponderID(name)) }

    /// The players that an interruption holds or lowers.
    package func players(of id: UInt32) -> [PlayerIdentity] {
        let held = model.held.filter { $0.value.contains(id) }.map(\.key)
        return (held + (lowered?(id) ?? [])).sorted()
    }

    /// Adds an observer of effects, which is called when they were carried out.
    func observeMoments(_ observer: @escaping (Moment) -> Void) -> Observation { momentObservers.observe(observer) }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (InterruptionEffect) -> Void) -> Observation {
        observers.observe(observer)
    }

    /// Calls `then` when all players that an interruption holds have announced that they paused, or after a while.
    package func whenPaused(by id: UInt32, within limit: Duration, then: @escaping () -> Void) {
        wait(limit, until: { !$0.hasPausing(for: id) }, then)
    }

    /// Pauses all that plays, as the user wants (rule I47).
    ///
    /// - Parameter then: called when all have said that they paused, or have refused, and after a while at the latest, with those
    ///   that are silent by that and were not before, and those that play on (rule I143).
    package func pauseAll(then: @escaping (_ paused: [PlayerIdentity], _ playingOn: [PlayerIdentity]) -> Void) {
        willBegin()
        let before = model.heldByUser.intersection(model.silentForUser)
        update { _ = $0.pauseAll(at: $1) }
        wait(InterruptionModel.userTime, until: \.isSettledForUser) { [weak self] in
            guard let model = self?.model else { return then([], []) }
            then(model.silentForUser.subtracting(before).sorted(), model.playingOnForUser.sorted())
        }
    }

    private func wait(
        _ limit: Duration, until isOver: @escaping (InterruptionModel) -> Bool, _ then: @escaping () -> Void
    ) {
        guard !isOver(model), waiting.count < Self.mostWaiting else { return then() }
        lastWaiting &+= 1
        let number = lastWaiting
        let timer = reactor.schedule(after: limit) { [weak self] in self?.stopWaiting { $0.number == number } }
        waiting.append((number, isOver, timer, then))
    }

    private func stopWaiting(_ isEnough: ((number: UInt64, isOver: Bool)) -> Bool) {
        var rest = waiting
        waiting = []
        var over: [() -> Void] = []
        rest.removeAll { wait in
            guard isEnough((wait.number, wait.isOver(model))) else { return false }
            wait.timer.cancel()
            over.append(wait.then)
            return true
        }
        waiting = rest
        for then in over { then() }
    }

    /// A command ended at a responder (rule I41).
    package func commandEnded(at id: ResponderID) {
        guard !isQuiet || !going.isEmpty else { return }
        onCommand?()
        guard let player = players.identity(of: id) else { return }
        going[player] = nil
        update { $0.userActed(on: player, at: $1) }
    }

    /// Something may be paused now or a moment later: what has to be known then is noted.
    package func willBegin() {
        players.willBegin()
        momentObservers.tell(.beginning)
    }

    /// Begins an interruption.
    ///
    /// - Returns: nil when there are too many.
    package func begin(_ request: InterruptionRequest) -> UInt32? {
        willBegin()
        return update { $0.begin(request, at: $1) }
    }

    /// Begins one that is over when what it concerns has paused, and stays so for a while. Its request says when at the latest.
    package func pass(_ request: InterruptionRequest) {
        guard let id = begin(request) else { return }
        if !model.isChecking(for: id), !model.hasPausing(for: id) { end(id) }
    }

    /// Ends an interruption.
    package func end(_ id: UInt32, isNormal: Bool = true, gone: Set<PlayerIdentity> = []) {
        update { $0.end(id, isNormal: isNormal, gone: gone, at: $1) }
    }

    /// Tells the model something, and carries out what it wants.
    @discardableResult
    package func update<Result>(_ body: (inout InterruptionModel, Duration) -> Result) -> Result {
        let result = body(&model, reactor.now)
        isQuiet = model.isQuiet
        guard !isUpdating, !isClosed else { return result }
        isUpdating = true
        // A player's answer may come while an effect is carried out.
        for _ in 0..<Self.mostRounds {
            let effects = model.takeEffects()
            if effects.isEmpty { break }
            for effect in effects { carryOut(effect) }
        }
        isUpdating = false
        arm()
        if !waiting.isEmpty { stopWaiting(\.isOver) }
        return result
    }

    private static let mostRounds = 16
    /// The most that wait at a time; one more does not wait.
    private static let mostWaiting = 256
    /// How long a player that has paused may take to say where.
    private static let positionLimit = Duration.seconds(1)

    private func arm() {
        let deadline = model.nextDeadline
        guard timer?.isScheduled != true || timer?.deadline != deadline else { return }
        timer?.cancel()
        timer = deadline.map { deadline in
            reactor.schedule(at: deadline, tolerance: .milliseconds(10)) { [weak self] in
                self?.update { $0.advance(to: $1) }
            }
        }
    }

    // MARK: Effects

    private func carryOut(_ effect: InterruptionEffect) {
        switch effect {
        case .pause(let player): send(.pause, to: player)
        case .stop(let player): send(.stop, to: player)
        case .play(let player): send(.play, to: player)
        case .save: save()
        case .began(let id, let cause, let players):
            let reason = model.interruptions[id]?.request.reason ?? ""
            logger.notice("\(cause.rawValue) began\(reason.isEmpty ? "" : " (\(reason))"): \(Self.list(players))")
        case .ended(_, let cause, let resumed): logger.notice("\(cause.rawValue) ended: \(Self.list(resumed))")
        case .released(let player, let reason):
            logger.notice("\(player.name) does not go on by itself: \(reason.rawValue)")
        case .tellBegan, .tellEnded, .askPosition, .askCanPause, .lower, .cannotPause, .switched: break
        }
        finish(effect)
        if case .save = effect { momentObservers.tell(.activity) }
    }

    /// What apps are told is for the observers.
    private func finish(_ effect: InterruptionEffect) {
        switch effect {
        case .askPosition(let player): askPosition(of: player)
        case .askCanPause(let player): askCanPause(player)
        case .cannotPause(let player, let cause):
            logger.notice("\(player.name) plays on: \(cause.rawValue) concerns it, and it cannot pause")
        default: break
        }
        observers.tell(effect)
    }

    private func askPosition(of player: PlayerIdentity) {
        players.responder(of: player)?.player.refreshPosition(within: Self.positionLimit) { [weak self] answer in
            guard case .success(let position) = answer else { return }
            self?.update { $0.pausedAt(.microseconds(position.microseconds), by: player, at: $1) }
        }
    }

    /// Without an answer in time the model goes on by itself (rule I157).
    private func askCanPause(_ player: PlayerIdentity) {
        players.responder(of: player)?.player.askNow { [weak self] isAnswered in
            if isAnswered { self?.update { $0.answered(player, at: $1) } }
        }
    }

    private static func list(_ players: [PlayerIdentity]) -> String {
        players.isEmpty ? "no player" : players.map(\.name).joined(separator: ", ")
    }

    /// Puts a call behind those that were sent to the player before (rule I3).
    private func send(_ method: PlayerMethod, to player: PlayerIdentity) {
        guard let responder = players.responder(of: player) else { return }
        if method != .play { seeking.end(at: responder.id) }
        let logger = logger
        let number = method == .play ? goesOn(player) : nil
        responder.forward(from: nil) { [weak self] () throws(DBusError) in
            if let number, self?.takesTurn(player, number) != true { throw Self.isTheUsers }
            return responder.player.message(method)
        } reply: { [weak self] result in
            guard case .failure(let error) = result else { return }
            if let number { _ = self?.takesTurn(player, number) }
            logger.log(level: method == .play ? .info : .notice, "\(player.name) did not \(method.name): \(error)")
            // What has not answered may do it still (rule I41).
            if method != .play, error.name != .timeout, error.name != .noReply {
                self?.update { $0.refused(player, at: $1) }
            }
        }
    }

    /// Notes that a Play waits for its turn from now on.
    private func goesOn(_ player: PlayerIdentity) -> UInt64 {
        lastGoing &+= 1
        going[player] = lastGoing
        return lastGoing
    }

    /// Whether a Play whose turn has come is to be sent: not if the user has acted on the player since.
    private func takesTurn(_ player: PlayerIdentity, _ number: UInt64) -> Bool {
        guard going[player] == number else { return false }
        going[player] = nil
        return true
    }

    private static let isTheUsers = DBusError(.failed, "the user has acted on it")

    private func save() {
        guard isOpen else { return }
        if let problem = store.save(model.snapshot) { logger.warning("\(problem)") }
    }
}
