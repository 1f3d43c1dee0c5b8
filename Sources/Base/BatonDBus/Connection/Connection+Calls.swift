// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Calls of others: which of them reach an object, and what the others get.
extension Connection {
    func receiveCall(_ message: Message) {
        if Peer.isCall(message) { return answer(Peer.answer(to: message), to: message) }
        let path = dbus_message_get_path(message.handle)
        guard let export = exports.first(where: { isEqual(path, $0.path.rawValue) }) else {
            return answer(answerForUnknownObject(message), to: message)
        }
        do throws(DBusError) {
            try admit(message, to: export.object)
        } catch {
            return answer(.error(to: message, error), to: message)
        }
        export.object.receive(message)
    }

    /// Refuses a call whose caller lets too much wait already, that is too large, or that brings descriptors to a
    /// method without such an argument, before it is stored anywhere.
    private func admit(_ message: Message, to object: ExportedObject) throws(DBusError) {
        if let refusal = refusal(of: message) { throw refusal }
        guard !message.hasDescriptors || object.takesDescriptors(message) else {
            throw DBusError(.invalidArguments, "the call brings file descriptors that it has no argument for")
        }
        guard let size = message.argumentSize(upTo: options.largestCall) else {
            throw DBusError(
                .limitsExceeded, "the call is larger than the \(options.largestCall) bytes that are taken here")
        }
        guard size >= CallerShares.smallest, let sender = message.sender else { return }
        message.share = try shares.charge(sender, size)
    }

    /// Programs that walk the object tree start at the root, so introspection of a path above an object lists the paths
    /// below it.
    private func answerForUnknownObject(_ message: Message) -> Message {
        let path = message.path?.rawValue ?? ""
        let prefix = path == "/" ? "/" : path + "/"
        let below = exports.map(\.path.rawValue).filter { $0.hasPrefix(prefix) }
        guard !below.isEmpty, message.isMethodCall(Introspection.interface, "Introspect") else {
            return .error(to: message, DBusError(.unknownObject, "there is no object '\(path)' here"))
        }
        let children = Set(below.compactMap { $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init) })
        let reply = Message.methodReturn(to: message)
        try? reply.append(.string(Introspection.xml(interfaces: [], children: children.sorted())))
        return reply
    }
}
