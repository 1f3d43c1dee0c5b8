// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonLog
import BatonMPRIS
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings
import BatonSources
import BatonUndo
import Logging

/// The agent: everything put together, from the bus to the players and back.
///
/// Lives on the main actor, on one reactor, in one thread.
@MainActor
final class Agent {
    let reactor: Reactor
    let connection: Connection
    let log: Log
    private let logger: Logger
    private var start: CommandLineStart
    private let notifier: ServiceNotifier
    private let application: AgentApplication
    let window: MediaWindow
    let intake: CommandIntake
    let inputs: InputRegistry
    let mediaKeys: MediaKeysInput
    let bluetooth: BluetoothInput
    let firstAnswers: FirstAnswers
    let seeking: SeekSessions
    let queues: CallQueues
    let identities: CallerIdentities
    private let apps: AppRegistry
    let monitors: MonitorRegistry
    let choices: UserChoices
    let directory: PlayerDirectory
    private let control: ControlObject
    let systemBus: SystemBus
    let session: SessionMonitor
    let headset: HeadsetInput
    private let inputsControl: InputsControl
    private let motion: MotionInput
    let sensor: SensorInput
    private let streams: MotionStreams
    private let undo: UndoOffer
    let undoParts: UndoParts
    private let undoDelivery: UndoDelivery
    private let doctor: Doctor
    private let face: Face
    let faceNames: FaceNames
    private(set) var nameRequest: NameRequest?
    private var signals: SignalSource?
    private var isChainChangePending = false
    /// The inputs are open: the name is ours.
    private(set) var isServing = false
    /// The bus was lost, and the players on it have to be found again.
    private var wasLost = false
    /// Until when calls that are under way may be answered, once it leaves.
    var drainDeadline = Duration.zero
    /// What the process ends with.
    private(set) var exitStatus: Int32 = 0

