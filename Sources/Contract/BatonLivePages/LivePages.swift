// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonClient
package import BatonDBus
package import BatonDoctor
import BatonMPRIS
package import BatonPages
package import BatonReactor
import BatonTranslation
package import BatonValues

/// The pages *Now* and *Health*, kept up to date from the bus.
///
/// It tells at most ten times a second that a page has changed, and does nothing while nothing changes: the agent and
/// the players signal what they do. It never turns the reactor, which may be hosted by another loop. The agent may
/// come, go, hang and be replaced; the bus may be lost and come again. What was known before stays on the page, marked
/// as old. Not thread-safe: use it on the thread that runs the reactor.
///
/// | condition | when |
/// |---|---|
/// | unknown | it is being asked, or started |
/// | noBus | there is no address, or the connection is lost |
/// | absent | its name has no owner, and it was not or could not be started |
/// | silent | it has not answered for two seconds, and something has happened |
/// | refusing | it does not let this program read its properties |
/// | answering | it has told the chain |
package final class LivePages {
    /// What has changed.
    package enum Change: Equatable, Sendable {
        /// ``LivePages/now``.
        case now
        /// ``LivePages/health``.
        case health
    }

    /// The page *Now*.
    package private(set) var now = NowPage.unknown
    /// The page *Health*.
    package private(set) var health = HealthPage.unknown
    /// Whether somebody looks at the page *Health*. Only then the doctor is asked: at once, if it was not for some
    /// time.
    package var showsHealth = false {
        didSet { if showsHealth, !oldValue { examineIfDue() } }
    }

    let reactor: Reactor
    let makeReport: (DoctorAnswer) -> DoctorReport
    let watch: AgentWatch?
    let registry: PlayerRegistry?
    /// What all that is asked goes by; nil without a bus.
    package let connection: Connection?
    /// What the doctor has said last; nil before its first answer.
    package internal(set) var report: DoctorReport?
    // How it was asked, for `LivePages+Health.swift`.
    var isReportOld = false
    var examination: PendingCall?
    var isExaminationOld = false
    var examined: Duration?
    var nextExamination: ReactorTimer?
    var examinedFacts: [String] = []

    private let mostPlayers: Int
    private var observers = Observers<Change>()
    private var observations: [AnyObject] = []
    private var playersObservation: PlayerRegistry.Observation?
    private var events: Match?
    private var history: EventHistory?
    private var pacer: ChangePacer?
    private(set) var pulse: AgentPulse?
    private var state = AgentState()
    private var isTold = false
    private var isStarting = false
    private var refusal: String?
    /// Sentences that need a look at what is installed.
    private var absence = ""
    /// From when on a player that plays, and is not in the empty chain, counts as ignored.
    private var hiddenFrom = Duration.zero
    private var nextLook: ReactorTimer?
    /// How long the agent may take to list a player. Shorter: a new player is said to be ignored, for a blink.
    private static let untilHidden = Duration.seconds(3)
    private var silence = ""

    /// Begins to follow the agent and the players by a connection of its own.
    ///
    /// - Parameters:
    ///   - reactor: what turns the connection; the pages change in its turns.
    ///   - address: of the session bus; nil if there is none.
    ///   - startsAgent: as below.
    ///   - mostPlayers: as below.
    ///   - report: as below.
    package convenience init(
        on reactor: Reactor, address: String?, startsAgent: Bool = true, mostPlayers: Int = NowPage.mostPlayers,
        report: @escaping (DoctorAnswer) -> DoctorReport = { DoctorReport($0, local: LocalChecks()) }
    ) {
        self.init(
            on: reactor, by: address.map { Connection(address: $0, reactor: reactor) }, startsAgent: startsAgent,
            mostPlayers: mostPlayers, report: report)
    }

    /// Begins to follow the agent and the players.
    ///
    /// - Parameters:
    ///   - reactor: what turns the connection; the pages change in its turns.
    ///   - connection: to the session bus; nil if there is none. The pages open it, and close it when they are released.
    ///   - startsAgent: whether the bus starts the agent once at the beginning, as it does for a command.
    ///   - mostPlayers: the most that are on the page *Now*. What they play is known of all of them anyway.
    ///   - report: what the doctor's answer means on this machine. A program adds what it sees of the desktop.
    package init(
        on reactor: Reactor, by connection: Connection?, startsAgent: Bool, mostPlayers: Int = NowPage.mostPlayers,
        report: @escaping (DoctorAnswer) -> DoctorReport = { DoctorReport($0, local: LocalChecks()) }
    ) {
        self.reactor = reactor
        makeReport = report
        self.connection = connection
        self.mostPlayers = mostPlayers
        watch = connection.map { AgentWatch(RemoteAgent(on: $0), following: [.application, .interruptions]) }
        registry = connection.map { connection in
            PlayerRegistry(connection: connection) {
                PlayerName(busName: $0.rawValue).map { !$0.isMirror } ?? false
            }
        }
        pacer = ChangePacer(on: reactor) { [weak self] in self?.update() }
        pulse = AgentPulse(on: reactor) { [weak self] in self?.pulseChanged() }
        begin(startsAgent: startsAgent)
        note()
    }

    deinit {
        nextExamination?.cancel()
        nextLook?.cancel()
        examination?.cancel()
        events?.cancel()
        playersObservation?.cancel()
        connection?.onStateChange = nil
        connection?.close()
    }

    /// Adds an observer, which is told of the changes from now on, in turns of the reactor.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    /// What the agent tells of itself now; nothing while it is not there.
    package var agentState: AgentState { watch?.state ?? AgentState() }

    /// The connection that owns the agent's name; nil while it is not there.
    package var owner: BusName? { watch?.owner }

    /// Adds an observer of what the agent tells of itself, called after the pages have taken it over; nil without a bus.
    package func observeAgent(_ observer: @escaping (AgentWatch.Change) -> Void) -> Observation? {
        watch?.observe(observer)
    }

    /// Whether the agent answers.
    package var condition: AgentCondition {
        guard let connection, let watch else {
            return .noBus(translated("There is no session bus. Log in to a session with D-Bus."))
        }
        if case .waiting(_, let error) = connection.state {
            return .noBus(translated("The session bus cannot be reached: \(BoundedText.shown(error.message))"))
        }
        switch watch.presence {
        case .unknown: return .unknown
        case .absent: return isStarting ? .unknown : .absent(absence)
        case .present:
            if pulse?.isSilent == true { return .silent(silence) }
            if let refusal { return .refusing(refusal) }
            return isTold ? .answering : .unknown
        }
    }

    // MARK: Following

    private func begin(startsAgent: Bool) {
        guard let connection, let watch, let registry else { return }
        connection.onStateChange = { [weak self] in self?.turn(to: $0) }
        observations.append(watch.observe { [weak self] in self?.agentChanged($0) })
        playersObservation = registry.observe { [weak self] in self?.playersChanged($0) }
        events = connection.addMatch(MatchRule(sender: BatonBus.name, path: BatonBus.path)) { [weak self] in
            self?.take($0)
        }
        // It waits for a bus that is not there.
        try? connection.open()
        registry.start()
        guard startsAgent else { return }
        isStarting = true
        watch.agent.ping { [weak self] _ in
            guard let self else { return }
            isStarting = false
            if watch.presence == .absent { absence = Installation.absence }
            note()
        }
    }

    private func turn(to state: ConnectionState) {
        switch state {
        case .connected: registry?.start()
        case .waiting, .closed: registry?.busLost()
        case .connecting: break
        }
        note()
    }

    private func agentChanged(_ change: AgentWatch.Change) {
        switch change {
        case .arrived: arrived()
        case .left: left()
        case .told(let interface):
            pulse?.noteSign()
            if let watch { state = watch.state }
            if interface == .application { (isTold, refusal) = (true, nil) }
            examineIfChanged()
        case .failed(let interface, let error): failed(interface, error)
        case .touched: break
        }
        note()
    }

    private func arrived() {
        isTold = false
        refusal = nil
        expectChain()
        forgetExamination()
        guard let watch else { return }
        pulse?.follow(RemoteAgent(on: watch.agent.connection, owner: watch.owner))
        monitor()
        examineIfDue()
    }

    private func left() {
        pulse?.follow(nil)
        isTold = false
        absence = Installation.absence
        forgetExamination()
        examineIfDue()
    }

    private func failed(_ interface: AgentInterface, _ error: AgentError) {
        switch error {
        case .silent: pulse?.noteSilence()
        case .refused(let cause) where interface == .application: refusal = Self.refusal(cause)
        case .lacking where interface == .application, .unreadable where interface == .application:
            refusal = Installation.current.otherVersion
        // An older agent has no such interface: its part is left out.
        case .refused, .lacking, .unreadable, .absent, .busLost: break
        }
    }

    /// The bus of a sandbox has no sentence of its own.
    private static func refusal(_ cause: DBusError) -> String {
        guard cause.name == .accessDenied else { return BoundedText.shown(cause.message) }
        return translated("This program may not talk to Baton, as in a sandbox: \(BoundedText.shown(cause.message))")
    }

    /// The agent has not answered another question of this program: it counts as silent until it answers again.
    package func noteSilence() { pulse?.noteSilence() }

    private func pulseChanged() {
        if pulse?.isSilent == true {
            silence = Installation.current.notAnswering
        } else {
            // What it has signalled meanwhile has come; what it could not tell is asked for.
            watch?.refresh(.application)
            watch?.refresh(.interruptions)
            if history == nil { monitor() }
            examineIfDue()
        }
        note()
    }

    // MARK: Events

    /// Asks for the events, which go to those alone that ask.
    private func monitor() {
        guard let watch else { return }
        let agent = RemoteAgent(on: watch.agent.connection, owner: watch.owner)
        agent.call(ApplicationInterface.monitor, true, startsAgent: false) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .success: history = history ?? EventHistory()
            // Too many monitor already, or it is refused.
            case .failure(.refused), .failure(.lacking): history = nil
            case .failure: break
            }
            note()
        }
    }

    private func take(_ message: Message) {
        // Another program may send a signal with the agent's path, but not from the owner of the agent's name.
        guard let owner = watch?.owner, message.sender == owner else { return }
        let event =
            MonitoredEvent(message).map { PageEvent($0) }
            ?? InterruptionEvent(message).map { PageEvent($0, now: WallClock.microseconds) }
        guard let event else { return }
        pulse?.noteSign()
        history = history ?? EventHistory()
        history?.add(event)
        note()
    }

    // MARK: Players

    private func playersChanged(_ change: PlayerRegistry.Change) {
        switch change {
        case .changed(_, let update) where update.interface == .player:
            if update.all.contains(.playbackStatus) { pulse?.expectSign() }
            if update.all.contains(.metadata) || state.chain.isEmpty { note() }
        case .appeared, .vanished, .ownerReplaced:
            pulse?.expectSign()
            expectChain()
            note()
        case .answered:
            expectChain()
            note()
        case .changed, .signalled, .suspicion, .problem, .full, .settled: break
        }
    }

    /// What the players that are shown play.
    private var tracks: [String: PlayedTrack] {
        var tracks: [String: PlayedTrack] = [:]
        for responder in state.chain.prefix(mostPlayers) {
            guard let name = PlayerName(busName: responder.id), let player = registry?[name.busName] else { continue }
            let metadata = player.metadata
            tracks[responder.id] = PlayedTrack(
                title: metadata.title, address: metadata.url, artists: metadata.artist)
        }
        return tracks
    }

    /// The players that run where the chain has none: what the user ignores, and what plays, which baton.conf ignores. One
    /// that does not play may be hidden for another reason.
    private var hidden: [String] {
        guard state.chain.isEmpty, let registry else { return [] }
        let ignored = told(ApplicationInterface.ignored) ?? []
        let isLate = reactor.now >= hiddenFrom
        var waits = false
        let hidden = registry.players.filter { player in
            if let name = PlayerName(busName: player.name.rawValue), ignored.contains(name.name) { return true }
            guard player.status == .playing else { return false }
            waits = !isLate
            return isLate
        }
        if waits, nextLook?.isScheduled != true {
            nextLook = reactor.schedule(at: hiddenFrom) { [weak self] in self?.note() }
        }
        return hidden.map(\.name.rawValue)
    }

    /// The agent, or a player, has just come: the agent is given a moment to put it into the chain.
    private func expectChain() { hiddenFrom = reactor.now + Self.untilHidden }

    // MARK: Telling

    /// A page may have changed.
    func note() { pacer?.note() }

    private func update() {
        let condition = condition
        var facts = NowFacts(
            condition: condition, state: state, tracks: tracks, hidden: hidden, history: history,
            now: WallClock.microseconds)
        facts.mostPlayers = mostPlayers
        let (new, health) = (NowPage(facts), healthPage(condition))
        let isOther = (new != now, health != self.health)
        (now, self.health) = (new, health)
        if isOther.0 { observers.tell(.now) }
        if isOther.1 { observers.tell(.health) }
    }

    private func healthPage(_ condition: AgentCondition) -> HealthPage {
        let isSilent = if case .silent = condition { true } else { false }
        return HealthPage(
            report, condition: condition, isOld: isReportOld || isSilent, isExamining: examination != nil)
    }

    /// A property of the agent as it was told last.
    func told<Content: WireValue>(_ property: PropertyDeclaration<Content>) -> Content? { state[property] }
}
