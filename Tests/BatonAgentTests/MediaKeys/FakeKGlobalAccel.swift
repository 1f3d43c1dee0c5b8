// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Testing

/// A kglobalaccel that gives Baton every key it asks for, and presses them when a test says so.
final class FakeKGlobalAccel {
    private let connection: Connection
    private var request: NameRequest?
    /// How many keys were asked for.
    private(set) var taken = 0

    init(on connection: Connection) {
        self.connection = connection
        let list = Method("actionList", in: [Argument("key", "(ai)")], out: [Argument("action", "as")]) {
            $0.reply(.strings([]))
        }
        let register = Method("doRegister", in: [Argument("action", "as")]) { $0.reply() }
        let set = Method(
            "setShortcutKeys", in: [Argument("action", "as"), Argument("keys", "a(ai)"), Argument("flags", "u")],
            out: [Argument("keys", "a(ai)")]
        ) { [unowned self] call in
            taken += 1
            call.reply(call.arguments[1])
        }
        connection.export(
            ExportedObject(interfaces: [Interface("org.kde.KGlobalAccel", methods: [list, register, set])]),
            at: "/kglobalaccel")
        request = connection.requestName("org.kde.kglobalaccel") { _ in }
    }

    /// Tells that a key of Baton's went down, or came up.
    func signal(_ member: MemberName, _ action: String) {
        let signal = Message.signal(
            path: "/component/baton", interface: "org.kde.kglobalaccel.Component", member: member)
        do {
            try signal.append(.string("baton"), .string(action), .int64(0))
            connection.send(signal)
        } catch {
            Issue.record("\(error)")
        }
    }
}
