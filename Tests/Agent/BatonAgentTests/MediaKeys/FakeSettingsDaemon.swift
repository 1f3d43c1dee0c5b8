// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// A settings daemon under the control of a test, for what real ones do rarely. It puts the grab with the latest time
/// first.
final class FakeSettingsDaemon {
    static let gnomeInterface: InterfaceName = "org.gnome.SettingsDaemon.MediaKeys"
    static let gnomePath: ObjectPath = "/org/gnome/SettingsDaemon/MediaKeys"

    let connection: Connection
    /// "grab Baton 4294967295", "release Baton".
    private(set) var calls: [String] = []
    /// The last caller.
    private(set) var caller: BusName?
    /// Whether it replies.
    var isSilent = false
    /// Whether it replies with an error.
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

    /// Requests its names.
    func appear(as names: [BusName]) {
        requests += names.map { connection.requestName($0) { _ in } }
    }

    /// Releases its names.
    func disappear() {
        for request in requests { request.release() }
        requests = []
    }

    /// Exports its object.
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

    /// Replies to the calls that are not answered.
    func answer() {
        for call in held { call.reply() }
        held = []
    }

    /// Signals a key, to the client that grabbed or to all.
    func press(_ key: String, for application: String = "Baton", isBroadcast: Bool = false) throws {
        try press([.string(application), .string(key)], isBroadcast: isBroadcast)
    }

    /// Sends `MediaPlayerKeyPressed` with any arguments.
    func press(_ values: [Value], isBroadcast: Bool = false) throws {
        let signal = Message.signal(
            path: path, interface: interface, member: "MediaPlayerKeyPressed", to: isBroadcast ? nil : caller)
        try signal.append(contentsOf: values)
        connection.send(signal)
    }
}
