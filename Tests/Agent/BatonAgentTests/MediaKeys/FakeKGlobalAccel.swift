// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// A kglobalaccel with one other program that has the play key. It gives Baton every key that it requests, unless a
/// test says otherwise, and presses keys on demand.
final class FakeKGlobalAccel {
    static let playKey = FakeKGlobalAccel.sequence(0x0100_0080)
    static let plasma = ["mediacontrol", "playpausemedia", "Media Controller", "Play/Pause"]

    let connection: Connection
    /// The keys of the other program.
    var plasmaKeys: [Value] = [FakeKGlobalAccel.playKey]
    /// How often Baton's first key was requested.
    private(set) var tries = 0
    /// The number of keys that were requested.
    private(set) var taken = 0
    /// Whether setShortcutKeys fails.
    var refuses = false
    /// Whether actionList is not answered before Baton's shortcuts are unregistered.
    var holdsLists = false
    /// Answers shortcutKeys instead of the default.
    var onQuestion: ((Invocation) -> Void)?
    private var lists: [Invocation] = []
    private var request: NameRequest?

    init(on connection: Connection) {
        self.connection = connection
        appear()
    }

    /// The keys of the other program as shortcutKeys returns them.
    var keys: Value { .array(DBusArray("(ai)", plasmaKeys)) }

    static func sequence(_ key: Int32) -> Value {
        .structure([.array(DBusArray("i", [key, 0, 0, 0].map { .int32($0) }))])
    }

    private func appear() {
        let methods = [
            Method("actionList", in: [Argument("key", "(ai)")], out: [Argument("action", "as")]) { [unowned self] in
                if holdsLists { lists.append($0) } else { list($0) }
            },
            Method("shortcutKeys", in: [Argument("action", "as")], out: [Argument("keys", "a(ai)")]) {
                [unowned self] in
                if let onQuestion { onQuestion($0) } else { $0.reply(keys) }
            },
            Method("setForeignShortcutKeys", in: [Argument("action", "as"), Argument("keys", "a(ai)")]) {
                [unowned self] in setKeys($0)
            },
            // Baton's actions are new to it each time.
            Method("allActionsForComponent", in: [Argument("component", "as")], out: [Argument("actions", "aas")]) {
                $0.reply(.array(DBusArray("as", [])))
            },
            Method("doRegister", in: [Argument("action", "as")]) { $0.reply() },
            Method(
                "setShortcutKeys", in: [Argument("action", "as"), Argument("keys", "a(ai)"), Argument("flags", "u")],
                out: [Argument("keys", "a(ai)")]
            ) { [unowned self] call in
                if call.arguments[0].asStringArray?[1] == "playpausemedia" { tries += 1 }
                taken += 1
                if refuses { call.fail(DBusError(.failed, "not yet")) } else { call.reply(call.arguments[1]) }
            },
            Method(
                "unregister", in: [Argument("component", "s"), Argument("action", "s")], out: [Argument("was", "b")]
            ) { [unowned self] in
                for call in lists { list(call) }
                lists = []
                $0.reply(.boolean(true))
            },
        ]
        connection.export(
            ExportedObject(interfaces: [Interface("org.kde.KGlobalAccel", methods: methods)]), at: "/kglobalaccel")
        request = connection.requestName("org.kde.kglobalaccel") { _ in }
    }

    private func list(_ call: Invocation) {
        call.reply(.strings(plasmaKeys.contains(call.arguments[0]) ? Self.plasma : []))
    }

    private func setKeys(_ call: Invocation) {
        if call.arguments[0].asStringArray?.first == "mediacontrol", case .array(let keys) = call.arguments[1] {
            plasmaKeys = keys.elements
        }
        call.reply()
        report(call.arguments)
    }

    /// Changes the keys of the other program, as System Settings does.
    func change(_ keys: [Value]) {
        plasmaKeys = keys
        report([.strings(Self.plasma), self.keys])
    }

    private func report(_ arguments: [Value]) {
        let signal = Message.signal(
            path: "/kglobalaccel", interface: "org.kde.KGlobalAccel", member: "yourShortcutsChanged")
        do {
            try signal.append(contentsOf: arguments)
            connection.send(signal)
        } catch {
            Issue.record("\(error)")
        }
    }

    /// Signals that a key of a component, which is Baton's, was pressed or released.
    func signal(_ member: MemberName, _ action: String, of component: String = "baton") {
        do {
            let signal = Message.signal(
                path: try ObjectPath("/component/\(component)"), interface: "org.kde.kglobalaccel.Component",
                member: member)
            try signal.append(.string(component), .string(action), .int64(0))
            connection.send(signal)
        } catch {
            Issue.record("\(error)")
        }
    }
}
