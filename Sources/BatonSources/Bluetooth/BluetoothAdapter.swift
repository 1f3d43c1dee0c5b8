// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonReactor
import BatonRouting
import Logging

/// Our player at one adapter of BlueZ: registered, told what is played, and given back.
///
/// Lives as long as bluetoothd has the adapter: with either the registration is gone, and nobody says so.
@MainActor
final class BluetoothAdapter {
    /// A button was pressed.
    var onCommand: ((RemoteControlSubtype, BluetoothAdapter) -> Void)?
    /// The headset set `Shuffle` or `LoopStatus`.
    var onSet: ((_ property: MemberName, _ value: Value) -> Void)?

    let path: ObjectPath
    let source: InputSource

    /// Where the registration stands.
    private enum Registration { case none, asked, held }

    private let owner: BusName
    private let connection: Connection
    private let logger: Logger
    private let player = BluetoothPlayer()
    private let playerPath: ObjectPath
    private var registration = Registration.none
    private var display = BluetoothDisplay()
    private let retry: RetryTimer
    /// Tells an answer to the present registration from one to an earlier one.
    private var attempt = 0
    /// What is to be shown, and where it is: BlueZ fetches nothing.
    private var present: () -> (BluetoothView, position: MediaTime)

    private static let deadline = Duration.seconds(5)

    /// - Parameters:
    ///   - path: the adapter.
    ///   - owner: bluetoothd.
    ///   - present: what is to be shown now.
    init(
        _ path: ObjectPath, of owner: BusName, connection: Connection, inputs: InputRegistry, logger: Logger,
        present: @escaping () -> (BluetoothView, position: MediaTime)
    ) {
        self.path = path
        self.owner = owner
        self.connection = connection
        self.logger = logger
        self.present = present
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
        let name = path.rawValue.split(separator: "/").last.map(String.init) ?? "adapter"
        // Letters, digits and underscores, since it comes from a path.
        playerPath = (try? ObjectPath("\(BatonBus.path)/Bluetooth/\(name)")) ?? "/org/baton/Baton1/Bluetooth"
        source = inputs.add(.bluetooth, name: "Bluetooth \(name)")
        source.state = .waiting("not registered yet")
        player.owner = owner
        player.onCommand = { [weak self] command in
            guard let self, registration != .none else { return }
            onCommand?(command, self)
        }
        player.onSet = { [weak self] in self?.onSet?($0, $1) }
        player.onRelease = { [weak self] in self?.released() }
    }

    /// The adapter is gone, or nobody wants it any more.
    func remove() {
        drop()
        source.remove(at: connection.reactor.now)
    }

    // MARK: Registering

    /// Registers the player, unless it is.
    func register() {
        guard registration == .none, !retry.isScheduled else { return }
        connection.export(player.object, at: playerPath)
        ask()
    }

    /// Gives the buttons back: says Stopped, since the headset keeps the last status, and leaves.
    ///
    /// - Parameter reason: why, for people.
    func release(_ reason: String) {
        source.state = .off(reason)
        source.endSeeking(at: connection.reactor.now)
        let wasKnown = registration != .none
        if registration == .held { tell(display.end()) }
        drop()
        guard wasKnown else { return }
        let message = Message.methodCall(
            to: owner, path: path, interface: BluezAdapters.media, member: "UnregisterPlayer", noReply: true)
        // A path always fits.
        try? message.append(.objectPath(playerPath))
        connection.send(message)
    }

    private func drop() {
        retry.reset()
        attempt += 1
        registration = .none
        connection.unexport(playerPath)
    }

    private func released() {
        drop()
        source.state = .off("BlueZ let go of the player; it is registered again when bluetoothd starts anew")
    }

    private func ask() {
        attempt += 1
        let asked = attempt
        let properties = describe { $0.begin($1, at: $2, now: $3) }
        let message = Message.methodCall(
            to: owner, path: path, interface: BluezAdapters.media, member: "RegisterPlayer")
        // All of it was read from messages or made here.
        try? message.append(.objectPath(playerPath), .vardict(properties))
        registration = .asked
        connection.call(message, within: Self.deadline) { [weak self] result in
            guard let self, attempt == asked else { return }
            switch result {
            case .success: registered()
            case .failure(let error): refused(error)
            }
        }
    }

    private func registered() {
        hold()
        refresh()
    }

    private func hold() {
        registration = .held
        source.state = .listening
        logger.info("\(source.name): headsets' buttons come to Baton")
    }

    private func refused(_ error: DBusError) {
        switch error.name {
        case "org.bluez.Error.AlreadyExists":
            // An earlier question was answered after its time: what it told may be old, and all is told anew.
            hold()
            tell(describe { $0.everything($1, at: $2, now: $3) })
        case .timeout, .noReply, "org.bluez.Error.NotReady":
            source.state = .waiting("bluetoothd does not answer, and is asked again")
            retry.schedule { [weak self] in self?.ask() }
        default:
            drop()
            source.state = .off(Self.reason(error))
            logger.log(level: Self.level(error), "\(source.name): no player: \(error)")
        }
    }

    /// Without AVRCP there is nothing wrong, and nothing to be done.
    private static func level(_ error: DBusError) -> Logger.Level { hasNoTarget(error) ? .debug : .notice }

    private static func hasNoTarget(_ error: DBusError) -> Bool {
        [.unknownMethod, .unknownInterface, .unknownObject, "org.bluez.Error.NotSupported"].contains(error.name)
    }

    private static func reason(_ error: DBusError) -> String {
        if hasNoTarget(error) { return "this adapter's BlueZ has no AVRCP target" }
        return switch error.name {
        case .accessDenied: "the system bus does not let this user register a player with BlueZ"
        default: "BlueZ refuses the player: \(error.message)"
        }
    }

    // MARK: Telling

    /// Tells what has changed.
    func refresh() {
        guard registration == .held else { return }
        tell(describe { $0.change(to: $1, at: $2, now: $3) })
    }

    /// What is to be told of what is shown now; the player shows it from now on.
    private func describe(
        _ describe: (inout BluetoothDisplay, BluetoothView, MediaTime, Duration) -> [(String, Value)]
    ) -> [(String, Value)] {
        let (view, position) = present()
        player.view = view
        return describe(&display, view, position, connection.reactor.now)
    }

    /// To bluetoothd alone: what somebody listens to is nobody else's business on the system bus.
    private func tell(_ properties: [(String, Value)]) {
        guard !properties.isEmpty else { return }
        let signal = Message.signal(
            path: playerPath, interface: BluetoothPlayer.properties, member: "PropertiesChanged", to: owner)
        try? signal.append(.string(BluetoothPlayer.interface.rawValue), .vardict(properties), .strings([]))
        connection.send(signal)
    }
}
