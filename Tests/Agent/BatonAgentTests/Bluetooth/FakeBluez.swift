// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// An org.bluez under the control of a test, for what the real one does rarely: nonsense and silence. Tests/kernel
/// tests what the real one does.
final class FakeBluez {
    static let name: BusName = "org.bluez"
    static let media: InterfaceName = "org.bluez.Media1"
    static let manager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
    static let playerInterface: InterfaceName = "org.mpris.MediaPlayer2.Player"

    /// What it does at `RegisterPlayer`.
    enum Answer {
        case yes
        case silence
        case error(ErrorName)
    }

    let connection: Connection
    /// The reply to `RegisterPlayer`.
    var answer = Answer.yes
    /// The reply to `GetManagedObjects`; nil for the adapters as they are.
    var objects: Value?
    /// Whether it leaves `GetManagedObjects` unanswered.
    var isSilent = false
    /// "register hci0", "unregister hci0", and the properties received: "PlaybackStatus Playing".
    private(set) var log: [String] = []
    /// The properties of each registered player, those of `RegisterPlayer` and later ones, by adapter.
    private(set) var shown: [String: [String: Value]] = [:]
    /// The connection that registered, by adapter.
    private(set) var players: [String: (owner: BusName, path: ObjectPath)] = [:]
    private(set) var adapters: [String] = []
    /// The properties of its devices, by path.
    private var devices: [ObjectPath: [(String, Value)]] = [:]
    private var held: [Invocation] = []
    private var request: NameRequest?
    private var match: Match?

    init(on connection: Connection, adapters: [String] = ["hci0"]) {
        self.connection = connection
        let list = Method("GetManagedObjects", out: [Argument("objects", "a{oa{sa{sv}}}")]) { [unowned self] call in
            if isSilent { held.append(call) } else { call.reply(objects ?? managed) }
        }
        connection.export(ExportedObject(interfaces: [Interface(Self.manager, methods: [list])]), at: "/")
        match = connection.addMatch(
            MatchRule(
                interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                arg0: Self.playerInterface.rawValue)
        ) { [unowned self] in told($0) }
        for adapter in adapters { add(adapter) }
    }

    private var managed: Value {
        .dictionary(
            DBusDictionary(
                "o", "a{sa{sv}}",
                adapters.map { .init(.objectPath(Self.path($0)), Self.interfaces) }
                    + devices.map { .init(.objectPath($0.key), Self.device($0.value)) }))
    }

    /// What `GetManagedObjects` has while a phone is there.
    func managed(with phone: FakePhone) -> Value {
        let adapters = adapters.map { DBusDictionary.Entry(.objectPath(Self.path($0)), Self.interfaces) }
        return .dictionary(DBusDictionary("o", "a{sa{sv}}", adapters + phone.objects))
    }

    private static func device(_ properties: [(String, Value)]) -> Value {
        .dictionary(DBusDictionary("s", "a{sv}", [.init(.string(deviceInterface), .vardict(properties))]))
    }

    static let deviceInterface = "org.bluez.Device1"

    private static let interfaces = Value.dictionary(
        DBusDictionary("s", "a{sv}", ["org.bluez.Adapter1", media.rawValue].map { .init(.string($0), .vardict([])) }))

    static func path(_ adapter: String) -> ObjectPath {
        (try? ObjectPath("/org/bluez/\(adapter)")) ?? "/"
    }

    // MARK: Coming and going

    /// Requests the name.
    func appear() { request = connection.requestName(Self.name) { _ in } }

    /// Releases the name, and forgets all registrations.
    func disappear() {
        request?.release()
        request = nil
        players = [:]
        shown = [:]
    }

    /// Adds an adapter without a signal.
    func add(_ adapter: String) {
        adapters.append(adapter)
        let register = Method("RegisterPlayer", in: [Argument("player", "o"), Argument("properties", "a{sv}")]) {
            [unowned self] in take($0, adapter)
        }
        let unregister = Method("UnregisterPlayer", in: [Argument("player", "o")]) { [unowned self] call in
            log.append("unregister \(adapter)")
            players[adapter] = nil
            call.reply()
        }
        connection.export(
            ExportedObject(interfaces: [Interface(Self.media, methods: [register, unregister])]), at: Self.path(adapter)
        )
    }

