// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonLog
import BatonMPRIS
import BatonReactor
import BatonRouting
import BatonValues

/// Baton's player at one adapter of BlueZ: registers it, sends what is played, and unregisters it.
///
/// Exists as long as bluetoothd and the adapter do. When either goes, the registration is lost and BlueZ does not
/// report it (rules BLUEZ17 and BLUEZ18).
@MainActor
final class BluetoothAdapter {
    /// A button was pressed.
    var onCommand: ((RemoteControlSubtype, BluetoothAdapter) -> Void)?
    /// The headset set `Shuffle` or `LoopStatus`.
    var onSet: ((_ property: MemberName, _ value: Value) -> Void)?

    let path: ObjectPath
    let input: Input

    /// The state of the registration.
    private enum Registration { case none, asked, held }

    private let owner: BusName
    private let connection: Connection
    private let logger: Logger
    private let player = BluetoothPlayer()
    private let playerPath: ObjectPath
    private var registration = Registration.none
    private var display = BluetoothDisplay()
    private let retry: RetryTimer
    /// Number of the latest call of `RegisterPlayer`. An answer to an earlier one is ignored.
    private var attempt = 0
    /// Returns what to show and the playback position. BlueZ does not read properties by itself (rule BLUEZ9).
    private var present: () -> (BluetoothView, position: MediaTime)

    private static let deadline = Duration.seconds(5)

    /// - Parameters:
    ///   - path: the adapter's object path.
    ///   - owner: the unique name of bluetoothd.
    ///   - present: returns what to show now.
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
        // The name is an element of an object path, so it has only letters, digits and underscores.
        playerPath = (try? ObjectPath("\(BatonBus.path)/Bluetooth/\(name)")) ?? "/org/baton/Baton1/Bluetooth"
        input = inputs.add(.bluetooth, name: "Bluetooth \(name)")
        input.state = .waiting(.input(.playerUnregistered))
        player.owner = owner
        player.onCommand = { [weak self] command in
            guard let self, registration != .none else { return }
            onCommand?(command, self)
        }
        player.onSet = { [weak self] in self?.onSet?($0, $1) }
        player.onRelease = { [weak self] in self?.released() }
    }

    /// Forgets the registration: the adapter is gone.
    func remove() {
        drop()
        input.remove(at: connection.reactor.now)
    }

    // MARK: Registering

    /// Registers the player unless it is registered already.
    func register() {
        guard registration == .none, !retry.isScheduled else { return }
        connection.export(player.object, at: playerPath)
        ask()
    }

    /// Unregisters the player. Sends Stopped first, because a headset keeps showing the last status (rule BLUEZ13).
    ///
    /// - Parameter reason: why, for the user.
    func release(_ reason: Reason) {
        input.state = .off(reason)
        input.endSeeking(at: connection.reactor.now)
        let wasKnown = registration != .none
        if registration == .held { tell(display.end()) }
        drop()
        guard wasKnown else { return }
        let message = Message.methodCall(
            to: owner, path: path, interface: BluezAdapters.media, member: "UnregisterPlayer", noReply: true)
        // An object path can always be appended.
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
        input.state = .off(.input(.playerReleased))
    }

    private func ask() {
        attempt += 1
        let asked = attempt
        let properties = describe { $0.begin($1, at: $2, now: $3) }
        let message = Message.methodCall(
            to: owner, path: path, interface: BluezAdapters.media, member: "RegisterPlayer")
        // Cannot fail: every value was read from a message or made here.
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
        input.state = .listening
        logger.info("\(input.name): registered; headsets' buttons come to Baton")
    }

    private func refused(_ error: DBusError) {
        switch error.name {
        case "org.bluez.Error.AlreadyExists":
            // An earlier call succeeded after its deadline. BlueZ may have old values, so all of them are sent again.
            hold()
            tell(describe { $0.everything($1, at: $2, now: $3) })
        case .timeout, .noReply, "org.bluez.Error.NotReady":
            input.state = .waiting(.input(.bluezSilent))
            retry.schedule { [weak self] in self?.ask() }
        default:
            drop()
            input.state = .off(Self.reason(error))
            logger.log(level: Self.level(error), "\(input.name): RegisterPlayer failed: \(error)")
        }
    }

    /// An adapter without an AVRCP target is not an error, and the user can do nothing about it.
    private static func level(_ error: DBusError) -> LogLevel { hasNoTarget(error) ? .debug : .notice }

    private static func hasNoTarget(_ error: DBusError) -> Bool {
        [.unknownMethod, .unknownInterface, .unknownObject, "org.bluez.Error.NotSupported"].contains(error.name)
    }

    private static func reason(_ error: DBusError) -> Reason {
        if hasNoTarget(error) { return .input(.noAVRCPTarget) }
        return switch error.name {
        case .accessDenied: .input(.playerForbidden)
        default: .input(.playerRefused, [.message: .text(error.message)])
        }
    }

    // MARK: Telling

    /// Sends the properties that have changed.
    func refresh() {
        guard registration == .held else { return }
        tell(describe { $0.change(to: $1, at: $2, now: $3) })
    }

    /// Gives the player object the present view, and returns the properties to send for it.
    private func describe(
        _ describe: (inout BluetoothDisplay, BluetoothView, MediaTime, Duration) -> [(String, Value)]
    ) -> [(String, Value)] {
        let (view, position) = present()
        player.view = view
        return describe(&display, view, position, connection.reactor.now)
    }

    /// Sends `PropertiesChanged` to bluetoothd only. Other users on the system bus must not learn what is played.
    private func tell(_ properties: [(String, Value)]) {
        guard !properties.isEmpty else { return }
        let signal = Message.signal(
            path: playerPath, interface: .properties, member: "PropertiesChanged", to: owner)
        try? signal.append(.string(PlayerInterface.player.name.rawValue), .vardict(properties), .strings([]))
        connection.send(signal)
    }
}
