// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport

/// A phone at a ``FakeBluez``, with a player and, while its sound may come, a transport. It does what it is told at once.
final class FakePhone {
    static let player: InterfaceName = "org.bluez.MediaPlayer1"
    static let transport: InterfaceName = "org.bluez.MediaTransport1"
    private static let base = "-0000-1000-8000-00805f9b34fb"

    let bluez: FakeBluez
    let path: ObjectPath
    let object: ObjectPath
    /// The commands in order.
    private(set) var calls: [String] = []
    /// Whether it does what it is told; else it does not answer.
    var obeys = true
    /// Whether its sound stops with its player, as with real phones.
    var rests = true
    private var held: [Invocation] = []
    private var status: String
    /// Where it is in its track, in milliseconds.
    var position: UInt32 = 7000
    /// The title of its track.
    var title: String
    private let alias: String
    private let address: String
    private let services: [String]
    private(set) var transportPath: ObjectPath?

    /// - Parameter services: the first digits of the services that it has.
    init(
        _ alias: String, address: String = "00:00:00:00:00:01", _ status: String = "playing",
        services: [String] = ["0000110a", "0000110c"], at bluez: FakeBluez
    ) throws {
        self.bluez = bluez
        self.alias = alias
        self.address = address
        self.status = status
        title = "Title of \(alias)"
        self.services = services.map { $0 + Self.base }
        path = try ObjectPath("/org/bluez/hci0/dev_\(String(address.map { $0 == ":" ? "_" : $0 }))")
        object = try ObjectPath("\(path)/player0")
        let methods = ["Play", "Pause", "Stop", "Next", "Previous"].map { name in
            Method(MemberName(stringLiteral: name)) { [unowned self] in take(name, $0) }
        }
        bluez.connection.export(ExportedObject(interfaces: [Interface(Self.player, methods: methods)]), at: object)
    }

    /// What `GetManagedObjects` has of it.
    var objects: [DBusDictionary.Entry] {
        var objects: [DBusDictionary.Entry] = [
            .init(.objectPath(path), Self.interfaces(FakeBluez.deviceInterface, device)),
            .init(.objectPath(object), Self.interfaces(Self.player.rawValue, state)),
        ]
        if let transportPath {
            let sound: [(String, Value)] = [
                ("UUID", .string("0000110b" + Self.base)),
                ("State", .string(status == "playing" ? "active" : "idle")),
            ]
            objects.append(
                .init(.objectPath(transportPath), Self.interfaces(Self.transport.rawValue, sound)))
        }
        return objects
    }

    private var device: [(String, Value)] {
        [
            ("Alias", .string(alias)), ("Address", .string(address)), ("Connected", .boolean(true)),
            ("UUIDs", .strings(services)),
        ]
    }

    private var state: [(String, Value)] {
        [
            ("Name", .string("Music")), ("Status", .string(status)), ("Position", .uint32(position)),
            ("Device", .objectPath(path)),
            ("Track", track),
        ]
    }

    private var track: Value {
        .vardict([
            ("Title", .string(title)), ("Artist", .string("Artist")), ("Duration", .uint32(180_000)),
            ("TrackNumber", .uint32(3)),
        ])
    }

    private static func interfaces(_ name: String, _ properties: [(String, Value)]) -> Value {
        .dictionary(DBusDictionary("s", "a{sv}", [.init(.string(name), .vardict(properties))]))
    }

    /// Its device and its player come.
    func appear() {
        bluez.signal("InterfacesAdded", [.objectPath(path), Self.interfaces(FakeBluez.deviceInterface, device)])
        bluez.signal("InterfacesAdded", [.objectPath(object), Self.interfaces(Self.player.rawValue, state)])
    }

    /// Its sound may come to this machine from now on, or it gets sound.
    func connect(_ transport: String = "fd0", isIncoming: Bool = true, isActive: Bool = false) throws {
        let path = try ObjectPath("\(path)/\(transport)")
        transportPath = path
        bluez.signal(
            "InterfacesAdded",
            [
                .objectPath(path),
                Self.interfaces(
                    Self.transport.rawValue,
                    [
                        ("UUID", .string((isIncoming ? "0000110b" : "0000110a") + Self.base)),
                        ("State", .string(isActive ? "active" : "idle")),
                    ]),
            ])
    }

    /// It goes, and its objects with it.
    func vanish() {
        bluez.connection.unexport(object)
        bluez.signal("InterfacesRemoved", [.objectPath(object), .strings([Self.player.rawValue])])
        if let transportPath {
            bluez.signal("InterfacesRemoved", [.objectPath(transportPath), .strings([Self.transport.rawValue])])
        }
        bluez.signal("InterfacesRemoved", [.objectPath(path), .strings([FakeBluez.deviceInterface])])
    }

    /// It does something, as if its user had told it to.
    func change(_ status: String) {
        self.status = status
        tell(object, Self.player, [("Status", .string(status))])
    }

    /// It plays another track.
    func change(title: String) {
        self.title = title
        tell(object, Self.player, [("Track", track)])
    }

    /// Its sound begins or ends.
    func sound(_ isActive: Bool) {
        guard let transportPath else { return }
        tell(transportPath, Self.transport, [("State", .string(isActive ? "active" : "idle"))])
    }

    private func tell(_ path: ObjectPath, _ interface: InterfaceName, _ properties: [(String, Value)]) {
        let signal = Message.signal(
            path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        try? signal.append(.string(interface.rawValue), .vardict(properties), .strings([]))
        bluez.connection.send(signal)
    }

    private func take(_ name: String, _ call: Invocation) {
        calls.append(name)
        guard obeys else { return held.append(call) }
        call.reply()
        guard name == "Play" || name == "Pause" else { return }
        let plays = name == "Play"
        // The sound ends before the player says so, and begins after it.
        if rests, !plays { sound(false) }
        change(plays ? "playing" : "paused")
        if rests, plays { sound(true) }
    }
}
