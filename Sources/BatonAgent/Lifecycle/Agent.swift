// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents
internal import BatonMPRIS
internal import BatonReactor
internal import Logging

/// The agent: everything put together, from the bus to the players and back.
///
/// Lives on the main actor, on one reactor, in one thread.
@MainActor
final class Agent {
    private let reactor: Reactor
    private let connection: Connection
    private let log: Log
    private let logger: Logger
    private var start: CommandLineStart
    private let notifier: ServiceNotifier
    private let application: AgentApplication
    private let window: MediaWindow
    private let intake: CommandIntake
    private let inputs: InputRegistry
    private let mediaKeys: MediaKeysInput
    private let bluetooth: BluetoothInput
    private let firstAnswers: FirstAnswers
    private let seeking: SeekSessions
    private let apps: AppRegistry
    private let monitors: MonitorRegistry
    private let choices: UserChoices
    private let directory: PlayerDirectory
    private let control: ControlObject
    private let systemBus: SystemBus
    private let session: SessionMonitor
    private let headset: HeadsetInput
    private let inputsControl: InputsControl
    private let motion: MotionInput
    private let sensor: SensorInput
    private let streams: MotionStreams
    private let undo: UndoOffer
    private let undoParts: UndoParts
    private let undoDelivery: UndoDelivery
    private let doctor: Doctor
    private let face: Face
    private let faceNames: FaceNames
    private var nameRequest: NameRequest?
    private var signals: SignalSource?
    private var isChainChangePending = false
    /// The bus was lost, and the players on it have to be found again.
    private var wasLost = false
    /// What the process ends with.
    private(set) var exitStatus: Int32 = 0

