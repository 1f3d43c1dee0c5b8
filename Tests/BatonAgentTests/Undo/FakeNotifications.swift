// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// A notification daemon with faults that no real one has on demand: it stays silent, draws no buttons, answers with a
/// wrong type.
@MainActor
final class FakeNotifications {
    static let name: BusName = "org.freedesktop.Notifications"
    static let path: ObjectPath = "/org/freedesktop/Notifications"
    static let interface: InterfaceName = "org.freedesktop.Notifications"

    /// A notification that is or was shown.
    struct Shown: Equatable {
        var identifier: UInt32
        var replaces: UInt32
        var summary: String
        var body: String
        /// The keys of its actions.
        var actions: [String]
        var timeout: Int32
    }

    let connection: Connection
    var capabilities = ["actions", "body"]
    var serverName = "fake"
    /// Whether it does not answer Notify.
    var isHung = false
    /// Whether its answer to Notify has a wrong type.
    var answersNonsense = false
    private(set) var shown: [Shown] = []
    private(set) var hints: [String: Value] = [:]
    private(set) var closed: [UInt32] = []
    /// The last caller.
    private(set) var caller: BusName?
    private(set) var isThere = false
    private var unanswered: [Invocation] = []
    private var request: NameRequest?

    init(on connection: Connection) {
        self.connection = connection
        let methods = [
            Method("GetCapabilities", in: [], out: [Argument("capabilities", "as")]) { [weak self] call in
                call.reply(.strings(self?.capabilities ?? []))
            },
            Method(
                "GetServerInformation", in: [],
                out: ["name", "vendor", "version", "spec"].map { Argument($0, "s") }
            ) { [weak self] call in
                call.reply(.string(self?.serverName ?? ""), .string("Baton"), .string("1"), .string("1.2"))
            },
            Method(
                "Notify",
                in: ["s", "u", "s", "s", "s", "as", "a{sv}", "i"].enumerated().map { Argument("in\($0)", $1) },
                out: [Argument("id", answersNonsense ? "s" : "u")]
            ) { [weak self] in self?.notify($0) },
            Method("CloseNotification", in: [Argument("id", "u")], out: []) { [weak self] call in
                if case .uint32(let identifier) = call.arguments[0] { self?.closed.append(identifier) }
                call.reply()
            },
        ]
        connection.export(ExportedObject(interfaces: [Interface(Self.interface, methods: methods)]), at: Self.path)
    }

    func appear() {
        request = connection.requestName(Self.name) { [weak self] in self?.isThere = $0 == .owned }
    }

    /// Leaves the bus.
    func leave() {
        request?.release()
        request = nil
        isThere = false
    }

    private func notify(_ call: Invocation) {
        caller = call.sender
        guard case .uint32(let replaces) = call.arguments[1], case .int32(let timeout) = call.arguments[7] else {
            return
        }
        let identifier = replaces != 0 ? replaces : UInt32(shown.count + 7)
        let actions = call.arguments[5].asStringArray ?? []
        hints = call.arguments[6].asVardict ?? [:]
        shown.append(
            Shown(
                identifier: identifier, replaces: replaces, summary: call.arguments[3].asString ?? "",
                body: call.arguments[4].asString ?? "",
                actions: actions.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element), timeout: timeout))
        if isHung { unanswered.append(call) } else { call.reply(.uint32(identifier)) }
    }

    /// The user invokes an action.
    func invoke(_ key: String, of identifier: UInt32? = nil, from other: Connection? = nil) throws {
        let identifier = identifier ?? shown.last?.identifier ?? 0
        try FakeLogin.signal(
            Self.interface, "ActionInvoked", at: Self.path, [.uint32(identifier), .string(key)],
            from: other ?? connection)
    }

    /// The notification is closed: 1 expired, 2 dismissed.
    func close(_ reason: UInt32, _ identifier: UInt32? = nil, from other: Connection? = nil) throws {
        let identifier = identifier ?? shown.last?.identifier ?? 0
        try FakeLogin.signal(
            Self.interface, "NotificationClosed", at: Self.path, [.uint32(identifier), .uint32(reason)],
            from: other ?? connection)
    }
}
