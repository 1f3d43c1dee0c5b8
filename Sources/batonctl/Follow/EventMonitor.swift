// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// Prints what the agent tells about each event it routes.
final class EventMonitor {
    private let session: BusSession
    private let isJSON: Bool
    private var subscriptions: [AnyObject] = []
    private var isGone = false

    init(session: BusSession, isJSON: Bool) {
        self.session = session
        self.isJSON = isJSON
    }

    /// Monitors until the process is ended.
    ///
    /// - Throws: ``CommandError`` when there is no agent, when it refuses, or when it leaves the bus.
    func run() throws(CommandError) {
        subscriptions.append(
            session.connection.addMatch(
                MatchRule(
                    sender: AgentClient.name, path: AgentClient.path, interface: AgentClient.interface, member: "Event")
            ) { [unowned self] message in
                guard let arguments = try? message.arguments(), let event = MonitoredEvent(arguments) else { return }
                Console.print(isJSON ? event.json.text : event.text)
            })
        let agent = AgentClient(session: session)
        try AgentRunner.asking { () throws(DBusError) in try agent.call("Monitor", .boolean(true)) }
        subscriptions.append(
            session.connection.watchName(AgentClient.name) { [unowned self] owner in isGone = owner == nil })
        session.turn { isGone }
        throw CommandError("Baton's agent left the bus.", status: .agentUnreachable)
    }
}