    init(
        start: CommandLineStart, environment: [String: String], surroundings: Surroundings = .machine, reactor: Reactor,
        log: Log
    ) {
        let configuration = start.loaded.configuration
        let logger = log.logger()
        self.reactor = reactor
        self.log = log
        self.logger = logger
        self.start = start
        notifier = ServiceNotifier(socket: environment["NOTIFY_SOCKET"])
        connection = Connection(
            address: start.address, reactor: reactor, options: .ofAgent,
            openTransport: surroundings.openSessionBus)
        let keeper = StateKeeper(store: StateStore(directory: start.paths.stateDirectory)) { logger.warning("\($0)") }
        window = MediaWindow(order: RoutingOrder(policy: configuration.routing.policy, pin: keeper.state.pin))
        application = AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow())
        choices = UserChoices(window: window, keeper: keeper, reactor: reactor)
        seeking = SeekSessions(reactor: reactor, window: window, steps: configuration.seek)
        intake = CommandIntake(
            application: application, launcher: Launcher(reactor: reactor, environment: environment),
            seeking: seeking, longestHold: configuration.routing.startWait, reactor: reactor)
        inputs = InputRegistry(intake: intake)
        firstAnswers = FirstAnswers(reactor: reactor, longest: configuration.routing.startWait) {
            [intake] in intake.setHolding($0)
        }
        let ledger = SenderLedger(limit: configuration.limits.waitingPerSender)
        ledger.onDrained = { highWater in
            if highWater >= 1000 { Memory.release() }
        }
        let queues = CallQueues(
            connection: connection, ledger: ledger, mostInFlight: configuration.limits.inFlightPerPlayer,
            playerDeadline: configuration.routing.callTimeout, appDeadline: configuration.routing.appTimeout)
        self.queues = queues
        identities = CallerIdentities(connection: connection) {
            surroundings.isUnconfined($0) ? .unconfined : .confined
        }
        let access = CallerAccess(identities: identities)
        apps = AppRegistry(connection: connection, window: window, desktop: application.desktopWindow, queues: queues)
        monitors = MonitorRegistry(connection: connection)
        directory = PlayerDirectory(
            connection: connection, window: window, seeking: seeking, choices: choices,
            firstAnswers: firstAnswers, queues: queues, configuration: configuration, logger: logger)
        motion = MotionInput(application: application, connection: connection, reactor: reactor)
        systemBus = SystemBus(
            address: SystemBus.address(in: environment), reactor: reactor, openTransport: surroundings.openSystemBus)
        session = SessionMonitor(bus: systemBus, logger: logger)
        bluetooth = BluetoothInput(
            bus: systemBus, session: session, inputs: inputs, window: window, logger: logger)
        streams = MotionStreams(connection: connection, reactor: reactor)
        let shakeSwitch = ShakeSwitch(choices: choices, reactor: reactor)
        sensor = SensorInput(
            configuration: configuration.shake, shakeSwitch: shakeSwitch, streams: streams, session: session,
            environment: environment, program: surroundings.helper("baton-sensor"), hasDevices: surroundings.hasDevices,
            reactor: reactor, logger: logger)
        undoParts = UndoParts(
            connection: connection, environment: environment, reactor: reactor, logger: logger,
            session: session,
            store: StateStore(directory: start.paths.stateDirectory), keysProgram: surroundings.helper("baton-keys"))
        mediaKeys = MediaKeysInput(
            connection: connection, inputs: inputs, window: window, intake: intake,
            session: session, environment: undoParts.finder.environment, access: access,
            stateDirectory: start.paths.stateDirectory, logger: logger)
        undoDelivery = UndoDelivery(reactor: reactor, logger: logger)
        undo = UndoOffer(
            delivery: undoDelivery, notifications: NotificationClient(connection: connection, reactor: reactor),
            reactor: reactor,
            logger: logger)
        faceNames = FaceNames(connection: connection, logger: logger)
        doctor = Doctor(
            connection: connection, finder: undoParts.finder, situation: undoParts.situation,
            delivery: undoDelivery, sensor: sensor, faceNames: faceNames, inputs: inputs)
        headset = HeadsetInput(
            inputs: inputs, session: session, environment: undoParts.finder.environment,
            hasDevices: surroundings.hasDevices, reactor: reactor, logger: logger)
        inputsControl = InputsControl(
            connection: connection, inputs: inputs, headset: headset, reactor: reactor)
        control = ControlObject(
            intake: intake, window: window, apps: apps, monitors: monitors, choices: choices, access: access,
            shake: ShakeControl(motion: motion, shakeSwitch: shakeSwitch, sensor: sensor, reactor: reactor),
            motion: MotionObject(sensor: sensor, streams: streams),
            undo: UndoControl(offer: undo, delivery: undoDelivery, reactor: reactor),
            doctor: DoctorControl(doctor: doctor, reactor: reactor), inputs: inputsControl,
            reactor: reactor)
        face = Face(window: window, intake: intake, access: access) { reactor.now }
        let apps = apps
        access.isRegistered = { [weak apps] in apps?.isRegistered($0, $1) ?? false }
        connect(configuration)
    }

    /// Ties the parts together.
    private func connect(_ configuration: Configuration) {
        apply(configuration)
        let logger = logger
        connection.onError = { logger.warning("\($0)", metadata: [Log.originKey: "bus"]) }
        connection.onStateChange = { [weak self] in self?.connectionChanged($0) }
        window.onChange = { [weak self] in self?.chainChanged() }
        faceNames.onChange = { [weak self] in self?.showFace($0) }
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
        doctor.furtherChecks.append(DoctorMediaKeys.check(mediaKeys))
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
        queues.mostInFlight = configuration.limits.inFlightPerPlayer
        queues.playerDeadline = configuration.routing.callTimeout
        queues.appDeadline = configuration.routing.appTimeout
        queues.ledger.limit = configuration.limits.waitingPerSender
        firstAnswers.longest = configuration.routing.startWait
        intake.longestHold = configuration.routing.startWait
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
        try begin()
        try reactor.run()
        leave()
        while isBusy { try reactor.turn(timeout: .milliseconds(20)) }
        close()
    }

    /// Goes onto the bus and asks for the names.
    ///
    /// - Throws: ``DBusError`` when the address is none.
    func begin() throws {
        try connection.open()
        connection.export(control.exported, at: BatonBus.path)
        // The faces first: a program that sees our own name finds them. And all names before the players, which may be slow.
        faceNames.set(start.loaded.configuration.mpris.name)
        requestOwnName()
        directory.open()
    }

    /// Opens the inputs, now that no other batond is on the bus: a second one would take the first one's keys.
    private func serve() {
        guard !isServing else { return }
        isServing = true
        mediaKeys.apply(start.loaded.configuration.mediaKeys)
        headset.open()
        sensor.open()
        bluetooth.apply(start.loaded.configuration)
        undoParts.open()
    }

    /// The face is there as long as one of its names is ours.
    private func showFace(_ isShown: Bool) {
        guard isShown, let object = face.exported else { return connection.unexport(PlayerInterface.objectPath) }
        connection.export(object, at: PlayerInterface.objectPath)
    }

    private func requestOwnName() {
        nameRequest = connection.requestName(BatonBus.name) { [weak self] ownership in
            guard let self else { return }
            switch ownership {
            case .owned:
                serve()
                notifier.ready(status: "Serving \(start.address)")
            case .taken: fail("another batond serves this bus already; stop it first (systemctl --user stop batond)")
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
            apply(new.loaded.configuration)
            directory.apply(new.loaded.configuration)
            faceNames.set(new.loaded.configuration.mpris.name)
            if isServing {
                mediaKeys.apply(new.loaded.configuration.mediaKeys)
                bluetooth.apply(new.loaded.configuration)
            }
            control.configurationChanged()
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
            identities.removeAll()
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
            directory.noteFirstResponder()
            seeking.review()
            control.chainChanged()
            face.chainChanged()
            mediaKeys.chainChanged()
            bluetooth.changed()
        }
    }
}
