// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonTranslation

/// Prints each signal that the agent sends to those that monitor it.
final class EventMonitor {
    private let agent: AwaitedAgent
    private let interface: InterfaceName?
    /// The line for a signal; nil for one that is not printed.
    private let line: (Message) -> String?
    private var subscriptions: [AnyObject] = []
    private var owner: BusName?
    private var isGone = false

    /// - Parameter interface: the interface whose signals are wanted; nil for all of them.
    init(_ agent: AwaitedAgent, interface: InterfaceName? = nil, line: @escaping (Message) -> String?) {
        self.agent = agent
        self.interface = interface
        self.line = line
    }

    /// Monitors until the process is ended.
    ///
    /// - Throws: ``CommandError`` when there is no agent, when it refuses, or when it leaves the bus.
    func run() throws(CommandError) {
        let connection = agent.session.connection
        // The owner is asked for before the events are, so that it is known when the first event arrives.
        subscriptions.append(
            connection.watchName(BatonBus.name) { [self] owner in
                isGone = owner == nil && self.owner != nil
                self.owner = owner
            })
        subscriptions.append(
            connection.addMatch(
                MatchRule(sender: BatonBus.name, path: BatonBus.path, interface: interface)
            ) { [self] message in received(message) })
        try agent.call(ApplicationInterface.monitor, true)
        agent.session.turn { isGone }
        throw CommandError(translated("Baton was stopped."), status: .agentUnreachable)
    }

    private func received(_ message: Message) {
        // Another program may send a signal with the agent's path, but not from the owner of the agent's name.
        guard message.sender == owner, let text = line(message) else { return }
        Console.print(text)
    }
}
