// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

extension AgentClient {
    /// How long an undo may take: each route has half a second to tell whether it can deliver, and two to deliver.
    static let undoDeadline = Duration.seconds(20)

    /// Undoes or redoes in the app in front.
    ///
    /// - Returns: The agent's outcome, and the reason; nil when there is none to give.
    func perform(_ choice: UndoOperation) throws(DBusError) -> (outcome: String, reason: Reason?) {
        // An agent that does not run on answers nothing, and is not waited for as long as an undo may take.
        let ping = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: "org.freedesktop.DBus.Peer", member: "Ping",
            noAutoStart: false)
        _ = try session.call(ping, within: Self.propertyDeadline).get()
        return try pair(Self.message(choice.method), within: Self.undoDeadline)
    }

    /// Has the desktop ask the user whether a route may be used; the reply comes when the user has decided.
    ///
    /// - Parameter isOver: Whether to stop waiting; called after each turn of the reactor.
    /// - Returns: Nil when the wait was stopped.
    func requestConsent(
        for route: String, unless isOver: () -> Bool
    ) throws(DBusError) -> (outcome: String, reason: Reason?)? {
        let message = Self.message(ApplicationMember.requestConsent)
        try message.append(.string(route))
        var result: Result<Message, DBusError>?
        session.connection.call(message, within: Self.settleDeadline) { result = $0 }
        session.turn { result != nil || isOver() }
        guard let result else {
            if isOver() { return nil }
            throw DBusError(.disconnected, "The connection to the bus was lost.")
        }
        return Self.pair(try result.get().arguments())
    }

    private func pair(_ message: Message, within deadline: Duration) throws(DBusError) -> (String, Reason?) {
        Self.pair(try session.call(message, within: deadline).get().arguments())
    }

    private static func pair(_ arguments: [Value]) -> (String, Reason?) {
        (arguments.first?.asString ?? "", Reason(arguments.dropFirst()))
    }
}
