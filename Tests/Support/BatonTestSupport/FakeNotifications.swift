// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A notification daemon with faults that no real one has on demand: it stays silent, draws no buttons, answers with a
/// wrong type.
@MainActor
public final class FakeNotifications {
    /// Its name.
    public static let name: BusName = "org.freedesktop.Notifications"
    /// Its object.
    public static let path: ObjectPath = "/org/freedesktop/Notifications"
    /// The interface of a notification daemon.
    public static let interface: InterfaceName = "org.freedesktop.Notifications"

    /// A notification that is or was shown.
    public struct Shown: Equatable {
        /// Its number, which the daemon gave it.
        public var identifier: UInt32
        /// The number of the one that it takes the place of; 0 for none.
        public var replaces: UInt32
        /// The title.
        public var summary: String
        /// The text below the title.
        public var body: String
        /// The keys of its actions.
        public var actions: [String]
        /// Milliseconds until the daemon takes it off the screen.
        public var timeout: Int32
    }

    /// The connection that it is on.
    public let connection: Connection
    /// What it says that it can do.
    public var capabilities = ["actions", "body"]
    /// What it says that it is.
    public var serverName = "fake"
    /// Whether it does not answer Notify.
    public var isHung = false
    /// Whether its answer to Notify has a wrong type.
    public var answersNonsense = false
    /// All that it was asked to show.
    public private(set) var shown: [Shown] = []
    /// The hints of the last one.
    public private(set) var hints: [String: Value] = [:]
    /// The numbers of those that it was asked to close.
    public private(set) var closed: [UInt32] = []
    /// The last caller.
    public private(set) var caller: BusName?
    /// Whether it has its name.
    public private(set) var isThere = false
    private var unanswered: [Invocation] = []
    private var request: NameRequest?

    /// Puts its object on the bus; the name is taken with ``appear()``.
    public init(on connection: Connection) {
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

    /// Takes the name.
    public func appear() {
        request = connection.requestName(Self.name) { [weak self] in self?.isThere = $0 == .owned }
    }

    /// Leaves the bus.
    public func leave() {
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

    /// Answers the calls of Notify that it has not answered.
    public func answer() {
        let calls = unanswered
        unanswered = []
        for (index, call) in calls.enumerated() {
            call.reply(.uint32(shown[shown.count - calls.count + index].identifier))
        }
    }

    /// The user invokes an action.
    public func invoke(_ key: String, of identifier: UInt32? = nil, from other: Connection? = nil) throws {
        let identifier = identifier ?? shown.last?.identifier ?? 0
        try FakeLogin.signal(
            Self.interface, "ActionInvoked", at: Self.path, [.uint32(identifier), .string(key)],
            from: other ?? connection)
    }

    /// The notification is closed: 1 expired, 2 dismissed.
    public func close(_ reason: UInt32, _ identifier: UInt32? = nil, from other: Connection? = nil) throws {
        let identifier = identifier ?? shown.last?.identifier ?? 0
        try FakeLogin.signal(
            Self.interface, "NotificationClosed", at: Self.path, [.uint32(identifier), .uint32(reason)],
            from: other ?? connection)
    }
}
