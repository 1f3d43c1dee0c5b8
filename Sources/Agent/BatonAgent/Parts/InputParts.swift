// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
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

/// The inputs of commands and motion other than calls on the bus: media keys, headsets, Bluetooth, the accelerometer.
@MainActor
final class InputParts: AgentPartGroup {
    let registry: InputRegistry
    let meaning: PressMeaning
    let evidence: TwoPressEvidence
    let mediaKeys: MediaKeysInput
    let actions: ButtonActions
    let headset: HeadsetInput
    let bluetooth: BluetoothInput
    let motion: ShakeIntake
    let sensor: MotionSensor
    private var observations: [Observation] = []
    let streams: MotionStreams
    let claims: OrientationClaims
    let shakeSwitch: ShakeSwitch

    var parts: [any AgentPart] { [mediaKeys, headset, sensor, bluetooth, motion, streams, claims] }

    init(
        connection: Connection, routing: RoutingParts, desk: DeskParts, undo: UndoParts, access: CallerAccess,
        start: CommandLineStart, environment: [String: String], surroundings: Surroundings, logger: Logger
    ) {
        let reactor = connection.reactor
        let window = routing.window
        let session = desk.session
        registry = InputRegistry(intake: routing.intake)
        meaning = PressMeaning(window: window)
        evidence = TwoPressEvidence(choices: routing.choices, meaning: meaning, reactor: reactor)
        mediaKeys = MediaKeysInput(
            connection: connection, inputs: registry, window: window, directory: routing.directory,
            intake: routing.intake, session: session, environment: desk.display, access: access,
            stateDirectory: start.paths.stateDirectory, logger: logger)
        actions = ButtonActions(
            window: window, choices: routing.choices, isLocked: { [weak session] in session?.isLocked ?? true },
            logger: logger)
        headset = HeadsetInput(
            inputs: registry, meaning: meaning, actions: actions, session: session, environment: desk.display,
            hasDevices: surroundings.hasDevices, reactor: reactor, logger: logger)
        bluetooth = BluetoothInput(
            bus: desk.systemBus, session: session, inputs: registry, meaning: meaning, window: window,
            directory: routing.directory, connect: Self.connect(start.address, surroundings, reactor), logger: logger)
        motion = ShakeIntake(application: routing.application, connection: connection, reactor: reactor)
        streams = MotionStreams(connection: connection, reactor: reactor)
        claims = OrientationClaims(connection: connection)
        shakeSwitch = ShakeSwitch(choices: routing.choices, reactor: reactor)
        sensor = MotionSensor(
            configuration: start.loaded.configuration.shake, motion: start.loaded.configuration.motion,
            shakeSwitch: shakeSwitch,
            tuning: ShakeTuning(
                configuration: start.loaded.configuration.shake, choices: routing.choices,
                root: surroundings.hasDevices ? "" : nil, reactor: reactor, logger: logger),
            streams: streams, claims: claims, session: session, environment: environment,
            program: surroundings.helper("baton-sensor"), hasDevices: surroundings.hasDevices,
            isSilent: { [weak offer = undo.offer] in offer?.guards.isSilent(at: reactor.now) ?? false },
            reactor: reactor, logger: logger)
        connect(routing, logger)
    }

    /// Makes connections to the session bus for the players of phones.
    private static func connect(
        _ address: String, _ surroundings: Surroundings, _ reactor: Reactor
    ) -> () -> Connection {
        let open = surroundings.openSessionBus
        return { Connection(address: address, reactor: reactor, openTransport: open) }
    }

    private func connect(_ routing: RoutingParts, _ logger: Logger) {
        headset.isPlaying = { [weak routing] in
            (routing?.window.orderedResponders.first as? PlayerResponder).map { $0.player.status == .playing }
        }
        observations = [
            registry.observe { change in
                guard case .duplicate(let command, let source) = change else { return }
                logger.debug(
                    "\(command) from \(source.kind.rawValue): \(source.name) had come by another way already")
            },
            sensor.observe { [weak self] change in
                switch change {
                case .phase(let phase): self?.motion.sensed(phase)
                case .sensorLost: self?.motion.sensorLost()
                case .orientation, .status, .capabilities, .deviceMotion, .shakeSwitch: break
                }
            },
        ]
    }
}
