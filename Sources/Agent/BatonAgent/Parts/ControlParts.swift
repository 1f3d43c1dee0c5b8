// SPDX-License-Identifier: Apache-2.0

import BatonArtwork
import BatonDBus
import BatonEvents
import BatonIntake
import BatonLog
import BatonMPRIS
import BatonReactor
import BatonRouting
import BatonSensing
import BatonSession
import BatonSettings
import BatonUndo
import BatonValues

/// What the agent exports on the session bus: org.baton.Baton1 with its monitors and the doctor, and the face.
@MainActor
final class ControlParts: AgentPartGroup {
    let control: ControlObject
    let monitors: MonitorRegistry
    let face: Face
    let faceNames: FaceNames
    private let events: EventsControl
    private let chain: ChainControl
    private let choices: ChoicesControl
    private let inputsControl: InputsControl
    private let doctor: Doctor
    private let setupNotice: SetupNotice
    let identities: CallerIdentities
    private let connection: Connection
    private var observations: [Observation] = []

    /// Whether the notification about the set-up is on its way to its daemon, and has to be taken back.
    var isWithdrawingNotice: Bool { setupNotice.isBusy }

    var parts: [any AgentPart] { [identities, monitors, events, chain, faceNames, face, setupNotice] }

    init(
        connection: Connection, routing: RoutingParts, desk: DeskParts, interruptions: InterruptionParts,
        inputs: InputParts, undo: UndoParts, access: CallerAccess, identities: CallerIdentities,
        start: CommandLineStart, environment: [String: String], surroundings: Surroundings, logger: Logger
    ) {
        let reactor = connection.reactor
        self.connection = connection
        self.identities = identities
        monitors = MonitorRegistry(connection: connection)
        faceNames = FaceNames(connection: connection, logger: logger)
        face = Face(window: routing.window, intake: routing.intake, access: access) { reactor.now }
        face.readsWait = { [firstAnswers = routing.firstAnswers] in firstAnswers.isStarting }
        doctor = Doctor(connection, inputs, undo, faceNames, window: routing.window)
        inputsControl = InputsControl(connection, inputs)
        let changes = ChangedProperties()
        events = EventsControl(
            routing.intake, routing.directory, monitors: monitors, reactor: reactor, bootTime: surroundings.bootTime)
        chain = ChainControl(window: routing.window, changes: changes, reactor: reactor)
        choices = ChoicesControl(choices: routing.choices, changes: changes, reactor: reactor)
        let motion = MotionControl(
            sensor: inputs.sensor, streams: inputs.streams, claims: inputs.claims, changes: changes)
        control = ControlObject(
            application: [
                events, AppsControl(apps: routing.apps, window: routing.window, motion: motion), chain, choices,
                ShakeControl(inputs, changes: changes, reactor: reactor), AwakeControl(interruptions.awake, changes),
                UndoControl(offer: undo.offer, delivery: undo.delivery, changes: changes, reactor: reactor),
                DoctorControl(doctor: doctor, reactor: reactor), inputsControl, VolumeMembers(routing, interruptions),
            ],
            motion: motion,
            interruptions: InterruptionsControl(
                interruptions, identities: identities, monitors: monitors, intake: routing.intake, changes: changes,
                wallTime: surroundings.wallTime),
            access: access, changes: changes)
        let launcher = SetupLauncher(surroundings, desk.display, environment, reactor)
        setupNotice = SetupNotice(
            connection: connection, directory: start.paths.stateDirectory, launcher: launcher, inputs: inputs,
            undo: undo, logger: logger)
        showArtwork(of: desk.artCache, routing)
        connect(routing, inputs, undo, logger)
    }

    /// Observes what has to be signalled or logged.
    private func connect(_ routing: RoutingParts, _ inputs: InputParts, _ undo: UndoParts, _ logger: Logger) {
        observations += [
            faceNames.observe { [weak self] in self?.showFace($0) },
            routing.choices.observe { [weak self, weak routing] in
                self?.choices.changed()
                routing?.directory.reviewChoices()
            },
            routing.intake.observe { [monitors, inputsControl, nowPlaying = routing.nowPlaying] event, outcome, took in
                monitors.report(event, outcome, took: took)
                inputsControl.note(event)
                nowPlaying.commandFinished(event, outcome, took: took)
                logger.debug("\(event.subtype) from \(event.inputText): \(outcome.word) in \(took.microseconds) µs")
            },
            inputs.motion.observe { [monitors] event, outcome, took in
                monitors.report(event, outcome, took: took)
                logger.info("\(event.inputText): \(outcome.word)")
            },
        ]
        observations.append(
            undo.offer.observe { [weak sensor = inputs.sensor] change in
                if case .ended(let isAccepted) = change { sensor?.tuning.offerEnded(isAccepted: isAccepted) }
            })
    }

    /// Signals that the chain has changed.
    func chainChanged() { chain.changed() }

