// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonEvents

/// Calls on Baton's agent, `org.baton.Baton1`.
struct AgentClient {
    /// How long an event may take: the agent gives each player one second in turn.
    static let eventDeadline = Duration.seconds(10)

    /// How long a property may take; it comes from the agent's memory, but the agent may have to be started first.
    static let propertyDeadline = Duration.seconds(2)

    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    let session: BusSession

    /// A call to the agent, which the bus starts if it can.
    static func message(_ member: MemberName) -> Message {
        Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: BatonBus.application, member: member, noAutoStart: false)
    }

    /// Posts an event and waits for the outcome.
    func send(_ command: RemoteControlSubtype) throws(DBusError) -> (handled: Bool, responder: String) {
        let message = Self.message(ApplicationMember.sendRemoteControlEvent)
        try message.append(.uint32(UInt32(command.rawValue)))
        let reply = try session.call(message, within: Self.eventDeadline).get().arguments()
        return (reply.first?.asBool ?? false, reply.dropFirst().first?.asString ?? "")
    }

    /// All properties of the agent.
    func state() throws(DBusError) -> AgentState {
        var result: Result<AgentState, DBusError>?
        askState(noAutoStart: false) { result = $0 }
        session.turn { result != nil }
        guard let result else { throw session.loss }
        return try result.get()
    }

    /// Asks for all properties of the agent; `reply` is called while the session turns.
    func askState(noAutoStart: Bool = true, reply: @escaping (Result<AgentState, DBusError>) -> Void) {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: Self.properties, member: "GetAll",
            noAutoStart: noAutoStart)
        do {
            try message.append(.string(BatonBus.application.rawValue))
        } catch {
            return reply(.failure(error))
        }
        session.connection.call(message, within: Self.propertyDeadline) { result in
            reply(result.map { AgentState(properties: (try? $0.arguments())?.first?.asVardict ?? [:]) })
        }
    }

    /// Calls a method and waits for the reply.
    @discardableResult
    func call(_ member: MemberName, _ arguments: Value...) throws(DBusError) -> Message {
        let message = Self.message(member)
        try message.append(contentsOf: arguments)
        return try session.call(message, within: Self.propertyDeadline).get()
    }

    /// Whether `error` means that there is no agent, as opposed to an agent that refuses.
    static func isAbsence(_ error: DBusError) -> Bool {
        switch error.name {
        case .serviceUnknown, .nameHasNoOwner, "org.freedesktop.DBus.Error.TimedOut": true
        default: error.name.rawValue.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
        }
    }
}
