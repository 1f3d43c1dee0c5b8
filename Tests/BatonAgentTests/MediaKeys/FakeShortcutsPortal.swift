// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// A GlobalShortcuts portal that answers what a test says.
final class FakeShortcutsPortal {
    static let name: BusName = "org.freedesktop.portal.Desktop"
    static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    static let interface: InterfaceName = "org.freedesktop.portal.GlobalShortcuts"

    let connection: Connection
    /// "CreateSession", "BindShortcuts play-pause=XF86AudioPlay …", "Close".
    private(set) var calls: [String] = []
    /// The Response's code of BindShortcuts; nil for none.
    var answer: UInt32? = 0
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
        connection.export(
            ExportedObject(interfaces: [Interface(Self.interface, methods: [create, bind], properties: [version])]),
            at: Self.path)
        request = connection.requestName(Self.name) { _ in }
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
        var bound: [String] = []
        if case .array(let array) = call.arguments[1] {
            for case .structure(let fields) in array.elements {
                bound.append(
                    "\(fields[0].asString ?? "")=\(fields[1].asVardict?["preferred_trigger"]?.asString ?? "")")
            }
        }
        calls.append("BindShortcuts \(bound.joined(separator: " "))")
        respond(call, call.arguments[3], answer, [("shortcuts", call.arguments[1])])
    }

    private func respond(_ call: Invocation, _ options: Value, _ code: UInt32?, _ results: [(String, Value)]) {
        let token = options.asVardict?["handle_token"]?.asString ?? "none"
        let sender = String(call.sender.rawValue.dropFirst().map { $0 == "." ? "_" : $0 })
        guard let path = try? ObjectPath("/org/freedesktop/portal/desktop/request/\(sender)/\(token)") else { return }
        call.reply(.objectPath(path))
        guard let code else { return }
        emit(path, "org.freedesktop.portal.Request", "Response", [.uint32(code), .vardict(results)], to: call.sender)
    }

    /// A shortcut is pressed or let go.
    func signal(_ member: MemberName, _ id: String, in session: ObjectPath? = nil) {
        emit(
            Self.path, Self.interface, member,
            [.objectPath(session ?? self.session), .string(id), .uint64(1), .vardict([])], to: nil)
    }

    /// The desktop ends the session.
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