    /// Gives the doctor what the other groups know.
    ///
    /// - Parameters:
    ///   - routing: the players and the user's choices.
    ///   - configuration: returns the configuration in use.
    ///   - bus: the system bus, for the checks of BlueZ.
    func setUpDoctor(
        _ routing: RoutingParts, _ inputs: InputParts, _ interruptions: InterruptionParts, bus: SystemBus,
        configuration: @escaping () -> LoadedConfiguration?
    ) {
        doctor.configuration = configuration
        doctor.savingProblem = { [weak choices = routing.choices] in choices?.savingProblem() }
        doctor.furtherChecks.append(DoctorPriority.check(routing.directory))
        doctor.furtherChecks.append(DoctorMediaKeys.check(inputs.mediaKeys, reactor: connection.reactor))
        doctor.furtherChecks.append(DoctorBluetooth.check(inputs.bluetooth, bus: bus))
        doctor.furtherChecks.append(
            DoctorHeadsets.check(
                inputs.bluetooth, inputs.registry,
                isEnabled: { configuration()?.configuration.headset.isEnabled ?? true }, player: doctor.player))
        doctor.furtherChecks.append(DoctorBluetooth.beliefs { configuration()?.configuration.devices ?? [:] })
        doctor.furtherChecks.append(
            DoctorBluetooth.hints { [weak inputs] in inputs.map { $0.bluetooth.hints($0.evidence) } ?? [] })
        doctor.furtherChecks.append(DoctorAwake.check(interruptions.awake))
        doctor.furtherChecks += DoctorInterruptions.checks(
            interruptions.audio, bus: BusQuestions(connection: connection))
    }

    /// Gives the face and the notification of what plays the pictures that may be shown.
    private func showArtwork(of cache: ArtCache, _ routing: RoutingParts) {
        let artwork = { [weak cache, weak directory = routing.directory] (player: PlayerResponder, url: String) in
            directory.flatMap { cache?.shown(url, of: $0.confinement(of: player)) }
        }
        face.artwork = artwork
        routing.nowPlaying.artwork = artwork
        observeArtwork(cache, routing)
    }

    /// Tells the face that a picture may be shown now, or no longer.
    private func observeArtwork(_ cache: ArtCache, _ routing: RoutingParts) {
        observations += [
            cache.observe { [weak self] in self?.face.artworkChanged() },
            routing.directory.observe { [weak self] change in
                guard case .confinement(let responder) = change else { return }
                if responder.player.metadata.artURL != nil { self?.face.artworkChanged(of: responder) }
            },
        ]
    }

    /// Exports the face as long as Baton owns one of its names.
    private func showFace(_ isShown: Bool) {
        guard isShown, let object = face.exported else { return connection.unexport(PlayerInterface.objectPath) }
        connection.export(object, at: PlayerInterface.objectPath)
    }
}

extension InterruptionsControl {
    fileprivate convenience init(
        _ parts: InterruptionParts, identities: CallerIdentities, monitors: MonitorRegistry, intake: CommandIntake,
        changes: ChangedProperties, wallTime: @escaping () -> UInt64
    ) {
        self.init(
            core: parts.core, leases: parts.leases, sleep: parts.sleep, identities: identities, monitors: monitors,
            hooks: parts.hooks, intake: intake, changes: changes, wallTime: wallTime)
    }
}

extension SetupLauncher {
    /// The one of the programs that are installed with batond.
    fileprivate convenience init(
        _ surroundings: Surroundings, _ display: SessionEnvironment, _ environment: [String: String], _ reactor: Reactor
    ) {
        self.init(
            program: surroundings.helper("batonctl"), window: surroundings.helper("baton-settings"), display: display,
            environment: environment, reactor: reactor)
    }
}

extension SetupNotice {
    /// A notice whose facts are the rows of the doctor about what the user has not agreed to yet. Checks that start
    /// `baton-keys` are left out.
    fileprivate convenience init(
        connection: Connection, directory: String?, launcher: SetupLauncher, inputs: InputParts, undo: UndoParts,
        logger: Logger
    ) {
        let reactor = connection.reactor
        self.init(connection: connection, directory: directory, launcher: launcher, logger: logger) {
            [weak inputs, weak undo] then in
            guard let inputs, let undo else { return }
            let portal = undo.delivery.routes.filter { $0.name == UndoRouteName.portal.rawValue }
            let checks =
                DoctorRoutes.checks(portal).prefix(portal.count) + [
                    DoctorMediaKeys.check(inputs.mediaKeys, reactor: reactor)
                ]
                + inputs.registry.all.map { DoctorInputs.check($0) }
            Doctor.examine(Array(checks), by: reactor.now + Doctor.limit, on: reactor, then: then)
        }
    }
}

extension Doctor {
    fileprivate convenience init(
        _ connection: Connection, _ inputs: InputParts, _ undo: UndoParts, _ faceNames: FaceNames, window: MediaWindow
    ) {
        self.init(
            connection: connection, finder: undo.finder, situation: undo.situation, delivery: undo.delivery,
            sensor: inputs.sensor, faceNames: faceNames, inputs: inputs.registry)
        // The window does not own the doctor. A weak reference would make each command slower.
        player = { DoctorHeadsets.player(window) }
    }
}

extension InputsControl {
    fileprivate convenience init(_ connection: Connection, _ inputs: InputParts) {
        self.init(
            connection: connection, inputs: inputs.registry, headset: inputs.headset, bluetooth: inputs.bluetooth,
            evidence: inputs.evidence, reactor: connection.reactor)
    }
}

extension ShakeControl {
    fileprivate convenience init(_ inputs: InputParts, changes: ChangedProperties, reactor: Reactor) {
        self.init(
            motion: inputs.motion, shakeSwitch: inputs.shakeSwitch, sensor: inputs.sensor, changes: changes,
            reactor: reactor)
    }
}

extension VolumeMembers {
    fileprivate convenience init(_ routing: RoutingParts, _ interruptions: InterruptionParts) {
        self.init(window: routing.window, audio: interruptions.audio)
    }
}
