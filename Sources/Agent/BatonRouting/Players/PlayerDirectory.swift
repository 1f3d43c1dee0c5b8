// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonLog
import BatonMPRIS
import BatonReactor
import BatonSession
package import BatonSettings
import BatonValues

/// Keeps the media window's chain up to date with the players on the bus.
@MainActor
package final class PlayerDirectory: AgentPart {
    private let registry: PlayerRegistry
    private var observation: PlayerRegistry.Observation?
    let window: MediaWindow
    private let seeking: SeekSessions
    /// Follows how long ago players were used; nil without priorities.
    var priorityClock: PriorityClock?
    private let choices: UserChoices
    private let firstAnswers: FirstAnswers
    private let queues: CallQueues
    private let logger: Logger
    let rules: PlayerRules
    let standIns: StandIns
    let ghosts: GhostWatch
    let reactor: Reactor
    /// Ends the time in which the members of groups tell one after the other that they play.
    private var groupTimer: ReactorTimer?

    /// How long another member of a group must be the better one until it stands for the group. A larger value shows less of
    /// what both members tell at the same change, and follows later.
    private static let groupTime = Duration.milliseconds(500)
    /// The first responder when Baton last ran. It is kept until all players that were on the bus at the start have
    /// reported their state; else the player that answers first would be saved in its place.
    private(set) var remembered: String?
    /// Whether all players that were on the bus at the start have reported their state, or were too slow.
    package private(set) var isSettled = false
    private(set) var responders: [BusName: PlayerResponder] = [:]
    /// The player that appeared last.
    var newest: ResponderID?
    /// How many players are known, in the chain or not.
    package var count: Int { responders.count }
    var observers = Observers<Change>()
    /// The players, in the chain or not.
    package var players: some Collection<PlayerResponder> { responders.values }

    package init(
        connection: Connection, window: MediaWindow, seeking: SeekSessions, choices: UserChoices,
        firstAnswers: FirstAnswers, queues: CallQueues, configuration: Configuration, logger: Logger
    ) {
        self.window = window
        self.seeking = seeking
        self.choices = choices
        self.firstAnswers = firstAnswers
        self.queues = queues
        self.logger = logger
        let rules = PlayerRules(configuration, choices: choices, reactor: connection.reactor)
        self.rules = rules
        standIns = StandIns(connection: connection)
        reactor = connection.reactor
        ghosts = GhostWatch(reactor: connection.reactor)
        registry = PlayerRegistry(connection: connection) { rules.isPlayer($0) }
        registry.deadline = configuration.routing.callTimeout
        registry.answerWait = configuration.routing.startWait
        listen()
    }

    private func listen() {
        rules.program = { [standIns] in standIns.program(of: $0) }
        standIns.onChange = { [weak self] in
            guard let self else { return }
            placeAll()
        }
        standIns.onProcess = { [weak self] names in
            guard let self else { return }
            for case let responder? in names.map({ responders[$0] }) {
                isNamed(responder)
                if responder.player.isAnswered, group(of: responder) != nil { place(responder) }
                observers.tell(.standing(responder))
                observers.tell(.confinement(responder))
            }
        }
        ghosts.onChange = { [weak self] in self?.ghostChanged($0) }
        observation = registry.observe { [weak self] in self?.happened($0) }
    }

    private func happened(_ change: PlayerRegistry.Change) {
        switch change {
        case .settled: settled()
        case .appeared(let player): appeared(player)
        case .answered(let player): answered(player)
        case .changed(let player, let update): changed(player, update)
        case .signalled(let player, let signal): signalled(player, signal)
        case .suspicion(let player): suspicionChanged(player)
        case .vanished(let player, let heir): vanished(player, from: player.owner, heir: heir)
        case .ownerReplaced(let player, let old, let heir):
            vanished(player, from: old, heir: heir)
            appeared(player)
        case .full(let limit):
            logger.warning("there are \(limit) players; further ones are left out until one leaves")
        case .problem(let player, let problem):
            logger.log(
                level: Self.level(problem), "\(player.name): \(problem)",
                metadata: [Log.originKey: "\(player.name)"])
        }
    }

    /// Few players have playlists or a track list, so an error for these interfaces is logged at debug only; and so is what
    /// fails because the bus was left or lost, which is told once.
    private static func level(_ problem: PlayerProblem) -> LogLevel {
        switch problem {
        case .refused(.playlists, _), .refused(.trackList, _): .debug
        case .refused(_, let error) where error.name == .disconnected: .debug
        default: .warning
        }
    }

    /// Asks for the list of players.
    package func start() {
        remembered = choices.lastFirstResponder
        isSettled = false
        firstAnswers.expect(FirstAnswers.nameList)
        registry.start()
    }

    /// All players that were on the bus at the start have answered or were too slow.
    private func settled() {
        firstAnswers.answered(FirstAnswers.nameList)
        isSettled = true
        noteFirstResponder()
    }

    /// Saves the first responder, once it is known: see ``remembered``.
    package func noteFirstResponder() {
        guard isSettled else { return }
        remembered = nil
        choices.noteFirstResponder(window.orderedResponders.first?.id)
    }

    /// Drops all players, because the bus is lost.
    package func busLost() { registry.busLost() }

    /// Applies a change of the pin or of the list of ignored players.
    package func reviewChoices() {
        registry.reconsider()
        placeAll()
    }

    /// Applies a configuration, at start and after a reload.
    package func apply(_ configuration: Configuration) {
        rules.apply(configuration)
        registry.deadline = configuration.routing.callTimeout
        registry.answerWait = configuration.routing.startWait
        window.change { order in
            order.policy = configuration.routing.policy
            order.hasPriorities = !configuration.routing.priority.isEmpty
            for responder in responders.values {
                rank(responder, in: &order)
            }
        }
        registry.reconsider()
        followPriorities()
        ghosts.apply(configuration.interruptions, to: responders.values)
    }

    /// A player that did not answer in time is skipped until a message comes from it.
    private func suspicionChanged(_ player: Player) {
        guard let responder = responders[player.name] else { return }
        window.change { $0.setSuspect(player.isSuspect, for: responder.id) }
        guard player.isSuspect else { return }
        logger.notice(
            "\(player.name) does not answer in time; it is skipped until a message comes from it",
            metadata: [Log.originKey: "\(player.name)"])
        responder.queue.failWaiting(.timedOut(responder.id))
    }

    // MARK: What the registry tells

    private func appeared(_ player: Player) {
        firstAnswers.expect(player.name.rawValue, of: player.owner.rawValue)
        let responder = PlayerResponder(
            player: player, queue: queues.makeQueue(for: player), seeking: seeking, rules: rules)
        responder.onUse = { [weak self] in self?.used($0, $1) }
        // Under `recent` those that are there at the start by the order in which they came; a new one has its place when it
        // has answered (rule MPRIS18).
        responder.lastHeard = isSettled ? window.lastPlace() : window.nextUse()
        responder.wasThere = !isSettled
        responders[player.name] = responder
        newest = responder.id
        standIns.appeared(player)
        logger.info("\(player.name) appeared")
    }

    private func answered(_ player: Player) {
        if let responder = responders[player.name] {
            place(responder)
            if player.isAnswered { arrived(responder) }
        }
        if player.isAnswered {
            firstAnswers.answered(player.name.rawValue, of: player.owner.rawValue)
        } else {
            firstAnswers.isLate(player.name.rawValue)
        }
    }

    private func changed(_ player: Player, _ update: PropertyUpdate) {
        guard let responder = responders[player.name] else { return }
        let properties = update.all
        // What mpris-proxy calls a player says whether it is a phone.
        if properties.contains(.identity) || properties.contains(.desktopEntry) { isNamed(responder) }
        if !properties.isEmpty { hasMoved(responder) }
        if properties.contains(.metadata) { standIns.metadataChanged(player) }
        // Before its status is known the player is not placed: the status would look like a start of playing.
        let isNew = update.interface == .player && window.responder(responder.id) == nil
        let tells = properties.contains(.playbackStatus) || properties.contains(.metadata)
        if tells || properties.contains(.desktopEntry) || properties.contains(.canPlay)
            || properties.contains(.canPause)
        {
            ghosts.review(responder)
        }
        if properties.contains(.canControl) || isNew || tells && group(of: responder) != nil { place(responder) }
        if properties.contains(.playbackStatus) { rules.toggleTrial?.statusChanged(responder) }
        if tells {
            // For a player that was on the bus before Baton, the first answer does not tell when it started. Under `recent`
            // only a signal is a change.
            let isFirstAnswer = update.isAnswer && !player.isAnswered
            reviewPlaying(responder, isNews: !(isFirstAnswer && (responder.wasThere || window.order.policy.isRecent)))
        }
        // The first answers are not changes: players answer in any order.
        if !update.isAnswer || update.interface == .player && player.isAnswered { noteChange(responder) }
        observers.tell(.properties(responder, properties))
    }

    private func signalled(_ player: Player, _ signal: PlayerSignal) {
        guard let responder = responders[player.name] else { return }
        hasMoved(responder)
        noteChange(responder)
        observers.tell(.signal(responder, signal))
    }

    private func vanished(_ player: Player, from owner: BusName, heir: Player?) {
        // Last, because the commands that waited for the player continue now and must not find it.
        defer { firstAnswers.settle(player.name.rawValue) }
        guard let responder = responders.removeValue(forKey: player.name) else { return }
        let hadGroup = group(of: responder) != nil
        standIns.vanished(player, from: owner)
        let place = window.order.entry(responder.id)
        responder.history?.startTimer?.cancel()
        logger.info("\(player.name) left")
        ghosts.left(responder)
        window.remove(responder)
        responder.queue.failWaiting(DBusError(.serviceUnknown, "\(player.name) left the bus"))
        observers.tell(.left(responder, owner: owner))
        // Another name of the same process takes the place of this one.
        if let heir, let responder = responders[heir.name] { return self.place(responder, after: place) }
        // Another member may stand for the group now, which is known only by the players that are left.
        if place != nil, hadGroup {
            let left = place?.left(at: reactor.now)
            for other in responders.values where group(of: other) != nil { self.place(other, after: left) }
        }
    }

    /// What the bus and the other players make of a player.
    package func standing(of responder: PlayerResponder) -> PlayerStanding {
        let player = responder.player
        return PlayerStanding(
            process: standIns.process(of: player), integratedProcess: standIns.integratedProcess(of: player),
            isHeadset: standIns.isHeadset(player), isPhone: standIns.phone(player) != nil,
            isElsewhere: isElsewhere(responder), isInChain: isInChain(responder), group: standIns.group(of: player))
    }

    /// Whether a player is in a sandbox.
    package func confinement(of responder: PlayerResponder) -> PlayerConfinement {
        standIns.confinement(of: responder.player)
    }

    /// Whether a process has a player, in the chain or not.
    package func hasPlayer(_ process: UInt32) -> Bool { standIns.hasPlayer(process) }

    /// The player of a name; nil if it is not on the bus.
    package func player(_ name: BusName) -> PlayerResponder? { responders[name] }

    // MARK: The chain

    func placeAll() {
        for responder in responders.values where responder.player.isAnswered { place(responder) }
    }

    private func ghostChanged(_ responder: PlayerResponder) {
        let finding = ghosts.finding(of: responder)
        if finding == .ghost {
            logger.debug("\(responder.id) is hidden: it is stopped and has no title")
            // When it plays again that is news, also for one that was on the bus before Baton.
            responder.wasThere = false
        }
        window.change { $0.setStale(isLast(responder), for: responder.id) }
        place(responder)
    }

    private func group(of responder: PlayerResponder) -> String? { standIns.group(of: responder.player) }

    /// Whether the player gets commands.
    package func isInChain(_ responder: PlayerResponder) -> Bool { window.responder(responder.id) === responder }

    /// Whether the player may be in the chain: from its first answer on, while it can be controlled, unless it is a headset or
    /// a ghost. A ghost that the user has pinned is not hidden.
    private func mayStand(_ responder: PlayerResponder) -> Bool {
        let player = responder.player
        guard player.capabilities.contains(.control), !player.isAlias, !standIns.isHeadset(player),
            !rules.ignores(responder)
        else { return false }
        return ghosts.finding(of: responder) != .ghost || window.order.isPinned(responder.id)
    }

    /// Adds a player to the chain, or removes it. Of a group one member is in the chain.
    ///
    /// - Parameter former: the entry of the player whose place it takes.
    func place(_ responder: PlayerResponder, after former: RoutingEntry? = nil) {
        defer { observers.tell(.standing(responder)) }
        let wasInChain = isInChain(responder)
        let former = former ?? (wasInChain ? window.order.entry(responder.id) : nil)
        guard mayStand(responder) else {
            window.remove(responder)
            if wasInChain, let group = group(of: responder) { settle(group, after: former) }
            return
        }
        if let group = group(of: responder) { return settle(group, after: former) }
        if !wasInChain { enter(responder, after: former) }
    }

    /// Chooses the member that stands for a group (rule I94).
    ///
    /// - Parameter isDue: whether the present one has not become the better one again for a while.
    private func settle(_ group: String, after former: RoutingEntry? = nil, isDue: Bool = false) {
        let members = responders.values.filter {
            $0.player.isAnswered && mayStand($0) && self.group(of: $0) == group
        }
        guard let best = members.min(by: standsBefore) else { return }
        let present = members.filter(isInChain)
        if present.count == 1, present[0] !== best, !isDue {
            if groupTimer?.isScheduled != true {
                groupTimer = reactor.schedule(after: Self.groupTime) { [weak self] in self?.settleGroups() }
            }
            return
        }
        let place = present.first.flatMap { window.order.entry($0.id) } ?? former
        for other in present where other !== best {
            window.remove(other)
            observers.tell(.standing(other))
        }
        guard !isInChain(best) else { return }
        enter(best, after: place)
        observers.tell(.standing(best))
    }

    private func settleGroups() {
        for group in Set(responders.values.compactMap { group(of: $0) }) { settle(group, isDue: true) }
    }

    /// The one that the user has pinned, else that plays, else of which something is known, else the browser's integration,
    /// else the program's own before that of its engine.
    private func standsBefore(_ one: PlayerResponder, _ other: PlayerResponder) -> Bool {
        func rank(_ responder: PlayerResponder) -> [Int] {
            let player = responder.player
            let facts = [
                window.order.pin.map(responder.id.isNamed) ?? false, player.status == .playing,
                !(player.metadata.title?.isEmpty ?? true), standIns.isIntegration(player),
                !player.name.isOfBrowser,
            ]
            return facts.map { $0 ? 0 : 1 }
        }
        let ranks = (rank(one), rank(other))
        return ranks.0 == ranks.1 ? one.id.rawValue < other.id.rawValue : ranks.0.lexicographicallyPrecedes(ranks.1)
    }
}
