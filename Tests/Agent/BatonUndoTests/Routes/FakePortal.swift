// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport

@testable import BatonSession
@testable import BatonUndo

/// A RemoteDesktop portal that denies, closes, forgets and leaves on demand. Its messages are those of the real one
/// (rules UNDO31 to UNDO34).
@MainActor
final class FakePortal {
    static let name: BusName = "org.freedesktop.portal.Desktop"
    static let request: InterfaceName = "org.freedesktop.portal.Request"
    static let session: InterfaceName = "org.freedesktop.portal.Session"

    /// How the user, or the portal, answers Start.
    enum Reaction {
        case allow, deny, end
        /// The dialog stays on the screen.
        case wait
        /// Consent to other devices than the keyboard.
        case withoutKeyboard
    }

    let connection: Connection
    var version: UInt32 = 2
    var devices: UInt32 = 7
    var reaction = Reaction.allow
    /// Whether pressing a key is an error.
    var refusesKeys = false
    /// Whether a call that presses or releases a key is never answered.
    var ignoresKeys = false
    /// The method that is accepted and gets no response.
    var silentMember: String?
    /// The method that is refused.
    var refusedMember: String?
    /// The value in place of the session's path.
    var sessionHandle: Value?
    /// Whether that path is of the type that the documentation says.
    var isHandlePath = false
    /// The app that it was told, and how many calls it had before that.
    private(set) var registered: [String] = []
    /// The values in place of the device types and the token.
    var startResults: [(String, Value)]?
    /// Whether requests have a path of its own making, as before 0.9.
    var hasOwnPaths = false
    private(set) var isThere = false
    /// The calls, a word for each.
    private(set) var calls: [String] = []
    /// The keys: "+ffe3", "-ffe3".
    private(set) var keys: [String] = []
    /// The tokens that it received.
    private(set) var tokens: [String] = []
    /// The token that it returns next.
    private(set) var issued = 0
    private(set) var waitingPath: ObjectPath?
    private(set) var sessionPath: ObjectPath?
    private var ownName: NameRequest?
    private var unanswered: [Invocation] = []
    private var requests: [ExportedObject] = []

    init(on connection: Connection) {
        self.connection = connection
        let handle = [Argument("handle", "o")]
        let methods = [
            Method("CreateSession", in: [Argument("options", "a{sv}")], out: handle) { [weak self] in self?.create($0)
            },
            Method(
                "SelectDevices", in: [Argument("session", "o"), Argument("options", "a{sv}")], out: handle
            ) { [weak self] in self?.select($0) },
            Method(
                "Start", in: [Argument("session", "o"), Argument("window", "s"), Argument("options", "a{sv}")],
                out: handle
            ) { [weak self] in self?.start($0) },
            Method(
                "NotifyKeyboardKeysym",
                in: [
                    Argument("session", "o"), Argument("options", "a{sv}"), Argument("keysym", "i"),
                    Argument("state", "u"),
                ], out: []
            ) { [weak self] in self?.press($0) },
        ]
        let properties = [
            Property("version", "u") { [weak self] in .uint32(self?.version ?? 0) },
            Property("AvailableDeviceTypes", "u") { [weak self] in .uint32(self?.devices ?? 0) },
        ]
        let register = Method("Register", in: [Argument("app", "s"), Argument("options", "a{sv}")]) { [weak self] in
            self?.registered.append("\($0.arguments[0].asString ?? "") after \(self?.calls.count ?? 0) calls")
            $0.reply()
        }
        connection.export(
            ExportedObject(interfaces: [
                Interface(RemoteDesktopPortal.interface, methods: methods, properties: properties),
                Interface("org.freedesktop.host.portal.Registry", methods: [register]),
            ]), at: DesktopPortal.path)
    }

    func appear() {
        ownName = connection.requestName(Self.name) { [weak self] in self?.isThere = $0 == .owned }
    }

    func leave() {
        ownName?.release()
        ownName = nil
        isThere = false
    }

    // MARK: Requests

    private func accept(_ call: Invocation, options index: Int, _ results: [(String, Value)]?, code: UInt32 = 0) {
        let token = call.arguments[index].asVardict?["handle_token"]?.asString ?? "none"
        let sender = call.sender.rawValue.dropFirst().map { $0 == "." ? "_" : $0 }
        guard refusedMember != calls.last else {
            return call.fail(DBusError(.accessDenied, "Session creation inhibited"))
        }
        let word = hasOwnPaths ? "own" : String(sender)
        guard let path = try? ObjectPath("/org/freedesktop/portal/desktop/request/\(word)/\(token)") else { return }
        let close = Method("Close", in: [], out: []) { [weak self] call in
            self?.calls.append("Request.Close")
            call.reply()
        }
        let object = ExportedObject(interfaces: [Interface(Self.request, methods: [close])])
        requests.append(object)
        connection.export(object, at: path)
        call.reply(.objectPath(path))
        guard let results, silentMember != calls.last else {
            waitingPath = path
            return
        }
        // Every value here is well-formed.
        try? respond(at: path, code, results)
    }

    /// Answers a request.
    func respond(
        at path: ObjectPath, _ code: UInt32, _ results: [(String, Value)] = [], from other: Connection? = nil
    ) throws {
        try FakeLogin.signal(
            Self.request, "Response", at: path, [.uint32(code), .vardict(results)], from: other ?? connection)
    }

    private func create(_ call: Invocation) {
        calls.append("CreateSession")
        let token = call.arguments[0].asVardict?["session_handle_token"]?.asString ?? "none"
        guard let path = try? ObjectPath("/org/freedesktop/portal/desktop/session/s/\(token)") else { return }
        sessionPath = path
        let close = Method("Close", in: [], out: []) { [weak self] call in
            self?.calls.append("Session.Close")
            call.reply()
        }
        connection.export(ExportedObject(interfaces: [Interface(Self.session, methods: [close])]), at: path)
        // A string, as it is on the wire.
        let handle: Value = isHandlePath ? .objectPath(path) : .string(path.rawValue)
        accept(call, options: 0, [("session_handle", sessionHandle ?? handle)])
    }

    private func select(_ call: Invocation) {
        calls.append("SelectDevices")
        if let token = call.arguments[1].asVardict?["restore_token"]?.asString { tokens.append(token) }
        accept(call, options: 1, [])
    }

    private func start(_ call: Invocation) {
        calls.append("Start")
        switch reaction {
        case .allow:
            if let startResults { return accept(call, options: 2, startResults) }
            issued += 1
            let token: [(String, Value)] = version >= 2 ? [("restore_token", .string("token-\(issued)"))] : []
            accept(call, options: 2, [("devices", .uint32(1))] + token)
        case .withoutKeyboard: accept(call, options: 2, [("devices", .uint32(2))])
        case .deny: accept(call, options: 2, [], code: 1)
        case .end: accept(call, options: 2, [], code: 2)
        case .wait: accept(call, options: 2, nil)
        }
    }

    private func press(_ call: Invocation) {
        guard !refusesKeys else { return call.fail(DBusError(.failed, "Invalid session")) }
        guard case .int32(let keysym) = call.arguments[2], case .uint32(let state) = call.arguments[3] else { return }
        guard !ignoresKeys else { return unanswered.append(call) }
        keys.append((state == 1 ? "+" : "-") + String(keysym, radix: 16))
        call.reply()
    }

    /// The desktop ends the session.
    func closeSession(from other: Connection? = nil) throws {
        guard let sessionPath else { return }
        try FakeLogin.signal(Self.session, "Closed", at: sessionPath, [.vardict([])], from: other ?? connection)
    }
}
