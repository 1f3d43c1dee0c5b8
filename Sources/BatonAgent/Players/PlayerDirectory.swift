// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonMPRIS
internal import BatonReactor
internal import Logging

/// Keeps the media window's chain in step with the players on the bus.
@MainActor
final class PlayerDirectory {
    /// What is waited for before the first command: the list of names itself.
    private static let nameList = ""

    private let registry: PlayerRegistry
    private let window: MediaWindow
    private let seeking: SeekSessions
    private let choices: UserChoices
    private let firstAnswers: FirstAnswers
    private let queues: CallQueues
    private let logger: Logger
    private let rules: PlayerRules
    private let standIns: StandIns
    private var callTimeout: Duration
    private var responders: [BusName: PlayerResponder] = [:]
    /// Properties of a player changed.
    var onChange: ((PlayerResponder, PropertySet) -> Void)?
    /// A player sent a signal.
    var onSignal: ((PlayerResponder, PlayerSignal) -> Void)?

    init(
        connection: Connection, window: MediaWindow, seeking: SeekSessions, choices: UserChoices,
        firstAnswers: FirstAnswers, queues: CallQueues, configuration: Configuration, logger: Logger
    ) {
        self.window = window
        self.seeking = seeking
        self.choices = choices
        self.firstAnswers = firstAnswers
        self.queues = queues
        self.logger = logger
        callTimeout = configuration.routing.callTimeout
        let rules = PlayerRules(configuration.routing, choices: choices)
        self.rules = rules
        standIns = StandIns(connection: connection)
        registry = PlayerRegistry(connection: connection) { rules.isPlayer($0) }
        registry.deadline = configuration.routing.callTimeout
        listen()
    }

    private func listen() {
        standIns.onChange = { [weak self] in
            guard let self else { return }
            for responder in responders.values where responder.player.isAnswered { place(responder) }
        }
        let logger = logger
        registry.onSettled = { [weak self] in self?.firstAnswers.answered(Self.nameList) }
        registry.onAppear = { [weak self] in self?.appeared($0) }
        registry.onAnswer = { [weak self] in self?.answered($0) }
        registry.onChange = { [weak self] in self?.changed($0, $1) }
        registry.onSignal = { [weak self] in self?.signalled($0, $1) }
        registry.onSuspicion = { [weak self] in self?.suspicionChanged($0) }
        registry.onVanish = { [weak self] in self?.vanished($0) }
        registry.onOwnerReplaced = { [weak self] player, _ in
            self?.vanished(player)
            self?.appeared(player)
        }
        registry.onProblem = { player, problem in
            logger.log(
                level: Self.level(problem), "\(player.name): \(problem)",
                metadata: [Log.originKey: "\(player.name)"])
        }
    }

    /// Few players have playlists; one that says so does nothing wrong.
    private static func level(_ problem: PlayerProblem) -> Logger.Level {
        switch problem {
        case .refused(.playlists, _), .refused(.trackList, _): .debug
        default: .warning
        }
    }

    /// Asks who is there.
    func open() {
        firstAnswers.expect(Self.nameList)
        registry.start()
    }

    /// The bus is gone, and everybody with it.
    func busLost() { registry.busLost() }

    /// The list of ignored players changed.
    func reviewIgnored() { registry.reconsider() }

    /// Applies a configuration that was read anew.
    func apply(_ configuration: Configuration) {
        callTimeout = configuration.routing.callTimeout
        rules.routing = configuration.routing
        registry.deadline = callTimeout
        window.change { order in
            order.policy = configuration.routing.policy
            for responder in responders.values {
                order.setRank(
                    priority: rules.priority(responder.id), isRemote: rules.isRemote(responder.id), for: responder.id)
            }
        }
        registry.reconsider()
    }

    /// A player that did not answer in time is passed over until it is heard again.
    private func suspicionChanged(_ player: Player) {
        guard let responder = responders[player.name] else { return }
        window.change { $0.setSuspect(player.isSuspect, for: responder.id) }
        guard player.isSuspect else { return }
        logger.notice("\(player.name) does not answer and is passed over", metadata: [Log.originKey: "\(player.name)"])
        responder.queue.failWaiting(.timedOut(responder.id))
    }

    // MARK: What the registry tells

    private func appeared(_ player: Player) {
        firstAnswers.expect(player.name.rawValue)
        let responder = PlayerResponder(
            player: player, queue: queues.makeQueue(for: player, deadline: callTimeout), seeking: seeking)
        responder.onUse = { [weak self] in self?.used($0) }
        responder.lastHeard = window.nextUse()
        responders[player.name] = responder
        standIns.appeared(player)
        logger.info("\(player.name) appeared")
    }

    private func answered(_ player: Player) {
        if let responder = responders[player.name] { place(responder) }
        if player.isAnswered {
            firstAnswers.answered(player.name.rawValue)
        } else {
            firstAnswers.settle(player.name.rawValue)
        }
    }

    private func changed(_ player: Player, _ update: PropertyUpdate) {
        guard let responder = responders[player.name] else { return }
        let properties = update.all
        if properties.contains(.metadata) { standIns.metadataChanged(player) }
        // Placed before it told its status, it would seem to start playing when it does.
        let isNew = update.interface == .player && window.responder(responder.id) == nil
        if properties.contains(.canControl) || isNew { place(responder) }
        if properties.contains(.playbackStatus) {
            let isPlaying = player.status == .playing
            if let entry = window.order.entry(responder.id), entry.isPlaying != isPlaying {
                window.change { $0.setPlaying(isPlaying, for: responder.id) }
            }
        }
        // What a player is first asked for is no change, and players answer in any order.
        if !update.isAnswer || update.interface == .player && player.isAnswered { noteChange(responder) }
        onChange?(responder, properties)
    }

    private func signalled(_ player: Player, _ signal: PlayerSignal) {
        guard let responder = responders[player.name] else { return }
        noteChange(responder)
        onSignal?(responder, signal)
    }

    private func vanished(_ player: Player) {
        firstAnswers.settle(player.name.rawValue)
        guard let responder = responders.removeValue(forKey: player.name) else { return }
        standIns.vanished(player)
        logger.info("\(player.name) left")
        window.remove(responder)
        responder.queue.failWaiting(DBusError(.serviceUnknown, "\(player.name) left the bus"))
    }

    // MARK: The chain

    /// A player is in the chain from its first answer on, as long as it can be controlled.
    private func place(_ responder: PlayerResponder) {
        let isInChain = window.responder(responder.id) === responder
        let player = responder.player
        guard player.capabilities.contains(.control), !player.isAlias, !standIns.hides(player) else {
            if isInChain { window.remove(responder) }
            return
        }
        guard !isInChain else { return }
        var entry = RoutingEntry(id: responder.id)
        entry.isPlaying = player.status == .playing
        entry.isSuspect = responder.player.isSuspect
        entry.isRemote = rules.isRemote(responder.id)
        entry.priority = rules.priority(responder.id)
        if window.order.policy == .recent { entry.lastUse = responder.lastHeard }
        entry.wasFirst = choices.lastFirstResponder.map(responder.id.isNamed) ?? false
        window.add(responder, as: entry)
    }

    private func used(_ responder: PlayerResponder) {
        guard window.order.policy == .playing, window.orderedResponders.first !== responder else { return }
        window.change { $0.use(responder.id) }
    }

    private func noteChange(_ responder: PlayerResponder) {
        if window.responder(responder.id) !== responder { responder.lastHeard = window.nextUse() }
        // Also when it is first: others that came before this change may not be in the chain yet.
        guard window.order.policy == .recent else { return }
        window.change { $0.noteChange(responder.id) }
    }
}
