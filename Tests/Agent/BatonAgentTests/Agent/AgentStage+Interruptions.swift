// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport

/// The interruptions of a stage's batond.
extension AgentStage {
    /// Begins an interruption of this process.
    func begin() throws -> (id: UInt32, lease: UnixFileDescriptor) {
        let values = try interruptions("Begin", .string("call"), .string(""), .vardict([])).get()
        guard case .uint32(let id) = values[0], case .fileDescriptor(let lease) = values[1] else {
            throw DBusError(.failed, "\(values)")
        }
        return (id, lease)
    }

    /// Calls a method of the interruptions.
    func interruptions(_ member: MemberName, _ arguments: Value...) throws -> Result<[Value], DBusError> {
        let message = Message.methodCall(
            to: Self.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions", member: member)
        try message.append(contentsOf: arguments)
        return try call(message)
    }

    /// Waits until the interruptions that last are those of these sources.
    func lasts(_ sources: [String]) -> Bool {
        turn {
            let message = Message.methodCall(
                to: Self.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties", member: "Get")
            try? message.append(.string("org.baton.Baton1.Interruptions"), .string("Active"))
            guard let value = (try? call(message).get())?.first, case .array(let active) = value.unwrapped else {
                return false
            }
            return active.elements.compactMap { interruption in
                if case .structure(let fields) = interruption { fields[1].asString } else { nil }
            } == sources
        }
    }
}
