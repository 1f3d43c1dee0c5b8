// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
package import BatonLog
package import BatonReactor
package import BatonRouting
import BatonSession
package import BatonSettings
import BatonValues

/// Interruptions that come from the sound server: lost outputs and calls (rules I20 to I29).
@MainActor
package final class AudioCause: AgentPart {
    /// The process that watches the server.
    package let supervisor: AudioSupervisor
    let interruptions: Interruptions
    let reactor: Reactor
    private let logger: Logger
    private let owners: StreamOwners
    private(set) var settings = Configuration.Interruptions()
    private var ignoredRoutes: [Glob] = []
    private(set) var routes = RouteWatch()
    private var calls = CallWatch()
    private var call: UInt32?
    private var timer: ReactorTimer?
    private var isOpen = false
    private var sleep = SleepWatch()
    /// Told when outputs may have come or gone.
    private var observers = Observers<Void>()
    private var observation: Observation?
    private var wakeTimer: ReactorTimer?
    /// The sink that new streams get; nil while that is not known.
    private(set) var defaultSink: String?
    /// The lost output that may come back; nil while none is awaited.
    var comeback: RouteReturn?

    package init(interruptions: Interruptions, supervisor: AudioSupervisor, reactor: Reactor, logger: Logger) {
        self.interruptions = interruptions
        self.supervisor = supervisor
        self.reactor = reactor
        self.logger = logger
        owners = StreamOwners { [reactor] in reactor.now }
        supervisor.onFact = { [weak self] in self?.take($0) }
        supervisor.onFacts = { [weak self] in self?.review() }
        observation = interruptions.observeMoments { [weak self] moment in
            switch moment {
            case .activity: self?.decide()
            case .beginning: self?.rememberPlaces()
            }
        }
    }

    /// Adds an observer of outputs, which is called after those before it.
    func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    // MARK: Life

    package func apply(_ configuration: Configuration) {
        settings = configuration.interruptions
        calls.sign = settings.isEnabled ? settings.call : .off
        calls.beginTime = settings.callBegin
        calls.endTime = settings.callEnd
        ignoredRoutes = settings.routeIgnore.map { Glob($0) }
        let ignored = settings.callIgnore.map { Glob($0) }
        calls.isIgnored = { stream in
            ignored.contains {
                $0.matches(stream.application) || $0.matches(stream.program) || $0.matches(stream.sandboxedApp)
            }
        }
        calls.settingsChanged(at: reactor.now)
        review()
        decide()
    }

    package func open() {
        isOpen = true
        decide()
    }

    package func close() {
        isOpen = false
        timer?.cancel()
        wakeTimer?.cancel()
        comeback?.timer?.cancel()
        supervisor.stop()
    }

    /// Starts or ends the process. It is needed while something plays, in a call, and while something may be resumed whose
    /// output may be lost meanwhile.
    private func decide() {
        guard isOpen else { return }
        reviewPlaces()
        reviewReturn()
        let isHeld = interruptions.model.hasResumable
        let isWanted = isUsed && (interruptions.players.isAnyPlaying || calls.isInCall || isHeld)
        supervisor.setWanted(isWanted)
        if !isUsed { supervisor.stop() }
        adoptIfAwaited()
    }

    /// Whether lost outputs or calls pause players.
    package var isUsed: Bool { settings.isEnabled && (settings.routeLost.pauses || settings.call.isOn) }

    /// The players on this machine that play, and of which no stream is known (rule I22); none while no server answers.
    package var playersWithoutStream: [PlayerResponder] {
        guard supervisor.isConnected else { return [] }
        return interruptions.players.playing.filter { player in
            // A phone's sound comes by a stream of the sound server's own.
            !player.id.isOnAnotherDevice && !interruptions.players.standing(of: player).isPhone
                && !routes.streams.values.contains { belongs($0, to: player) }
        }
    }

    /// How many streams and processes of streams are remembered.
    package var streamCount: Int { routes.streams.count + owners.count }

    // MARK: Facts

    private func take(_ fact: AudioFact) {
        let now = reactor.now
        switch fact {
        case .stream(let stream), .capture(let stream): owners.note(stream)
        case .tooMany: logger.warning("the sound server has over 1024 objects of a kind; the rest is not watched")
        default: break
        }
        comeback?.take(fact, before: routes, at: now)
        routes.take(fact, at: now)
        calls.take(fact, at: now)
        switch fact {
        case .connected, .streamGone, .captureGone: forgetOwners()
        case .listed: adoptIfAwaited()
        case .disconnected:
            defaultSink = nil
            forgetOwners()
        case .defaultSink(let name): defaultSink = name
        default: break
        }
        for loss in routes.takeLosses() { lost(loss) }
    }

    /// The processes of streams that are gone may have left, and others may get their numbers.
    private func forgetOwners() {
        owners.keepOnly(Array(routes.streams.values) + Array(calls.captures.values))
    }

    private func review() {
        for loss in routes.takeLosses() { lost(loss) }
        reviewPlaces()
        reviewReturn()
        observers.tell(())
        for event in calls.takeEvents() { callChanged(event) }
        let deadline = [routes.nextDeadline, calls.nextDeadline].compactMap(\.self).min()
        guard timer?.isScheduled != true || timer?.deadline != deadline else { return }
        timer?.cancel()
        timer = deadline.map { deadline in
            reactor.schedule(at: deadline, tolerance: .milliseconds(20)) { [weak self] in
                guard let self else { return }
                routes.advance(to: reactor.now)
                calls.advance(to: reactor.now)
                review()
            }
        }
    }

    // MARK: Lost outputs

    private func lost(_ loss: RouteLoss) {
        switch sleep.take(loss, at: reactor.now) {
        case .all: pause(players(of: loss), loss)
        case .playing: pausePlaying(loss)
        case .nobody: break
        }
    }

    private func pausePlaying(_ loss: RouteLoss) {
        // What is about to be played again counts as well: it would be heard elsewhere a moment later.
        pause(players(of: loss).intersection(playing.union(interruptions.model.due)), loss)
    }

    var playing: Set<PlayerIdentity> { interruptions.model.playing }

    private func pause(_ concerned: Set<PlayerIdentity>, _ loss: RouteLoss) {
        guard isLoss(loss), !concerned.isEmpty else { return }
        let label = loss.sink.label.isEmpty ? loss.sink.name : loss.sink.label
        if settings.routeLost.resumes, loss.sink.kind == .hardware { return pauseUntilBack(concerned, loss, label) }
        let request = InterruptionRequest(
            .routeLost, reason: label, resumes: false, players: concerned, longest: InterruptionModel.passing)
        // What it has paused stays paused (rule I25).
        interruptions.pass(request)
        interruptions.update { $0.forbidResuming(concerned, at: $1) }
    }

    /// Whether the configuration counts a loss as one.
    func isLoss(_ loss: RouteLoss) -> Bool {
        settings.isEnabled && settings.routeLost.pauses && !isIgnored(loss.sink)
    }

    private func isIgnored(_ sink: AudioSink) -> Bool {
        settings.routeIgnore.contains(sink.transport.rawValue)
            || ignoredRoutes.contains { $0.matches(sink.name) || $0.matches(sink.label) }
    }

    /// The players and apps that were heard on what is lost (rule I22).
    private func players(of loss: RouteLoss) -> Set<PlayerIdentity> {
        var concerned: Set<PlayerIdentity> = []
        for player in interruptions.players.all {
            guard let identity = interruptions.players.identity(of: player) else { continue }
            if isConcerned(identity, by: loss, { belongs($0, to: player) }) { concerned.insert(identity) }
        }
        for (identity, app) in interruptions.players.registeredApps
        where isConcerned(identity, by: loss, { belongs($0, to: app) }) {
            concerned.insert(identity)
        }
        return concerned
    }

    private func isConcerned(
        _ identity: PlayerIdentity, by loss: RouteLoss, _ owns: (AudioStream) -> Bool
    ) -> Bool {
        let wasHeld =
            interruptions.model.place(of: identity, at: reactor.now).map { routes.loss(loss, concerns: $0) } ?? false
        let wasHeard = wasHeld || loss.streams.contains(where: owns)
        let isKnown = wasHeard || routes.streams.values.contains(where: owns)
        return loss.concerns(wasHeard: wasHeard, isKnown: isKnown)
    }

    func belongs(_ stream: AudioStream, to app: AppResponder) -> Bool {
        owners.belongs(stream, to: app.process, Configuration.PlayerRule())
    }

    func belongs(_ stream: AudioStream, to player: PlayerResponder) -> Bool {
        let standing = interruptions.players.standing(of: player)
        return owners.belongs(
            stream, to: standing.integratedProcess ?? standing.process, interruptions.players.rule(for: player))
    }

    // MARK: Places

    /// Notes where players are heard that may be paused now: their streams may leave while they are paused.
    private func rememberPlaces() {
        let places = supervisor.isConnected ? presentPlaces : nil
        interruptions.update { $0.heard(places, at: $1) }
    }

    var presentPlaces: [PlayerIdentity: AudioPlace] {
        var places: [PlayerIdentity: AudioPlace] = [:]
        for player in interruptions.players.playing {
            guard let identity = interruptions.players.identity(of: player) else { continue }
            places[identity] = place(of: identity) { belongs($0, to: player) }
        }
        for (identity, app) in interruptions.players.registeredApps where interruptions.model.isPlaying(identity) {
            places[identity] = place(of: identity) { belongs($0, to: app) }
        }
        return places
    }

    /// Where a player or an app is heard; nil if that is not known, or its end pauses nobody.
    private func place(of identity: PlayerIdentity, _ owns: (AudioStream) -> Bool) -> AudioPlace? {
        let own = routes.streams.values.filter(owns).sorted { $0.index < $1.index }
        // A silent stream counts for what is not held: it may begin to sound, or have ended to before the player says so.
        let silent = interruptions.model.isHeld(identity) ? nil : own.first
        guard let stream = own.first(where: \.isLive) ?? silent, let sink = routes.output(of: stream),
            !isIgnored(sink)
        else { return nil }
        return routes.place(of: sink)
    }

    /// Players that would be heard elsewhere than before they were paused, or nobody knows where (rules I46 and I117).
    var playersWithoutRoute: Set<PlayerIdentity> {
        guard isUsed else { return [] }
        let isConnected = supervisor.isConnected
        return Set(interruptions.model.places.filter { !isConnected || !routes.has($0.value) }.map(\.key))
    }

    /// Players of which that is not known yet: the server has not listed its outputs after a start, or a card may still say that
    /// something was unplugged (rules I115 and I117).
    private var undecidedPlayers: Set<PlayerIdentity> {
        let places = interruptions.model.places
        guard supervisor.isConnected, routes.isListed else {
            return interruptions.model.awaitsOutputs ? Set(places.keys) : []
        }
        return Set(places.filter { routes.isUndecided($0.value) }.map(\.key))
    }

    /// Tells the model who may not go on by itself.
    private func reviewPlaces() {
        let isAsked = isUsed && settings.routeLost.pauses
        let unheard = isAsked ? playersWithoutRoute : []
        let undecided = isAsked ? undecidedPlayers : []
        guard unheard != interruptions.model.unheard || undecided != interruptions.model.undecided else { return }
        interruptions.update { $0.reviewed(unheard: unheard, undecided: undecided, at: $1) }
    }

    // MARK: Calls

    private func callChanged(_ event: CallWatch.Event) {
        switch event {
        case .began(let stream):
            guard call == nil else { return }
            let name = stream.application.isEmpty ? stream.program : stream.application
            let own = callers
            let others = own.isEmpty ? nil : interruptions.players.identities.subtracting(own)
            call = interruptions.begin(InterruptionRequest(.call, reason: name, players: others))
        case .ended(let isNormal):
            guard let id = call else { return }
            call = nil
            interruptions.end(id, isNormal: isNormal)
        }
        decide()
    }

    /// The players and apps that are in a call.
    private var callers: [PlayerIdentity] {
        let players = interruptions.players.all.filter { player in calls.calls.contains { belongs($0, to: player) } }
        let apps = interruptions.players.registeredApps.filter { entry in
            calls.calls.contains { belongs($0, to: entry.value) }
        }
        return players.compactMap(interruptions.players.identity(of:)) + apps.keys
    }

    /// A call that goes on over a restart of the agent holds what it held (rule I8).
    private func adoptIfAwaited() {
        guard call == nil, interruptions.model.isAwaited(.call) else { return }
        calls.adoptPresent()
        guard calls.isInCall else { return }
        let held = interruptions.model.players(heldBy: .call)
        call = interruptions.begin(InterruptionRequest(.call, reason: "", players: held))
    }

    // MARK: Sleep

    /// The machine is about to sleep.
    func willSleep() {
        wakeTimer?.cancel()
        sleep.fallAsleep()
        calls.hold(until: .seconds(Int64.max))
        rememberPlaces()
    }

    /// The machine has woken.
    func didWake() {
        let end = reactor.now + SleepWatch.wakeTime
        for loss in sleep.wake(at: reactor.now, has: routes.has) { pausePlaying(loss) }
        calls.release(at: end)
        review()
        wakeTimer?.cancel()
        wakeTimer = reactor.schedule(at: end, tolerance: .milliseconds(200)) { [weak self] in self?.settle() }
    }

    /// What has not come back by now is lost.
    private func settle() {
        for kept in sleep.settle(has: routes.has) {
            let concerned = players(of: kept.loss)
            if !kept.isTold {
                pause(concerned, kept.loss)
            } else if isLoss(kept.loss) {
                interruptions.update { $0.forbidResuming(concerned, at: $1) }
            }
        }
    }
}
