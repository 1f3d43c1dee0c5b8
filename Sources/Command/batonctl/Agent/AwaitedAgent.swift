// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonReactor

/// The agent on a connection that is turned only while an answer is awaited.
struct AwaitedAgent {
    let session: BusSession
    /// What a command says of a failure.
    private(set) var message: (AgentError) -> CommandError = AgentFailure.message

    /// The same agent, whose failures are told in other words.
    func telling(_ message: @escaping (AgentError) -> CommandError) -> AwaitedAgent {
        var agent = self
        agent.message = message
        return agent
    }

    var remote: RemoteAgent { RemoteAgent(on: session.connection) }

    /// How long an answer may take before the agent is asked whether it runs on.
    private static let patience = Duration.milliseconds(500)

    /// What is said of an agent that does not answer whatever it is asked. A player's silence, which the agent passes on, has
    /// other words.
    static let unanswered = DBusError(.timeout, "Baton does not answer")

    /// Asks something, and turns the session until the answer is there, or it is certain that none will come.
    func reply<Content>(
        to ask: (RemoteAgent, @escaping (AgentReply<Content>) -> Void) -> PendingCall?
    ) -> AgentReply<Content> {
        var result: AgentReply<Content>?
        let call = ask(remote) { result = $0 }
        // One that is being started is not on the bus yet, and is waited for.
        let check = session.reactor.schedule(after: Self.patience) {
            remote.ping(startsAgent: false) { answer in
                guard case .failure(.silent) = answer, result == nil else { return }
                call?.cancel()
                result = .failure(.silent(Self.unanswered))
            }
        }
        defer { check.cancel() }
        session.turn { result != nil }
        return result ?? .failure(.busLost(session.loss))
    }

    /// What is in an answer; without one, the bus was lost.
    func content<Content>(of reply: AgentReply<Content>?) throws(CommandError) -> Content {
        switch reply ?? .failure(.busLost(session.loss)) {
        case .success(let content): return content
        case .failure(let error): throw message(error)
        }
    }

    /// Calls a method.
    @discardableResult
    func call<Arguments, Results>(
        _ method: MethodDeclaration<Arguments, Results>, _ arguments: Arguments,
        within deadline: Duration = RemoteAgent.deadline
    ) throws(CommandError) -> Results {
        try content(of: reply { $0.call(method, arguments, within: deadline, reply: $1) })
    }

    /// Calls a method that has no arguments.
    @discardableResult
    func call<Results>(
        _ method: MethodDeclaration<Void, Results>, within deadline: Duration = RemoteAgent.deadline
    ) throws(CommandError) -> Results {
        try call(method, (), within: deadline)
    }

    /// Throws unless the agent answers: one that does not run on is waited for no longer than that.
    func ping() throws(CommandError) { try content(of: reply { $0.ping(reply: $1) }) }

    /// All properties of an interface.
    func properties(of interface: AgentInterface) throws(CommandError) -> AgentState {
        try content(of: reply { $0.properties(of: interface, reply: $1) })
    }

    /// Sets a property.
    func set<Content: WireValue>(_ property: PropertyDeclaration<Content>, to value: Content) throws(CommandError) {
        try content(of: reply { $0.set(property, to: value, reply: $1) })
    }

    // MARK: Opening

    /// Runs what needs the agent, on a connection of its own.
    static func with(_ body: (AwaitedAgent) throws(CommandError) -> Void) throws(CommandError) {
        let agent: AwaitedAgent
        do throws(CommandError) {
            agent = AwaitedAgent(session: try BusSession())
        } catch {
            throw AgentFailure.unreachable(error)
        }
        do throws(CommandError) {
            try body(agent)
        } catch {
            throw agent.session.startFailure.map(AgentFailure.unreachable) ?? error
        }
    }
}

extension Reporter {
    /// Runs a command that needs the agent, and tells of its failure.
    func withAgent(_ body: (AwaitedAgent) throws(CommandError) -> Void) throws {
        try reporting { () throws(CommandError) in try AwaitedAgent.with(body) }
    }

    /// Runs a command that is one call whose answer says nothing.
    func call<Arguments>(_ method: MethodDeclaration<Arguments, Void>, _ arguments: Arguments) throws {
        try withAgent { (agent) throws(CommandError) in try agent.call(method, arguments) }
    }
}
