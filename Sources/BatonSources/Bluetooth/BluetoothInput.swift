// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
package import BatonMPRIS
import BatonReactor
package import BatonRouting
package import BatonSession
package import BatonSettings
package import Logging

/// Buttons of Bluetooth headsets: a player at each adapter of BlueZ that shows the first responder and takes AVRCP commands
/// (spec/bluetooth.md).
///
/// It is given back while the session is not there to be served. Nothing polls, and without BlueZ it waits for its name.
@MainActor
package final class BluetoothInput {
    /// Who is there.
    package let bluez: BluezAdapters
    package private(set) var isEnabled = false
    /// Whether Play and Pause that contradict the player become a toggle (rule B7).
    private var correctsBelief = false

    /// Handles the signals that have come by now; set once.
    package var handleSignals: () -> Void = {}

    private let bus: SystemBus
    private let session: SessionMonitor
    private let inputs: InputRegistry
    private let mirror: BluetoothMirror
    private let logger: Logger
    private var adapters: [BluetoothAdapter] = []
    private var isClosed = false
    private var isObserving = false
    /// Presses of this turn; see ``wasContinued()``.
    private var presses: [(RemoteControlSubtype, BluetoothAdapter)] = []
    /// What lies in the queue came while the process was stopped.
    private var isCatchingUp = false
    private var lastTold = Duration.zero
    private var isTelling = false

    /// A player may change its properties as often as it likes; headsets hear it this often.
    private static let pause = Duration.milliseconds(100)

    package init(
        bus: SystemBus, session: SessionMonitor, inputs: InputRegistry, window: MediaWindow, logger: Logger
    ) {
        self.bus = bus
        self.session = session
        self.inputs = inputs
        self.logger = logger
        mirror = BluetoothMirror(window: window)
        bluez = BluezAdapters(connection: bus.connection, logger: logger)
        bluez.onAppear = { [weak self] in self?.appeared($0, of: $1) }
        bluez.onVanish = { [weak self] in self?.vanished($0) }
    }

    private var reactor: Reactor { bus.connection.reactor }

    // MARK: Life

    /// Does what the configuration says, now and after a reload.
    package func apply(_ configuration: Configuration) {
        isEnabled = configuration.bluetooth.isEnabled
        correctsBelief = configuration.headset.correctsBelief
        guard isEnabled else { return leave("[bluetooth] enabled = no in the configuration") }
        observe()
        bluez.open()
        bus.open()
    }

    /// Says Stopped, and gives everything back. What is said has to be written before the bus is closed.
    package func close() {
        isClosed = true
        leave("batond ends")
    }

    private func leave(_ reason: String) {
        for adapter in adapters { adapter.release(reason) }
        bluez.close()
    }

    private func observe() {
        guard !isObserving else { return }
        isObserving = true
        session.observe { [weak self] in self?.review() }
        bus.observe { [weak self] isConnected in
            if !isConnected { self?.isCatchingUp = false }
        }
    }

    private func appeared(_ path: ObjectPath, of owner: BusName) {
        let adapter = BluetoothAdapter(
            path, of: owner, connection: bus.connection, inputs: inputs, logger: logger
        ) { [weak self] in
            guard let self else { return (BluetoothView(), 0) }
            return (mirror.view, mirror.player?.position(at: reactor.now) ?? 0)
        }
        adapter.onCommand = { [weak self] in self?.pressed($0, $1) }
        adapter.onSet = { [weak self] in self?.mirror.set($0, to: $1) }
        adapters.append(adapter)
        // Nothing is asked of logind before there is an adapter.
        session.whenSettled { [weak self] in self?.review() }
    }

    private func vanished(_ path: ObjectPath) {
        for adapter in adapters where adapter.path == path { adapter.remove() }
        adapters.removeAll { $0.path == path }
    }

    /// Registers or gives back, by the session.
    private func review() {
        guard !isClosed, isEnabled, session.isSettled else { return }
        for adapter in adapters {
            if let obstacle = session.obstacle {
                adapter.release("\(Reason.session(obstacle))")
            } else {
                adapter.register()
            }
        }
    }

    // MARK: Showing

    /// The chain, the first player's properties or its position changed.
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

    /// A player's properties changed. Of those behind the first one only what they can is seen; the chain tells the rest.
    package func playerChanged(_ responder: PlayerResponder, _ properties: PropertySet) {
        let isSeen = responder.player === mirror.player
        if isSeen || !properties.intersection([.canGoNext, .canGoPrevious]).isEmpty { changed() }
    }

    /// A player's position jumped.
    package func playerSignalled(_ responder: PlayerResponder) {
        if responder.player === mirror.player { changed() }
    }

    private func tell() {
        isTelling = false
        lastTold = reactor.now
        for adapter in adapters { adapter.refresh() }
    }

    // MARK: Presses

    private func pressed(_ command: RemoteControlSubtype, _ adapter: BluetoothAdapter) {
        presses.append((command, adapter))
        guard presses.count == 1 else { return }
        reactor.deferUntilEndOfTurn { [weak self] in self?.sendPresses() }
    }

    private func sendPresses() {
        // Who was stopped in the midst of this turn reads the presses in it, and would see the signal in the next.
        handleSignals()
        let pressed = presses
        presses = []
        for (command, adapter) in pressed {
            guard !isCatchingUp else {
                logger.info(
                    "\(command) from \(adapter.source.name) was pressed while batond was stopped, and is dropped")
                continue
            }
            let meant = correctsBelief ? command.corrected(isPlaying: mirror.isPlaying) : command
            adapter.source.submit(meant, at: reactor.now)
        }
    }

    /// The process was stopped and goes on (SIGCONT): BlueZ keeps a hung player's buttons, and what was pressed meanwhile lies
    /// in the queue. Nobody wants it any more. The bus answers behind what it had sent before.
    ///
    /// Presses wait for the end of their turn, so that one that is read before the signal is dropped as well.
    package func wasContinued() {
        guard bus.isConnected, !adapters.isEmpty, !isCatchingUp else { return }
        isCatchingUp = true
        bus.connection.nameOwner(of: .bus) { [weak self] _ in
            self?.reactor.deferUntilEndOfTurn { self?.isCatchingUp = false }
        }
    }
}
