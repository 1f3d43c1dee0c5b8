// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
package import BatonLog
package import BatonReactor
import BatonRouting
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
    /// Whether what is heard has to be known for another reason (rule AWAKE4).
    var isAsked = false {
        didSet { if isAsked != oldValue { decide() } }
    }
    private var sleep = SleepWatch()
    /// Told when outputs may have come or gone.
    private var observers = Observers<Void>()
    private var observations: [Observation] = []
    private var wakeTimer: ReactorTimer?
    /// The sink that new streams get; nil while that is not known.
    private(set) var defaultSink: String?
    /// The lost output that may come back; nil while none is awaited.
    var comeback: RouteReturn?
    /// Judges what is heard; nil while there is nothing to judge.
    var heard: HeardWatch?
    /// The output that was lost in the last second.
    var recentLoss: RecentLoss?
    /// The players that count as playing because they sound (rule I172).
    var soundingPlayers: Set<PlayerIdentity> = []
    private(set) lazy var volumes = PlayerVolumes(audio: self, reactor: reactor, logger: logger)
    var hasVolumes = false
    /// Whether a volume is changed, or was a moment ago.
    var isChanging = false {
        didSet { if isChanging != oldValue { decide() } }
    }
    var lowering: PlayerLowering?
    var speech: (watch: SpeechWatch, id: UInt32?)?
    /// Whether streams are lowered, and whether some get their volume when they begin again; also by a process before this one.
    private var (isLowered, owesVolumes) = (false, false)

    package init(interruptions: Interruptions, supervisor: AudioSupervisor, reactor: Reactor, logger: Logger) {
        self.interruptions = interruptions
        self.supervisor = supervisor
        self.reactor = reactor
        self.logger = logger
        owners = StreamOwners { [reactor] in reactor.now }
        supervisor.onFact = { [weak self] in self?.take($0) }
        supervisor.onFacts = { [weak self] in self?.review() }
        observations = [
            interruptions.observeMoments { [weak self] moment in
                switch moment {
                case .activity: self?.decide()
                case .beginning:
                    self?.countSounding()
                    self?.rememberPlaces()
                }
            },
            interruptions.observe { [weak self] in self?.lowers($0) },
        ]
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
        applyLowering()
        review()
        decide()
    }

    package func open() {
        isOpen = true
        isLowered = supervisor.hasLoweredFile
        decide()
    }

    package func close() {
        isOpen = false
        timer?.cancel()
        wakeTimer?.cancel()
        comeback?.timer?.cancel()
        recentLoss?.close()
        recentLoss = nil
        if isChanging { volumes.close() }
        supervisor.stop()
    }

    /// Starts or ends the process. It is needed while something plays, in a call, and while something may be resumed whose
    /// output may be lost meanwhile.
    func decide() {
        guard isOpen else { return }
        reviewPlaces()
        reviewReturn()
        reviewHeard()
        let isHeld = interruptions.model.hasResumable
        let isNeeded = isChanging || isLowered || lowering?.isActive == true
        let isUsed = isUsed || isAsked || owesVolumes
        let isWanted = isNeeded || isUsed && (interruptions.players.isAnyPlaying || calls.isInCall || isHeld)
        supervisor.setWanted(isWanted)
        if !isUsed, !isNeeded { supervisor.stop() }
        adoptIfAwaited()
    }

    /// Whether lost outputs or calls pause players.
    package var isUsed: Bool { settings.isEnabled && (settings.routeLost.pauses || settings.call.isOn || hearsSpeech) }

    /// How many streams and processes of streams are remembered.
    package var streamCount: Int { routes.streams.count + owners.count }

    // MARK: Facts

    private func take(_ fact: AudioFact) {
        let now = reactor.now
        switch fact {
        case .stream(let stream), .capture(let stream): owners.note(stream)
        case .lowered(let isPresent, let isOwed):
            (isLowered, owesVolumes) = (isPresent, isOwed)
            decide()
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
        reviewHeard()
        reviewSpeech()
        lowering?.review()
        observers.tell(())
        for event in calls.takeEvents() { callChanged(event) }
        let deadline = [routes.nextDeadline, calls.nextDeadline, speech?.watch.nextDeadline].compactMap(\.self).min()
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
        guard isLoss(loss) else { return }
        noteLoss(loss)
        guard !concerned.isEmpty else { return }
        guard settings.routeLost.resumes, loss.sink.kind == .hardware else { return passLoss(concerned, loss) }
        pauseUntilBack(concerned, loss, label(of: loss))
    }

    private func label(of loss: RouteLoss) -> String { loss.sink.label.isEmpty ? loss.sink.name : loss.sink.label }

    /// Pauses players for good, because their output is gone.
    func passLoss(_ concerned: Set<PlayerIdentity>, _ loss: RouteLoss) {
        let request = InterruptionRequest(
            .routeLost, reason: label(of: loss), resumes: false, players: concerned, longest: InterruptionModel.passing)
        // What it has paused stays paused (rule I25).
        interruptions.pass(request)
        interruptions.update { $0.forbidResuming(concerned, at: $1) }
    }

    /// Whether the configuration counts a loss as one.
    func isLoss(_ loss: RouteLoss) -> Bool {
        settings.isEnabled && settings.routeLost.pauses && !isIgnored(loss.sink)
    }

    func isIgnored(_ sink: AudioSink) -> Bool {
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

    // MARK: Calls

    private func callChanged(_ event: CallWatch.Event) {
        switch event {
        case .began(let stream):
            guard call == nil else { return }
            let name = stream.application.isEmpty ? stream.program : stream.application
            let own = callers
            let others = own.isEmpty ? nil : interruptions.players.identities.subtracting(own)
            var request = InterruptionRequest(
                .call, reason: name, resumes: settings.callEffect != .pause, players: others)
            request.lowers = settings.callEffect == .lower
            call = interruptions.begin(request)
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
