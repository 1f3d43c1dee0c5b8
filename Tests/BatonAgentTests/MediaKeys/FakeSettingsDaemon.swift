// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// A settings daemon that does what a test says, for what the real ones do rarely. Its grabs are of the latest time first.
final class FakeSettingsDaemon {
    static let gnomeInterface: InterfaceName = "org.gnome.SettingsDaemon.MediaKeys"
    static let gnomePath: ObjectPath = "/org/gnome/SettingsDaemon/MediaKeys"

    let connection: Connection
    /// "grab Baton 4294967295", "release Baton".
    private(set) var calls: [String] = []
    /// Who called last.
    private(set) var caller: BusName?
    /// Whether it answers.
    var isSilent = false
    /// Whether it answers with an error.
    var refuses = false
    private var held: [Invocation] = []
    private let interface: InterfaceName
    private let path: ObjectPath
    private var requests: [NameRequest] = []

    init(
        on connection: Connection, interface: InterfaceName = FakeSettingsDaemon.gnomeInterface,
        path: ObjectPath = FakeSettingsDaemon.gnomePath
    ) {
        self.connection = connection
        self.interface = interface
        self.path = path
    }

    /// Takes its names.
    func appear(as names: [BusName]) {
        requests += names.map { connection.requestName($0) { _ in } }
    }

    /// Gives its names back.
    func disappear() {
        for request in requests { request.release() }
        requests = []
    }

    /// Puts its object on the bus.
    func export() {
        connection.export(
            ExportedObject(interfaces: [
                Interface(
                    interface,
                    methods: [
                        Method("GrabMediaPlayerKeys", in: [Argument("application", "s"), Argument("time", "u")]) {
                            [unowned self] call in
                            take(call, "grab \(call.arguments[0].asString ?? "") \(call.arguments[1].asInt64 ?? -1)")
                        },
                        Method("ReleaseMediaPlayerKeys", in: [Argument("application", "s")]) { [unowned self] call in
                            take(call, "release \(call.arguments[0].asString ?? "")")
                        },
                    ])
            ]), at: path)
    }

    private func take(_ call: Invocation, _ text: String) {
        calls.append(text)
        caller = call.sender
        if refuses {
            call.fail(DBusError(.accessDenied, "not today"))
        } else if isSilent {
            held.append(call)
        } else {
            call.reply()
        }
    }

    /// Answers what it has not answered yet.
    func answer() {
        for call in held { call.reply() }
        held = []
    }

    /// Tells of a key: the one that grabbed, or everybody.
    func press(_ key: String, for application: String = "Baton", isBroadcast: Bool = false) throws {
        try press([.string(application), .string(key)], isBroadcast: isBroadcast)
    }

    /// Tells of whatever it is.
    func press(_ values: [Value], isBroadcast: Bool = false) throws {
        let signal = Message.signal(
            path: path, interface: interface, member: "MediaPlayerKeyPressed", to: isBroadcast ? nil : caller)
        try signal.append(contentsOf: values)
        connection.send(signal)
    }
}