    init(start: CommandLineStart, environment: [String: String], reactor: Reactor, log: Log) {
        let configuration = start.loaded.configuration
        let logger = log.logger()
        self.reactor = reactor
        self.log = log
        self.logger = logger
        self.start = start
        notifier = ServiceNotifier(socket: environment["NOTIFY_SOCKET"])
        connection = Connection(address: start.address, reactor: reactor)
        let keeper = StateKeeper(store: StateStore(directory: start.paths.stateDirectory)) { logger.warning("\($0)") }
        window = MediaWindow(order: RoutingOrder(policy: configuration.routing.policy, pin: keeper.state.pin))
        application = AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow())
        choices = UserChoices(window: window, keeper: keeper, reactor: reactor)
        intake = CommandIntake(application: application, launcher: Launcher(reactor: reactor, environment: environment))
        {
            reactor.now
        }
        inputs = InputRegistry(intake: intake)
        firstAnswers = FirstAnswers(reactor: reactor, intake: intake, longest: configuration.routing.startWait)
        seeking = SeekSessions(reactor: reactor, steps: configuration.seek)
        let ledger = SenderLedger(limit: configuration.limits.waitingPerSender)
        ledger.onDrained = { highWater in
            if highWater >= 1000 { Memory.release() }
        }
        let queues = CallQueues(connection: connection, ledger: ledger, limits: configuration.limits)
        apps = AppRegistry(connection: connection, window: window, desktop: application.desktopWindow) {
            // A quarter of a second, then it counts as handled: an app has no cache to answer from (design §5).
            queues.makeQueue(deadline: AppResponder.deadline)
        }
        monitors = MonitorRegistry(connection: connection)
        directory = PlayerDirectory(
            connection: connection, window: window, seeking: seeking, choices: choices,
            firstAnswers: firstAnswers, queues: queues, configuration: configuration, logger: logger)
        motion = MotionInput(application: application, connection: connection, reactor: reactor)
        systemBus = SystemBus(address: SystemBus.address(in: environment), reactor: reactor)
        session = SessionMonitor(bus: systemBus, logger: logger)
        bluetooth = BluetoothInput(
            bus: systemBus, session: session, inputs: inputs, window: window, logger: logger)
        streams = MotionStreams(connection: connection, reactor: reactor)
        let shakeSwitch = ShakeSwitch(choices: choices, reactor: reactor)
        sensor = SensorInput(
            configuration: configuration.shake, shakeSwitch: shakeSwitch, streams: streams, session: session,
            environment: environment, reactor: reactor, logger: logger)
        undoParts = UndoParts(
            connection: connection, environment: environment, reactor: reactor, logger: logger,
            session: session,
            store: StateStore(directory: start.paths.stateDirectory))
        mediaKeys = MediaKeysInput(
            connection: connection, inputs: inputs, window: window, intake: intake,
            session: session, environment: undoParts.finder.environment, stateDirectory: start.paths.stateDirectory,
            logger: logger)
        undoDelivery = UndoDelivery(reactor: reactor, logger: logger)
        undo = UndoOffer(
            delivery: undoDelivery, notifications: NotificationClient(connection: connection, reactor: reactor),
            reactor: reactor,
            logger: logger)
        faceNames = FaceNames(connection: connection, logger: logger)
        doctor = Doctor(
            connection: connection, finder: undoParts.finder, situation: undoParts.situation,
            delivery: undoDelivery, sensor: sensor, faceNames: faceNames, inputs: inputs)
        let sandbox = SandboxCheck(connection: connection)
        headset = HeadsetInput(
            inputs: inputs, session: session, environment: undoParts.finder.environment, reactor: reactor,
            logger: logger)
        inputsControl = InputsControl(
            connection: connection, inputs: inputs, headset: headset, sandbox: sandbox, reactor: reactor)
        control = ControlObject(
            intake: intake, window: window, apps: apps, monitors: monitors, choices: choices, sandbox: sandbox,
            shake: ShakeControl(
                motion: motion, shakeSwitch: shakeSwitch, sensor: sensor, sandbox: sandbox, reactor: reactor),
            motion: MotionObject(sensor: sensor, streams: streams, sandbox: sandbox),
            undo: UndoControl(offer: undo, delivery: undoDelivery, sandbox: sandbox, reactor: reactor),
            doctor: DoctorControl(doctor: doctor, sandbox: sandbox, reactor: reactor), inputs: inputsControl,
            reactor: reactor)
        face = Face(window: window, intake: intake, choices: choices) { reactor.now }
        connect(configuration)
    }

    /// Ties the parts together.
    private func connect(_ configuration: Configuration) {
        apply(configuration)
        let logger = logger
        connection.onError = { logger.warning("\($0)", metadata: [Log.originKey: "bus"]) }
        connection.onStateChange = { [weak self] in self?.connectionChanged($0) }
        window.onChange = { [weak self] in self?.chainChanged() }
        choices.onChange = { [weak self] in
            self?.control.choicesChanged()
            self?.directory.reviewIgnored()
        }
        intake.onFinish = { [weak self] event, outcome, took in
            self?.monitors.report(event, outcome, took: took)
            self?.inputsControl.note(event)
            logger.debug("\(event.subtype) from \(event.inputText): \(outcome.word) in \(took.microseconds) µs")
        }
        headset.isPlaying = { [weak self] in
            (self?.window.orderedResponders.first as? PlayerResponder).map { $0.player.status == .playing }
        }
        let actions = ButtonActions(window: window, choices: choices, logger: logger)
        headset.onAction = { actions.perform($0) }
        inputs.onDuplicate = { command, source in
            logger.debug("\(command) from \(source.kind.rawValue): \(source.name) had come by another way already")
        }
        motion.onFinish = { [weak self] event, outcome, took in
            self?.monitors.report(event, outcome, took: took)
            logger.info("\(event.inputText): \(outcome.word)")
        }
        application.onUnhandledShake = { [weak self] shake in
            self?.undoParts.finder.environment.read { session in
                // Without a display no app is in front, and there is nothing to undo.
                guard let self, session.hasDisplay else { return shake.finish(.unhandled) }
                self.undo.offer { shake.finish(.undo($0)) }
            }
        }
        undo.look = { [weak self] in self?.undoParts.situation.find(then: $0) }
        undo.onAskingChange = { [weak self] in self?.control.undoOfferedChanged() }
        undo.onShowing = { [weak self] in self?.undoParts.keepKeyboard($0) }
        motion.findFocusedApp = { [weak self] then in self?.undoParts.finder.find { then($0.app) } }
        undoDelivery.allRoutes = undoParts.routes(connection) { [weak self] app in
            self?.undo.guards.redoChord(in: app) ?? AppList.redoChord(in: app)
        }
        doctor.configuration = { [weak self] in self?.start.loaded }
        sensor.onPhase = { [weak self] in self?.motion.sensed($0) }
        sensor.onSensorLost = { [weak self] in self?.motion.sensorLost() }
        sensor.onStatusChange = { [weak self] in self?.control.shakeChanged() }
        sensor.onSwitchChange = { [weak self] in self?.control.shakeChanged() }
        doctor.furtherChecks.append(mediaKeys.check)
        doctor.furtherChecks.append(DoctorBluetooth.check(bluetooth, bus: systemBus))
        directory.onChange = { [weak self] in
            self?.face.playerChanged($0, $1)
            self?.bluetooth.playerChanged($0, $1)
        }
        directory.onSignal = { [weak self] in
            self?.face.playerSignalled($0, $1)
            self?.bluetooth.playerSignalled($0)
        }
    }

    private func apply(_ configuration: Configuration) {
        application.setDisabled(configuration.remoteControl.disabled)
        seeking.steps = configuration.seek
        intake.launch = configuration.routing.launch
        headset.apply(configuration)
        sensor.apply(configuration.shake)
        undoParts.situation.configuration = configuration.shake
        undo.guards.configuration = configuration.undo
        undoDelivery.order = configuration.undo.routes
        undo.guards.apps = Dictionary(
            configuration.apps.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        application.desktopWindow.allowsInBackground = { app in
            configuration.shake.backgroundMotion.contains(app.identity)
        }
    }

    // MARK: Life

    /// Serves until a signal ends it.
    ///
    /// - Throws: when the reactor itself fails: no memory, no descriptors.
    func run() throws {
        for warning in start.warnings { logger.warning("\(warning)") }
        signals = try reactor.signals([.terminate, .interrupt, .hangUp, .continued]) { [weak self] signal in
            switch signal {
            case .hangUp: self?.reload()
            case .continued: self?.bluetooth.wasContinued()
            default: self?.stop()
            }
        }
        bluetooth.handleSignals = { [weak self] in self?.signals?.handlePending() }
        try connection.open()
        // The names first: everything behind them waits for nobody (design §4).
        faceNames.set(start.loaded.configuration.mpris.name)
        requestOwnName()
        if let object = face.exported { connection.export(object, at: PlayerInterface.objectPath) }
        connection.export(control.exported, at: BatonAPI.path)
        directory.open()
        mediaKeys.apply(start.loaded.configuration.mediaKeys)
        headset.open()
        sensor.open()
        bluetooth.apply(start.loaded.configuration)
        undoParts.open()
        try reactor.run()
        try drain()
    }

    private func requestOwnName() {
        nameRequest = connection.requestName(BatonAPI.busName) { [weak self] ownership in
            guard let self else { return }
            switch ownership {
            case .owned: notifier.ready(status: "Serving \(start.address)")
            case .taken: fail("another batond serves this bus already; stop it first (systemctl --user stop batond)")
            case .refused(let error): fail("the bus refuses the name \(BatonAPI.busName): \(error)")
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
        notifier.stopping()
        reactor.stop()
    }

    /// Writes what is still to be written, for half a second at most, and leaves.
    private func drain() throws {
        choices.saveNow()
        mediaKeys.close()
        headset.close()
        bluetooth.close()
        sensor.close()
        session.close()
        undoParts.close()
        faceNames.release()
        nameRequest?.release()
        let deadline = reactor.now + .milliseconds(500)
        while connection.outgoingSize + systemBus.connection.outgoingSize > 0, reactor.now < deadline {
            try reactor.turn(timeout: .milliseconds(20))
        }
        systemBus.close()
        connection.close()
        log.finish()
    }

    private func reload() {
        notifier.reloading(at: reactor.now)
        do throws(ConfigurationError) {
            let new = try start.reloaded()
            start = new
            log.level = new.logLevel
            for warning in new.warnings { logger.warning("\(warning)") }
            apply(new.loaded.configuration)
            directory.apply(new.loaded.configuration)
            mediaKeys.apply(new.loaded.configuration.mediaKeys)
            bluetooth.apply(new.loaded.configuration)
            faceNames.set(new.loaded.configuration.mpris.name)
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
            if wasLost { directory.open() }
            wasLost = false
        case .waiting(let until, let error):
            logger.warning("\(error); trying again in \(until - reactor.now)", metadata: [Log.originKey: "bus"])
            wasLost = true
            apps.removeAll()
            mediaKeys.busLost()
            monitors.removeAll()
            seeking.endAll()
            control.busLost()
            motion.busLost()
            streams.removeAll()
            directory.busLost()
            firstAnswers.removeAll()
        case .connecting, .closed: break
        }
    }

    /// Tells the chain's watchers once a turn, however often it changed.
    private func chainChanged() {
        guard !isChainChangePending else { return }
        isChainChangePending = true
        reactor.deferUntilEndOfTurn { [weak self] in
            guard let self else { return }
            isChainChangePending = false
            choices.noteFirstResponder(window.orderedResponders.first?.id)
            control.chainChanged()
            face.chainChanged()
            mediaKeys.chainChanged()
            bluetooth.changed()
        }
    }
}