    /// Adds an adapter with a signal.
    func plug(_ adapter: String) {
        add(adapter)
        signal("InterfacesAdded", [.objectPath(Self.path(adapter)), Self.interfaces])
    }

    /// Removes an adapter; its registration is lost without a call of `Release`.
    func unplug(_ adapter: String) {
        adapters.removeAll { $0 == adapter }
        players[adapter] = nil
        connection.unexport(Self.path(adapter))
        signal(
            "InterfacesRemoved",
            [.objectPath(Self.path(adapter)), .strings(["org.bluez.Adapter1", Self.media.rawValue])])
    }

    func signal(_ member: MemberName, _ values: [Value], from other: Connection? = nil) {
        let message = Message.signal(path: "/", interface: Self.manager, member: member)
        try? message.append(contentsOf: values)
        (other ?? connection).send(message)
    }

    /// Replies to the calls that it held.
    func release() {
        for call in held { call.reply() }
        held = []
    }

    // MARK: Devices

    /// Adds a headset, with a signal.
    func pair(_ alias: String, address: String = "00:11:22:33:44:55", isConnected: Bool = false) throws -> ObjectPath {
        let number = String(address.map { $0 == ":" ? "_" : $0 })
        let path = try ObjectPath("/org/bluez/hci0/dev_\(number)")
        let properties: [(String, Value)] = [
            ("Alias", .string(alias)), ("Address", .string(address)), ("Connected", .boolean(isConnected)),
            ("UUIDs", .strings(["0000110b-0000-1000-8000-00805f9b34fb", "0000110e-0000-1000-8000-00805f9b34fb"])),
        ]
        devices[path] = properties
        signal("InterfacesAdded", [.objectPath(path), Self.device(properties)])
        return path
    }

    /// A device connects, or leaves.
    func set(_ device: ObjectPath, isConnected: Bool) {
        let signal = Message.signal(
            path: device, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        try? signal.append(
            .string(Self.deviceInterface), .vardict([("Connected", .boolean(isConnected))]), .strings([]))
        connection.send(signal)
    }

    // MARK: Players

    private func take(_ call: Invocation, _ adapter: String) {
        log.append("register \(adapter)")
        if case .error(let name) = answer { return call.fail(DBusError(name, "no")) }
        if case .objectPath(let path) = call.arguments[0] { players[adapter] = (call.sender, path) }
        shown[adapter] = call.arguments[1].asVardict
        if case .silence = answer { held.append(call) } else { call.reply() }
    }

    private func told(_ message: Message) {
        let adapter = players.first { $0.value.owner == message.sender && $0.value.path == message.path }?.key
        guard let adapter, let values = try? message.arguments(), values.count == 3,
            case .dictionary(let changed) = values[1]
        else { return }
        for entry in changed.entries {
            guard let name = entry.key.asString else { continue }
            shown[adapter, default: [:]][name] = entry.value.unwrapped
            log.append(name == "Metadata" ? name : "\(name) \(Self.text(entry.value.unwrapped))")
        }
    }

    private static func text(_ value: Value) -> String {
        value.asString ?? value.asInt64.map { "\($0)" } ?? value.asBool.map { "\($0)" } ?? "?"
    }

    /// The properties that the headset of an adapter shows.
    func sees(_ property: String, on adapter: String = "hci0") -> String? {
        shown[adapter]?[property].map(Self.text)
    }

    /// The title that the headset of an adapter shows.
    func title(on adapter: String = "hci0") -> String? {
        shown[adapter]?["Metadata"]?.asVardict?["xesam:title"]?.asString
    }

    /// Presses a button of a headset: a call that expects no reply, as bluetoothd makes it.
    func press(_ button: MemberName, on adapter: String = "hci0", from other: Connection? = nil) throws {
        let player = try #require(players[adapter])
        let message = Message.methodCall(
            to: player.owner, path: player.path, interface: Self.playerInterface, member: button, noReply: true)
        (other ?? connection).send(message)
    }

    /// Sets a property as a headset does.
    func set(_ property: String, _ value: Value, on adapter: String = "hci0") throws {
        let player = try #require(players[adapter])
        let message = Message.methodCall(
            to: player.owner, path: player.path, interface: "org.freedesktop.DBus.Properties", member: "Set",
            noReply: true)
        try message.append(.string(Self.playerInterface.rawValue), .string(property), .variant(value))
        connection.send(message)
    }
}
