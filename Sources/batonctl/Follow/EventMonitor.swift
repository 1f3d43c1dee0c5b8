// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

/// Prints each `Event` signal of the agent.
final class EventMonitor {
    private let session: BusSession
    private let isJSON: Bool
    private var subscriptions: [AnyObject] = []
    private var owner: BusName?
    private var isGone = false

    init(session: BusSession, isJSON: Bool) {
        self.session = session
        self.isJSON = isJSON
    }

    /// Monitors until the process is ended.
    ///
    /// - Throws: ``CommandError`` when there is no agent, when it refuses, or when it leaves the bus.
    func run() throws(CommandError) {
        // The owner is asked for before the events are, so that it is known when the first event arrives.
        subscriptions.append(
            session.connection.watchName(BatonBus.name) { [unowned self] owner in
                isGone = owner == nil && self.owner != nil
                self.owner = owner
            })
        subscriptions.append(
            session.connection.addMatch(
                MatchRule(
                    sender: BatonBus.name, path: BatonBus.path, interface: BatonBus.application,
                    member: ApplicationMember.event)
            ) { [unowned self] message in received(message) })
        let agent = AgentClient(session: session)
        _ = try AgentRunner.asking { () throws(DBusError) in try agent.call(ApplicationMember.monitor, .boolean(true)) }
        session.turn { isGone }
        throw CommandError("Baton's agent left the bus.", status: .agentUnreachable)
    }

    private func received(_ message: Message) {
        // Another program may send a signal with the agent's path, but not from the owner of the agent's name.
        guard message.sender == owner, let arguments = try? message.arguments(),
            let event = MonitoredEvent(arguments)
        else { return }
        Console.print(isJSON ? event.json.text : event.text)
    }
}
