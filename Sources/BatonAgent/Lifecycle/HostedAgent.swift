// SPDX-License-Identifier: Apache-2.0

import BatonLog
package import BatonReactor
import BatonRouting
import BatonSettings

/// An agent without a process of its own: whoever owns the reactor turns it. For simulations.
///
/// ```swift
/// let agent = try HostedAgent(arguments: [], environment: [:], surroundings: mine, reactor: reactor)
/// try agent.begin()
/// // … the reactor turns …
/// agent.leave()
/// while agent.isBusy { try reactor.turn(timeout: .zero) }
/// agent.close()
/// ```
@MainActor
package final class HostedAgent {
    private let agent: Agent

    /// Makes an agent that is not on the bus yet.
    ///
    /// - Parameters:
    ///   - arguments: batond's command line.
    ///   - logsEverything: whether it writes all that it does to standard error; otherwise it says nothing.
    /// - Throws: ``CommandLineExit`` when there is nothing to serve, or the configuration has errors.
    package init(
        arguments: [String], environment: [String: String], surroundings: Surroundings, reactor: Reactor,
        logsEverything: Bool = false
    ) throws {
        let start = try CommandLineStart(arguments: arguments, environment: environment)
        let log = logsEverything ? Log.ofSimulation : Log.silent
        agent = Agent(start: start, environment: environment, surroundings: surroundings, reactor: reactor, log: log)
    }

    /// Goes onto the bus.
    package func begin() throws { try agent.begin() }

    /// Reads the configuration anew, as at SIGHUP.
    package func reload() { agent.reload() }

    /// Begins to leave, as at SIGTERM.
    package func leave() { agent.leave() }

    /// Whether calls that are under way may still be answered, after ``leave()``.
    package var isBusy: Bool { agent.isBusy }

    /// Leaves the buses.
    package func close() { agent.close() }

    /// What the process would end with; not 0 once the agent has given up.
    package var exitStatus: Int32 { agent.exitStatus }

    /// The chain, the first responder first.
    package var chain: [String] {
        agent.routing.window.orderedResponders.map { "\($0.id): \(agent.routing.window.order.reason(for: $0.id))" }
    }

    /// What a responder does, as far as the agent knows; nil for one that is not in the chain.
    package func status(of name: String) -> String? { agent.routing.window.responder(ResponderID(name))?.status }

    /// What it keeps now.
    package var census: AgentCensus { agent.census }

    /// What is wrong with the saved state in a directory; nil when it can be read, or there is none.
    package static func problem(ofStateIn directory: String) -> String? {
        StateStore(directory: directory).load().problem
    }
}
