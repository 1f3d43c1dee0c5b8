// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonReactor
package import BatonValues

/// Follows the agent for as long as it is kept: whether it is on the bus, and the properties of the interfaces that are wanted.
///
/// The agent is asked when it comes, and when it signals that something has changed; it is never started, and never asked without
/// a cause. While it does not answer it is asked again after waits that grow from 1 s to 60 s. When the bus is lost the agent
/// counts as gone; when the connection is made again, all begins anew. Not thread-safe: use it on the thread that runs the reactor.
///
/// | presence | turns to | when |
/// |---|---|---|
/// | unknown | present, absent | the bus has told the owner of the agent's name |
/// | absent | present | the name has an owner |
/// | present | absent | it has none any more, or the bus is lost |
/// | present | present | the name has another owner: the state is forgotten, and asked for |
package final class AgentWatch {
    package enum Presence: Hashable, Sendable {
        case unknown
        case absent
        case present
    }

    package enum Change: Equatable {
        /// An agent is on the bus. Its state follows.
        case arrived
        /// It is not there: it has left, the bus is lost, or it was not there when the watch began. The state is empty.
        case left
        /// It has told the properties of the interface; they need not differ from those before.
        case told(AgentInterface)
        /// It could not be asked for them; what was known stays.
        case failed(AgentInterface, AgentError)
        /// A property of an interface that is not followed has changed.
        case touched(InterfaceName)
    }

    package let agent: RemoteAgent
    package private(set) var presence = Presence.unknown
    package private(set) var state = AgentState()

    private let parts: [Part]
    private var observers = Observers<Change>()
    /// The connection that owns the agent's name; nil while it is not there.
    package private(set) var owner: BusName?
    private var names: NameWatch?
    private var match: Match?

    private static let deadline = Duration.seconds(5)

    /// One of the interfaces that are followed.
    private final class Part {
        let interface: AgentInterface
        /// As the agent has told them last.
        var values: [String: Value] = [:]
        /// The question that is not answered yet.
        var question: PendingCall?
        let retry: RetryTimer

        init(_ interface: AgentInterface, on reactor: Reactor) {
            self.interface = interface
            retry = RetryTimer(on: reactor, first: .seconds(1), longest: .seconds(60))
        }

        func reset() {
            question?.cancel()
            question = nil
            retry.reset()
            values = [:]
        }
    }

    /// Begins to follow the agent; the first change comes in a later turn of the reactor.
    package init(_ agent: RemoteAgent, following interfaces: [AgentInterface] = AgentInterface.allCases) {
        self.agent = agent
        let connection = agent.connection
        parts = interfaces.map { Part($0, on: connection.reactor) }
        match = connection.addMatch(
            MatchRule(
                sender: BatonBus.name, path: BatonBus.path, interface: .properties,
                member: "PropertiesChanged")
        ) { [weak self] in self?.received($0) }
        names = connection.watchName(BatonBus.name) { [weak self] in self?.turn(to: $0) }
    }

    deinit {
        names?.cancel()
        match?.cancel()
        for part in parts { part.reset() }
    }

    /// Adds an observer, which is told of the changes from now on.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    /// Asks for the properties of an interface that is followed, without a signal of the agent's.
    package func refresh(_ interface: AgentInterface) {
        guard presence == .present, let part = parts.first(where: { $0.interface == interface }) else { return }
        ask(part)
    }

    // MARK: The agent comes and goes

    private func turn(to new: BusName?) {
        owner = new
        for part in parts { part.reset() }
        state = AgentState()
        presence = new == nil ? .absent : .present
        observers.tell(new == nil ? .left : .arrived)
        // An observer may have turned the loop until another owner came.
        guard owner == new, new != nil else { return }
        for part in parts { ask(part) }
    }

    // MARK: Properties

    private func received(_ message: Message) {
        // Another program may send a signal with the agent's path, but not from the owner of the agent's name.
        guard let owner, message.sender == owner, let arguments = try? message.arguments(), arguments.count == 3,
            let name = arguments[0].asString, let changed = arguments[1].asVardict,
            let invalidated = arguments[2].asStringArray
        else { return }
        guard let part = parts.first(where: { $0.interface.name.rawValue == name }) else {
            if let name = try? InterfaceName(name) { observers.tell(.touched(name)) }
            return
        }
        // Values that only some programs may read are not in the signal.
        guard invalidated.isEmpty else { return ask(part) }
        // Before the first answer the values would be a part of the state only.
        guard !changed.isEmpty, !part.values.isEmpty else { return }
        part.values.merge(changed) { $1 }
        tell(part)
    }

    /// Changes that come while the agent is asked are in its answer, or are signalled after it.
    private func ask(_ part: Part) {
        guard part.question == nil else { return }
        part.retry.cancel()
        part.question = agent.values(of: part.interface, within: Self.deadline, startsAgent: false) {
            [weak self] in self?.answered(part, $0)
        }
    }

    private func answered(_ part: Part, _ result: AgentReply<[String: Value]>) {
        part.question = nil
        switch result {
        case .success(let values):
            part.retry.reset()
            part.values = values
            tell(part)
        case .failure(let error):
            if error.mayPass { part.retry.schedule { [weak self] in self?.ask(part) } }
            observers.tell(.failed(part.interface, error))
        }
    }

    private func tell(_ part: Part) {
        state.set(part.interface, to: part.values)
        observers.tell(.told(part.interface))
    }
}
