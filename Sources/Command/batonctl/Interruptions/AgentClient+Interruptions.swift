// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus

extension AgentClient {
    /// An interruption that lasts.
    struct ActiveInterruption: Sendable {
        let id: UInt32
        let source: String
        let reason: String
        let requester: String
        let since: UInt64
        let players: [String]
    }

    /// The sleep timer.
    struct SleepState: Sendable {
        /// Microseconds since 1970; 0 for none.
        var until: UInt64 = 0
        var atEndOfTrack = false
    }

    /// Calls a method of the interruptions and waits for the reply.
    func interruptions(_ member: MemberName, _ arguments: [Value] = []) throws(DBusError) -> [Value] {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: BatonBus.interruptions, member: member,
            noAutoStart: false)
        try message.append(contentsOf: arguments)
        return try session.call(message, within: Self.propertyDeadline).get().arguments()
    }

    /// The properties of the interruptions.
    private func properties() throws(DBusError) -> [String: Value] {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: AgentClient.properties, member: "GetAll",
            noAutoStart: false)
        try message.append(.string(BatonBus.interruptions.rawValue))
        return try session.call(message, within: Self.propertyDeadline).get().arguments().first?.asVardict ?? [:]
    }

    /// What lasts now, in the order of the beginnings.
    func activeInterruptions() throws(DBusError) -> [ActiveInterruption] {
        guard case .array(let rows)? = try properties()[InterruptionsMember.active.rawValue]?.unwrapped else {
            return []
        }
        return rows.elements.compactMap(ActiveInterruption.init)
    }

    /// The sleep timer.
    func sleepState() throws(DBusError) -> SleepState {
        let properties = try properties()
        var state = SleepState()
        if case .uint64(let until)? = properties[InterruptionsMember.sleepUntil.rawValue]?.unwrapped {
            state.until = until
        }
        state.atEndOfTrack = properties[InterruptionsMember.sleepAtEndOfTrack.rawValue]?.asBool ?? false
        return state
    }
}

extension AgentClient.ActiveInterruption {
    fileprivate init?(_ row: Value) {
        guard case .structure(let members) = row, members.count >= 6, case .uint32(let id) = members[0],
            case .uint64(let since) = members[4]
        else { return nil }
        self.init(
            id: id, source: members[1].asString ?? "", reason: members[2].asString ?? "",
            requester: members[3].asString ?? "", since: since, players: members[5].asStringArray ?? [])
    }
}
