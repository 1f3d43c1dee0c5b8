// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
import BatonEvents
package import BatonLog
package import BatonMPRIS
import BatonReactor
package import BatonRouting
package import BatonSession
package import BatonSettings
import BatonValues

/// Buttons of Bluetooth headsets: a player at each adapter of BlueZ that shows the first responder and receives AVRCP
/// commands (rules BLUEZ1 to BLUEZ18). Phones are players (rules BLUEZ19 to BLUEZ21).
///
/// The player is unregistered while the session is not active, unlocked and awake. Nothing polls; without BlueZ the
/// input waits for its bus name.
@MainActor
package final class BluetoothInput: AgentPart {
    /// The adapters of BlueZ.
    package let bluez: BluezAdapters
    /// The headset that is tried, if any.
    package let trial: BluetoothTrial
    package private(set) var isEnabled = false
    private var worksWhileLocked = true

    /// Handles the process signals that are pending; set once.
    package var handleSignals: () -> Void = {}

    private let bus: SystemBus
    private let session: SessionMonitor
    private let inputs: InputRegistry
    private var observation: Observation?
    private var inputObservation: Observation?
    private var trialObservation: Observation?
    private let meaning: PressMeaning
    private let mirror: BluetoothMirror
    private let directory: PlayerDirectory
    /// Makes a connection to the session bus for the player of a phone.
    private let connect: () -> Connection
    /// The phones; nil until a device with a player has come.
    private var phones: BluezPhones?
    private let logger: Logger
    private var adapters: [BluetoothAdapter] = []
    private var isOpen = false
    /// Of the session and the bus, from the first time on that it is wanted.
    private var observations: [Observation] = []
    /// Presses of this turn; see ``wasContinued()``.
    private var pressed: [(RemoteControlSubtype, BluetoothAdapter)] = []
    /// True while the queue holds calls that arrived while the process was stopped.
    private var isCatchingUp = false
    private var lastTold = Duration.zero
    private var isTelling = false
    /// Fires when BlueZ's clock is wrong, because the player does not play at rate 1.
    private var driftTimer: ReactorTimer?

    /// The shortest time between two updates of the headsets. A player may change its properties more often. A larger
    /// value sends fewer updates and shows them later.
    private static let pause = Duration.milliseconds(100)

    package init(
        bus: SystemBus, session: SessionMonitor, inputs: InputRegistry, meaning: PressMeaning, window: MediaWindow,
        directory: PlayerDirectory, connect: @escaping () -> Connection, logger: Logger
    ) {
        self.bus = bus
        self.session = session
        self.inputs = inputs
        self.meaning = meaning
        self.logger = logger
        mirror = BluetoothMirror(window: window)
        self.directory = directory
        self.connect = connect
        bluez = BluezAdapters(connection: bus.connection, logger: logger)
        trial = BluetoothTrial(adapters: bluez, meaning: meaning)
        // Behind the trial, which has looked at the devices then.
        observation = bluez.observe { [weak self] change in
            switch change {
            case .appeared(let path, let owner): self?.appeared(path, of: owner)
            case .vanished(let path): self?.vanished(path)
            case .devices:
                self?.phones?.review()
                self?.changed()
            case .player(let path, let properties): self?.playerOfDevice(path, properties)
            }
        }
        trialObservation = trial.observe { [weak self] in if case .shown = $0 { self?.changed() } }
        trial.obstacle = { [weak self] in self?.obstacle(at: $0) }
        inputObservation = inputs.observe { [weak trial] in if case .inputs = $0 { trial?.review() } }
    }

    private var reactor: Reactor { bus.connection.reactor }

    // MARK: Life

    package func apply(_ configuration: Configuration) {
        isEnabled = configuration.bluetooth.isEnabled
        meaning.apply(configuration)
        worksWhileLocked = configuration.headset.worksWhileLocked
        guard isOpen else { return }
        register()
        // The session may be locked now, and be for long.
        review()
    }

    package func open() {
        isOpen = true
        register()
    }

    /// Registers a player at each adapter, if the configuration wants that.
    private func register() {
        guard isEnabled else { return leave(.input(.bluetoothOff)) }
        observe()
        bluez.open()
        bus.open()
    }

    /// Sends Stopped and unregisters everywhere. These messages must be written before the bus is closed.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        leave(.undo(.agentEnding))
    }

    private func leave(_ reason: Reason) {
        for adapter in adapters { adapter.release(reason) }
        bluez.close()
        phones?.close()
    }

    private func observe() {
        guard observations.isEmpty else { return }
        observations = [
            session.observe { [weak self] in if case .state = $0 { self?.review() } },
            bus.observe { [weak self] isConnected in
                if !isConnected { self?.isCatchingUp = false }
            },
        ]
    }

    private func appeared(_ path: ObjectPath, of owner: BusName) {
        let adapter = BluetoothAdapter(
            path, of: owner, connection: bus.connection, inputs: inputs, logger: logger
        ) { [weak self] in
            guard let self else { return (BluetoothView(), 0) }
            return (trial.shown(mirror.view, at: path), mirror.player?.position(at: reactor.now) ?? 0)
        }
        adapter.onCommand = { [weak self] in self?.pressed($0, $1) }
        adapter.onSet = { [weak self] in self?.mirror.set($0, to: $1) }
        adapters.append(adapter)
        // logind is not asked before there is an adapter.
        session.whenSettled { [weak self] in self?.review() }
    }

    private func playerOfDevice(_ path: ObjectPath, _ properties: [String: Value]?) {
        if phones == nil, properties != nil {
            phones = BluezPhones(bluez: bluez, system: bus.connection, directory: directory, connect: connect)
        }
        phones?.take(path, properties)
    }

    private func vanished(_ path: ObjectPath) {
        for adapter in adapters where adapter.path == path { adapter.remove() }
        adapters.removeAll { $0.path == path }
    }

    /// Registers the players, or unregisters them, depending on the session.
    private func review() {
        guard isOpen, isEnabled, session.isSettled else { return }
        for adapter in adapters {
            if let obstacle = session.obstacleToButtons(whileLocked: worksWhileLocked) {
                adapter.release(.session(obstacle))
            } else {
                adapter.register()
            }
        }
    }

    /// Why the buttons of an adapter's headsets do not come to Baton; nil if they do.
    private func obstacle(at path: ObjectPath) -> Reason? {
        guard isEnabled else { return .input(.bluetoothOff) }
        guard let adapter = adapters.first(where: { $0.path == path }) else { return .input(.playerUnregistered) }
        return adapter.input.state.reason
    }

    /// The connected headsets by their names, and why the buttons of one do not come to Baton.
    package var headsets: [(name: String, obstacle: Reason?)] {
        bluez.headsets.map { ($0.name, obstacle(at: $0.adapter)) }
    }

    /// The names of the headsets that seem to need two presses (rule I56).
    package func hints(_ evidence: TwoPressEvidence) -> [String] { evidence.hints(bluez.pressing.map(\.device)) }

    // MARK: Showing

    /// Called when the chain, the first player's properties or its position changed.
    package func changed() {
        guard !adapters.isEmpty, !isTelling else { return }
        isTelling = true
        let due = lastTold + Self.pause
        if reactor.now < due {
            reactor.schedule(at: due, tolerance: Self.pause / 4) { [weak self] in self?.tell() }
        } else {
            reactor.deferUntilEndOfTurn { [weak self] in self?.tell() }
        }
    }

    /// Called when a player's properties changed. Of players behind the first one only the capabilities for Next and
    /// Previous are shown; other changes that matter also change the chain.
    package func playerChanged(_ responder: PlayerResponder, _ properties: PropertySet) {
        let isSeen = responder.player === mirror.player
        if isSeen || !properties.intersection([.canGoNext, .canGoPrevious]).isEmpty { changed() }
    }

    /// Called when a player's position jumped.
    package func playerSignalled(_ responder: PlayerResponder) {
        if responder.player === mirror.player { changed() }
    }

    private func tell() {
        isTelling = false
        lastTold = reactor.now
        for adapter in adapters { adapter.refresh() }
        driftTimer?.cancel()
        driftTimer = nil
        guard !bluez.pressing.isEmpty, let time = mirror.view.driftTime else { return }
        driftTimer = reactor.schedule(after: time, tolerance: time / 10) { [weak self] in self?.changed() }
    }

    // MARK: Presses

    private func pressed(_ command: RemoteControlSubtype, _ adapter: BluetoothAdapter) {
        pressed.append((command, adapter))
        guard pressed.count == 1 else { return }
        reactor.deferUntilEndOfTurn { [weak self] in self?.sendPresses() }
    }

    private func sendPresses() {
        // If the process was stopped in the middle of this turn, the presses were read in it, but SIGCONT would be
        // handled only in the next turn.
        handleSignals()
        let waiting = pressed
        pressed = []
        for (command, adapter) in waiting {
            guard !isCatchingUp else {
                logger.info(
                    "dropped \(command) from \(adapter.input.name): it was pressed while batond was stopped")
                continue
            }
            let devices = bluez.pressing(at: adapter.path)
            guard let meant = meaning.meant(command, by: devices, from: adapter.input, at: reactor.now) else {
                logger.debug("\(command) from \(adapter.input.name) does nothing")
                continue
            }
            adapter.input.submit(meant, at: reactor.now)
        }
    }

    /// Called when the process continues after a stop (SIGCONT). BlueZ leaves the buttons with a player that hangs, so
    /// the presses made meanwhile are in the queue. They come too late and are dropped (rule BLUEZ7). The bus answers
    /// after everything that it had sent before, so its answer marks the end of them.
    ///
    /// Presses are handled at the end of their turn, so that one that was read before the signal is dropped too.
    package func wasContinued() {
        guard bus.isConnected, !adapters.isEmpty, !isCatchingUp else { return }
        isCatchingUp = true
        bus.connection.nameOwner(of: .bus) { [weak self] _ in
            self?.reactor.deferUntilEndOfTurn { self?.isCatchingUp = false }
        }
    }
}
