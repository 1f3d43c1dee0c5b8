// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// A GlobalShortcuts portal whose answers a test sets.
final class FakeShortcutsPortal {
    static let name: BusName = "org.freedesktop.portal.Desktop"
    static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    static let interface: InterfaceName = "org.freedesktop.portal.GlobalShortcuts"

    let connection: Connection
    /// "CreateSession", "BindShortcuts play-pause=XF86AudioPlay …", "ListShortcuts", "Close".
    private(set) var calls: [String] = []
    /// The Response's code of BindShortcuts; nil for none.
    var answer: UInt32? = 0
    /// The list that BindShortcuts returns: every shortcut with its preferred key, or none, as KDE's portal after its
    /// dialog.
    var tellsWhatIsBound = true
    /// The shortcuts with their keys that ListShortcuts returns; nil for an error.
    var listed: [(id: String, trigger: String)]? = []
    /// The key of each shortcut that BindShortcuts returns instead of the preferred one; empty as in Hyprland's portal.
    var trigger: String?
    private(set) var session: ObjectPath = "/none"
    private var request: NameRequest?

    init(on connection: Connection) {
        self.connection = connection
    }

    func appear() {
        let version = Property("version", "u") { () throws(DBusError) in .uint32(1) }
        let create = Method("CreateSession", in: [Argument("options", "a{sv}")], out: [Argument("handle", "o")]) {
            [unowned self] call in self.create(call)
        }
        let bind = Method(
            "BindShortcuts",
            in: [
                Argument("session", "o"), Argument("shortcuts", "a(sa{sv})"), Argument("parent", "s"),
                Argument("options", "a{sv}"),
            ], out: [Argument("handle", "o")]
        ) { [unowned self] call in self.bind(call) }
        let list = Method(
            "ListShortcuts", in: [Argument("session", "o"), Argument("options", "a{sv}")],
            out: [Argument("handle", "o")]
        ) { [unowned self] call in
            calls.append("ListShortcuts")
            respond(call, call.arguments[1], listed == nil ? 2 : 0, [("shortcuts", Self.shortcuts(listed ?? []))])
        }
        let interface = Interface(Self.interface, methods: [create, bind, list], properties: [version])
        connection.export(ExportedObject(interfaces: [interface]), at: Self.path)
        request = connection.requestName(Self.name) { _ in }
    }

    /// Releases its name.
    func disappear() {
        request?.release()
        request = nil
    }

    private func create(_ call: Invocation) {
        calls.append("CreateSession")
        let token = call.arguments[0].asVardict?["session_handle_token"]?.asString ?? "none"
        let sender = String(call.sender.rawValue.dropFirst().map { $0 == "." ? "_" : $0 })
        guard let session = try? ObjectPath("/org/freedesktop/portal/desktop/session/\(sender)/\(token)") else {
            return
        }
        self.session = session
        let close = Method("Close") { [unowned self] call in
            calls.append("Close")
            call.reply()
        }
        connection.export(
            ExportedObject(interfaces: [Interface("org.freedesktop.portal.Session", methods: [close])]), at: session)
        respond(call, call.arguments[0], 0, [("session_handle", .string(session.rawValue))])
    }

    private func bind(_ call: Invocation) {
        var wished: [(id: String, trigger: String)] = []
        if case .array(let array) = call.arguments[1] {
            for case .structure(let fields) in array.elements {
                wished.append(
                    (fields[0].asString ?? "", fields[1].asVardict?["preferred_trigger"]?.asString ?? ""))
            }
        }
        calls.append("BindShortcuts \(wished.map { "\($0.id)=\($0.trigger)" }.joined(separator: " "))")
        let bound = wished.map { (id: $0.id, trigger: trigger ?? $0.trigger) }
        respond(call, call.arguments[3], answer, tellsWhatIsBound ? [("shortcuts", Self.shortcuts(bound))] : [])
    }

    private static func shortcuts(_ shortcuts: [(id: String, trigger: String)]) -> Value {
        .array(
            DBusArray(
                "(sa{sv})",
                shortcuts.map {
                    .structure([.string($0.id), .vardict([("trigger_description", .string($0.trigger))])])
                }))
    }

    /// Acts as if the user had changed the keys.
    func change(to shortcuts: [(id: String, trigger: String)]) {
        emit(
            Self.path, Self.interface, "ShortcutsChanged", [.objectPath(session), Self.shortcuts(shortcuts)], to: nil)
    }

    private func respond(_ call: Invocation, _ options: Value, _ code: UInt32?, _ results: [(String, Value)]) {
        let token = options.asVardict?["handle_token"]?.asString ?? "none"
        let sender = String(call.sender.rawValue.dropFirst().map { $0 == "." ? "_" : $0 })
        guard let path = try? ObjectPath("/org/freedesktop/portal/desktop/request/\(sender)/\(token)") else { return }
        call.reply(.objectPath(path))
        guard let code else { return }
        emit(path, "org.freedesktop.portal.Request", "Response", [.uint32(code), .vardict(results)], to: call.sender)
    }

    /// Signals that a shortcut was pressed or released.
    func signal(_ member: MemberName, _ id: String, in session: ObjectPath? = nil) {
        emit(
            Self.path, Self.interface, member,
            [.objectPath(session ?? self.session), .string(id), .uint64(1), .vardict([])], to: nil)
    }

    /// Ends the session as the desktop does.
    func end() { emit(session, "org.freedesktop.portal.Session", "Closed", [.vardict([])], to: nil) }

    private func emit(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ values: [Value], to caller: BusName?
    ) {
        let signal = Message.signal(path: path, interface: interface, member: member, to: caller)
        do {
            try signal.append(contentsOf: values)
            connection.send(signal)
        } catch {
            Issue.record("\(member): \(error)")
        }
    }
}
