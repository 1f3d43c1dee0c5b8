// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
import BatonReactor

/// The agent as another program sees it: calls of its methods and reads of its properties, by the declarations of `BatonAPI`.
///
/// It keeps nothing and follows nothing, so that a program that ends with one answer pays for that call alone; ``AgentWatch``
/// follows the agent. A connection that is made again carries further calls. Not thread-safe: use it on the thread that runs the
/// reactor.
package struct RemoteAgent {
    /// How long an answer may take that the agent has in memory; the bus may have to start the agent first.
    package static var deadline: Duration { .seconds(2) }

    package let connection: Connection
    /// The connection that owns the agent's name; nil if it is not known.
    private let owner: BusName?

    /// - Parameter owner: the owner of the agent's name, as ``AgentWatch`` knows it: a call of the name would ask the bus for it
    ///   first, which takes as long as the call.
    package init(on connection: Connection, owner: BusName? = nil) {
        self.connection = connection
        self.owner = owner
    }

    // MARK: Methods

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - deadline: how long the agent may take.
    ///   - startsAgent: whether the bus may start it.
    ///   - reply: called once, after this has returned, unless the call is cancelled.
    @discardableResult
    package func call<Arguments, Results>(
        _ method: MethodDeclaration<Arguments, Results>, _ arguments: Arguments,
        within deadline: Duration = Self.deadline, startsAgent: Bool = true,
        reply: @escaping (AgentReply<Results>) -> Void
    ) -> PendingCall? {
        send({ () throws(DBusError) in try method.call(arguments, startsAgent: startsAgent) }, within: deadline) {
            reply(Self.read($0) { (answer) throws(DBusError) in try method.results(of: answer) })
        }
    }

    /// Calls a method that has no arguments.
    @discardableResult
    package func call<Results>(
        _ method: MethodDeclaration<Void, Results>, within deadline: Duration = Self.deadline,
        startsAgent: Bool = true, reply: @escaping (AgentReply<Results>) -> Void
    ) -> PendingCall? {
        call(method, (), within: deadline, startsAgent: startsAgent, reply: reply)
    }

    /// Asks whether the agent runs on: it answers at once, whatever it does.
    @discardableResult
    package func ping(
        within deadline: Duration = Self.deadline, startsAgent: Bool = true,
        reply: @escaping (AgentReply<Void>) -> Void
    ) -> PendingCall? {
        let message = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: "org.freedesktop.DBus.Peer", member: "Ping",
            noAutoStart: !startsAgent)
        return send({ message }, within: deadline) { result in
            reply(Self.read(result) { (_) throws(DBusError) in })
        }
    }

    // MARK: Properties

    /// Asks for all properties of an interface.
    @discardableResult
    package func properties(
        of interface: AgentInterface, within deadline: Duration = Self.deadline, startsAgent: Bool = true,
        reply: @escaping (AgentReply<AgentState>) -> Void
    ) -> PendingCall? {
        values(of: interface, within: deadline, startsAgent: startsAgent) { answer in
            reply(answer.map { AgentState(interface, $0) })
        }
    }

    /// The same as they are on the bus.
    @discardableResult
    func values(
        of interface: AgentInterface, within deadline: Duration, startsAgent: Bool,
        reply: @escaping (AgentReply<[String: Value]>) -> Void
    ) -> PendingCall? {
        let question = { () throws(DBusError) in
            let message = Message.methodCall(
                to: BatonBus.name, path: BatonBus.path, interface: .properties, member: "GetAll",
                noAutoStart: !startsAgent)
            try message.append(.string(interface.name.rawValue))
            return message
        }
        return send(question, within: deadline) { result in
            reply(
                Self.read(result) { (answer) throws(DBusError) in
                    guard let values = try answer.arguments().first?.asVardict else {
                        throw DBusError(.failed, "the answer to GetAll has the types '\(answer.signature)'")
                    }
                    return values
                })
        }
    }

    /// Sets a property.
    @discardableResult
    package func set<Content: WireValue>(
        _ property: PropertyDeclaration<Content>, to content: Content, within deadline: Duration = Self.deadline,
        reply: @escaping (AgentReply<Void>) -> Void
    ) -> PendingCall? {
        send({ () throws(DBusError) in try property.set(content) }, within: deadline) { result in
            reply(Self.read(result) { (_) throws(DBusError) in })
        }
    }

    // MARK: Sending

    private func send(
        _ make: () throws(DBusError) -> Message, within deadline: Duration,
        reply: @escaping (Result<Message, DBusError>) -> Void
    ) -> PendingCall? {
        do throws(DBusError) {
            let message = try make()
            if let owner { message.setDestination(owner) }
            return connection.call(message, within: deadline, reply: reply)
        } catch {
            // As of a call: the answer comes after this has returned.
            connection.reactor.deferUntilEndOfTurn { reply(.failure(error)) }
            return nil
        }
    }

    private static func read<Content>(
        _ result: Result<Message, DBusError>, _ body: (Message) throws(DBusError) -> Content
    ) -> AgentReply<Content> {
        switch result {
        case .success(let answer):
            do throws(DBusError) { return .success(try body(answer)) } catch { return .failure(.unreadable(error)) }
        case .failure(let error): return .failure(AgentError(error))
        }
    }
}
