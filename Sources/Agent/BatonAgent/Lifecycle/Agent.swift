// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonIntake
import BatonInterruptionCauses
import BatonLog
import BatonMPRIS
import BatonProcesses
import BatonReactor
import BatonRouting
import BatonSensing
import BatonSession
import BatonSettings
import BatonUndo
import BatonValues

/// The agent: all parts, connected with each other.
///
/// Runs on the main actor with one reactor, in one thread.
@MainActor
final class Agent {
    let reactor: Reactor
    let connection: Connection
    let log: Log
    let routing: RoutingParts
    let desk: DeskParts
    let inputs: InputParts
    let interruptions: InterruptionParts
    let control: ControlParts
    let undo: UndoParts
    private let logger: Logger
    private var start: CommandLineStart
    private let notifier: ServiceNotifier
    private(set) var nameRequest: NameRequest?
    private var signals: SignalSource?
    private var observations: [Observation] = []
    private var isChainChangePending = false
    /// Whether the parts are open, which they are once the agent owns its bus name.
    private var isServing = false
    /// Whether the bus was lost, so that the players must be found again.
    private var wasLost = false
    /// The end of the time for answering calls that are under way, after ``leave()``.
    var drainDeadline = Duration.zero
    /// The end of the time for questions that the notification daemon has not answered yet.
    var withdrawalDeadline = Duration.zero
    /// The exit status of the process.
    private(set) var exitStatus: Int32 = 0

    /// All parts, in the order in which they receive a configuration, the loss of the bus and the end.
    var parts: [any AgentPart] { [routing, interruptions, inputs, undo, desk, control] }

    init(
        start: CommandLineStart, environment: [String: String], surroundings: Surroundings = .machine, reactor: Reactor,
        log: Log
    ) {
        let logger = log.logger()
        self.reactor = reactor
        self.log = log
        self.logger = logger
        self.start = start
        notifier = ServiceNotifier(socket: environment["NOTIFY_SOCKET"])
        connection = Connection(
            address: start.address, reactor: reactor, options: .ofAgent,
            openTransport: surroundings.openSessionBus)
        desk = DeskParts(
            connection: connection, environment: environment, surroundings: surroundings, logger: logger)
        routing = RoutingParts(
            connection: connection, session: desk.session, configuration: start.loaded.configuration,
            paths: start.paths, environment: environment, logger: logger)
        let identities = CallerIdentities(connection: connection) {
            surroundings.isUnconfined($0) ? .unconfined : .confined
        }
        let access = CallerAccess(identities: identities) { [weak apps = routing.apps] in
            apps?.isRegistered($0, $1) ?? false
        }
        interruptions = InterruptionParts(
            connection: connection, routing: routing, desk: desk, paths: start.paths, environment: environment,
            surroundings: surroundings, logger: logger)
        undo = UndoParts(
            connection: connection, desk: desk, paths: start.paths, environment: environment,
            surroundings: surroundings, logger: logger)
        inputs = InputParts(
            connection: connection, routing: routing, desk: desk, undo: undo, access: access, start: start,
            environment: environment, surroundings: surroundings, logger: logger)
        control = ControlParts(
            connection: connection, routing: routing, desk: desk, interruptions: interruptions, inputs: inputs,
            undo: undo, access: access, identities: identities, start: start, environment: environment,
            surroundings: surroundings, logger: logger)
        connect()
        for part in parts { part.apply(start.loaded.configuration) }
    }

    /// Sets the callbacks between the groups of parts.
    private func connect() {
        let logger = logger
        observations.append(
            routing.apps.observe { [weak interruptions] change in
                switch change {
                case .registered(let app): interruptions?.core.players.appRegistered(app)
                case .left(let app): interruptions?.core.players.appLeft(app)
                }
            })
        observeCommands()
        inputs.actions.volumes = interruptions.audio
        control.face.volumes = interruptions.audio
        inputs.meaning.onPress = { [weak interruptions] in interruptions?.wear.pressed($0, input: $1, $2) ?? false }
        connection.onError = { logger.warning("\($0)", metadata: [Log.originKey: "bus"]) }
        let relief = Relief(reactor)
        connection.onRelief = { relief.wanted() }
        connection.onStateChange = { [weak self] in self?.connectionChanged($0) }
        control.setUpDoctor(routing, inputs, interruptions, bus: desk.systemBus) { [weak self] in
            self?.start.loaded
        }
        observations += [
            interruptions.leases.observe { [weak inputs] in inputs?.evidence.wear() },
            routing.window.observe { [weak self] in self?.chainChanged() },
        ]
        routing.application.onUnhandledShake = { [weak undo] shake in
            undo?.offerAfterShake { shake.finish($0.map { .undo($0) } ?? .unhandled) }
        }
        inputs.motion.findFocusedApp = { [weak undo] then in undo?.finder.find { then($0.app) } }
        connectFocus()
        observations.append(
            routing.directory.observe { [weak self] change in
                switch change {
                case .properties(let player, let properties): self?.playerChanged(player, properties)
                case .signal(let player, let signal): self?.playerSignalled(player, signal)
                case .standing, .confinement, .left: break
                }
            })
    }

    private func connectFocus() {
        routing.intake.makeFocused = { [reactor, weak routing, weak undo] choice in
            routing.map {
                FocusedFirst(choice, window: $0.window, directory: $0.directory, reactor: reactor) { then in
                    undo?.finder.find { then($0.app) }
                }
            }
        }
    }

