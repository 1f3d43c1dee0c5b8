// SPDX-License-Identifier: Apache-2.0

import CDBus

/// The standard interface Peer, which every path has. libdbus answers it where its dispatcher is used; here it is not.
enum Peer {
    private static let interface = "org.freedesktop.DBus.Peer"

    /// Whether a method of Peer is called. Compares without copying.
    static func isCall(_ message: Message) -> Bool {
        isEqual(dbus_message_get_interface(message.handle), interface)
    }

    static func answer(to call: Message) -> Message {
        let member = dbus_message_get_member(call.handle)
        if isEqual(member, "Ping") { return .methodReturn(to: call) }
        guard isEqual(member, "GetMachineId") else {
            return .error(to: call, DBusError(.unknownMethod, "Peer has no such method"))
        }
        var failure = CDBus.DBusError()
        dbus_error_init(&failure)
        defer { dbus_error_free(&failure) }
        guard let identifier = dbus_try_get_local_machine_id(&failure) else {
            let reason = failure.message.map { String(cString: $0) } ?? "no reason is known"
            return .error(to: call, DBusError(.failed, "the machine has no identifier: \(reason)"))
        }
        defer { dbus_free(identifier) }
        let answer = Message.methodReturn(to: call)
        // Cannot fail: it is 32 hexadecimal digits.
        try? answer.append(.string(String(cString: identifier)))
        return answer
    }
}
