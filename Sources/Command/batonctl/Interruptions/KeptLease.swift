// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonReactor

/// An interruption that lasts as long as this object, whatever happens to the agent: it begins again when another agent is on
/// the bus, and when the bus is back (rule I135).
final class KeptLease {
    private let connection: Connection
    private let kind: LeaseKind
    private let reason: String
    private let resumes: Bool
    private let lowers: Bool
    private let tell: (_ reason: String) -> Void
    /// What keeps the interruption: the agent's answer, with the descriptor in it.
    private var answer: [Value] = []
    /// The agent that was asked last.
    private var owner: BusName?
    private var watch: NameWatch?
    private var isAnswered = false
    /// What was told last: each agent that comes may refuse for the same reason.
    private var told = ""

    /// How long the agent may take before the program starts without its answer.
    private static let longestWait = Duration.seconds(2)

    /// - Parameter tell: called with the reason when nothing is paused.
    /// - Returns: nil, and this is told, when there is no bus.
    init?(
        _ kind: LeaseKind, reason: String, resumes: Bool, lowers: Bool, reactor: Reactor,
        tell: @escaping (_ reason: String) -> Void
    ) {
        guard let address = BusSession.environmentAddress else {
            tell("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
            return nil
        }
        connection = Connection(address: address, reactor: reactor)
        (self.kind, self.reason, self.resumes, self.lowers, self.tell) = (kind, reason, resumes, lowers, tell)
        do throws(DBusError) {
            try connection.open()
        } catch {
            tell("\(error)")
            return nil
        }
    }

    deinit {
        watch?.cancel()
        connection.close()
    }

    /// Begins, and waits for the answer. The bus may start the agent.
    func begin() {
        // A bus that is not there does not come while the program waits.
        if case .waiting(_, let error) = connection.state { return tellOnce("\(error)") }
        ask(startsAgent: true)
        let end = connection.reactor.now + Self.longestWait
        while !isAnswered, connection.reactor.now < end {
            if case .waiting(_, let error) = connection.state { return tellOnce("\(error)") }
            do { try connection.reactor.turn(timeout: end - connection.reactor.now) } catch { break }
        }
        if !isAnswered { tellOnce(AgentFailure.message(.silent(AwaitedAgent.unanswered)).description) }
    }

    private func tellOnce(_ reason: String) {
        guard reason != told else { return }
        told = reason
        tell(reason)
    }

    /// Begins again with each agent that comes.
    func keep() {
        watch = connection.watchName(BatonBus.name) { [weak self] in self?.ownerChanged($0) }
    }

    private func ownerChanged(_ owner: BusName?) {
        guard owner != self.owner else { return }
        self.owner = owner
        // What the former agent had given ends with it.
        answer = []
        if owner != nil { ask(startsAgent: false) }
    }

    private func ask(startsAgent: Bool) {
        let options = LeaseOptions(resumes: resumes, waits: true, lowers: lowers ? true : nil).wire
        do throws(DBusError) {
            // The answer itself is wanted, and not only its values: its sender is the agent that keeps the interruption.
            let message = try InterruptionsInterface.begin.call(
                (kind.rawValue, reason, options), startsAgent: startsAgent)
            connection.call(message, within: .seconds(30)) { [weak self] in self?.answered($0) }
        } catch {
            isAnswered = true
            tellOnce("\(error)")
        }
    }

    private func answered(_ result: Result<Message, DBusError>) {
        isAnswered = true
        switch result {
        case .success(let reply):
            // An agent that has gone meanwhile keeps nothing.
            guard owner == nil || owner == reply.sender else { return }
            owner = reply.sender
            answer = (try? reply.arguments()) ?? []
        case .failure(let error):
            let failure = AgentError(error)
            // A bus that is lost has been told of by its state.
            if case .busLost = failure, !told.isEmpty { return }
            tellOnce(AgentFailure.message(failure).description)
        }
    }
}