    /// What commands do is the user's act. Each look at a weak reference would cost a command a hundred instructions.
    private func observeCommands() {
        observations += [
            control.face.observe { [core = interruptions.core] in core.commandEnded(at: $0.id) },
            routing.intake.observe {
                [core = interruptions.core, wear = interruptions.wear, hooks = interruptions.hooks] in
                switch $0.outcome {
                case .handled(let id):
                    core.commandEnded(at: id)
                    wear.commandEnded($0.event, at: id)
                // A player that did not answer in time may do it still (rule I41).
                case .timedOut(let id): core.commandEnded(at: id)
                case .unhandled: hooks.unhandled($0.event)
                case .failed: break
                }
            },
        ]
    }

    private func playerChanged(_ player: PlayerResponder, _ properties: PropertySet) {
        interruptions.core.playerChanged(player, properties)
        control.face.playerChanged(player, properties)
        inputs.bluetooth.playerChanged(player, properties)
        routing.nowPlaying.playerChanged(player, properties)
    }

    private func playerSignalled(_ player: PlayerResponder, _ signal: PlayerSignal) {
        interruptions.core.playerSignalled(player, signal)
        interruptions.sleep.playerSignalled(player, signal)
        control.face.playerSignalled(player, signal)
        inputs.bluetooth.playerSignalled(player)
    }

    // MARK: Life

    /// Serves until a signal ends the process.
    ///
    /// - Throws: an error of the reactor: no memory, no descriptors.
    func run() throws {
        for warning in start.warnings { logger.warning("\(warning)") }
        signals = try reactor.signals([.terminate, .interrupt, .hangUp, .continued]) { [weak self] signal in
            switch signal {
            case .hangUp:
                self?.reload()
                Memory.release()
            case .continued: self?.inputs.bluetooth.wasContinued()
            default: self?.stop()
            }
        }
        inputs.bluetooth.handleSignals = { [weak self] in self?.signals?.handlePending() }
        try begin()
        // The start is over by then, and with it the table of the configuration's keys and the first questions: the first
        // answers are waited for for 200 ms.
        let startEnd = reactor.schedule(after: .milliseconds(300), tolerance: .milliseconds(100)) { Memory.release() }
        defer { startEnd.cancel() }
        try reactor.run()
        leave()
        while isBusy { try reactor.turn(timeout: .milliseconds(20)) }
        // If batond was kept from running, an answer that came in time is unread: one turn reads it, the next one passes it on.
        for _ in 0..<2 { try reactor.turn(timeout: .zero) }
        close()
    }

    /// Connects to the bus and requests the names.
    ///
    /// - Throws: ``DBusError`` if the address is not valid.
    func begin() throws {
        try connection.open()
        connection.export(control.control.exported, at: BatonBus.path)
        // The names of the face were requested first, so that a program that sees org.baton.Baton1 also finds them. All
        // names are requested before the players are asked, because players may be slow (rule MPRIS41).
        requestOwnName()
        routing.directory.start()
    }

    /// Opens the inputs. Until the name is owned another batond may serve this bus, and this one would take its keys.
    private func serve() {
        guard !isServing else { return }
        isServing = true
        for part in parts { part.open() }
    }

    private func requestOwnName() {
        nameRequest = connection.requestName(BatonBus.name) { [weak self] ownership in
            guard let self else { return }
            switch ownership {
            case .owned:
                serve()
                notifier.ready(status: "Serving \(start.address)")
            case .taken:
                fail(
                    """
                    another batond serves this bus already; end it first: systemctl --user stop app-org.baton.Baton, or \
                    pkill -x batond if systemd has not started it
                    """)
            case .refused(let error): fail("the bus refuses the name \(BatonBus.name): \(error)")
            case .queued, .lost: break
            }
        }
    }

    private func fail(_ message: String) {
        logger.error("\(message)")
        exitStatus = CommandLineExit.Status.unavailable.rawValue
        reactor.stop()
    }

    private func stop() {
        hurry()
        notifier.stopping()
        reactor.stop()
    }

    func reload() {
        notifier.reloading(at: reactor.now)
        do throws(ConfigurationError) {
            let new = try start.reloaded()
            start = new
            log.level = new.logLevel
            for warning in new.warnings { logger.warning("\(warning)") }
            for part in parts { part.apply(new.loaded.configuration) }
            logger.notice("the configuration was read anew")
        } catch {
            for diagnostic in error.diagnostics { logger.error("\(diagnostic)") }
            logger.error("the configuration has errors and stays as it was")
        }
        notifier.ready(status: "Serving \(start.address)")
    }

    // MARK: What changes

    private func connectionChanged(_ state: ConnectionState) {
        switch state {
        case .connected(let name):
            logger.info("on the bus as \(name)")
            if wasLost { routing.directory.start() }
            wasLost = false
        case .waiting(let until, let error):
            logger.warning("\(error); trying again in \(until - reactor.now)", metadata: [Log.originKey: "bus"])
            wasLost = true
            for part in parts { part.busLost() }
        case .connecting, .closed: break
        }
    }

    /// Reports changes of the chain once in a turn, however many there were.
    private func chainChanged() {
        guard !isChainChangePending else { return }
        isChainChangePending = true
        reactor.deferUntilEndOfTurn { [weak self] in
            guard let self else { return }
            isChainChangePending = false
            routing.directory.noteFirstResponder()
            routing.seeking.review()
            control.chainChanged()
            control.face.chainChanged()
            inputs.mediaKeys.chainChanged()
            inputs.bluetooth.changed()
            routing.nowPlaying.chainChanged(isSettled: routing.directory.isSettled)
        }
    }
}
