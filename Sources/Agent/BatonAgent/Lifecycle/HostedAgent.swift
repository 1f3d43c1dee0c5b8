// SPDX-License-Identifier: Apache-2.0

import BatonInterruptionCauses
package import BatonInterruptions
import BatonLog
package import BatonReactor
import BatonRouting
import BatonSettings
import BatonState

/// An agent inside another program, whose reactor is turned by that program. For simulations.
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

    /// Creates an agent that is not connected yet.
    ///
    /// - Parameters:
    ///   - arguments: batond's command line.
    ///   - logsEverything: whether it logs everything to standard error; otherwise it logs nothing.
    /// - Throws: ``CommandLineExit`` if there is nothing to serve, or the configuration has errors.
    package init(
        arguments: [String], environment: [String: String], surroundings: Surroundings, reactor: Reactor,
        logsEverything: Bool = false
    ) throws {
        let start = try CommandLineStart(arguments: arguments, environment: environment)
        let log = logsEverything ? Log.ofSimulation : Log.silent
        agent = Agent(start: start, environment: environment, surroundings: surroundings, reactor: reactor, log: log)
    }

    /// Connects to the bus.
    package func begin() throws { try agent.begin() }

    /// Reads the configuration again, as at SIGHUP.
    package func reload() { agent.reload() }

    /// Takes facts of a sound server, as from `baton-audio`.
    package func hears(_ facts: [AudioFact]) { agent.interruptions.audio.supervisor.tell(facts) }

    /// Whether it is told facts of a sound server; it listens only while players play, and for a while after.
    package var hearsSound: Bool { agent.interruptions.audio.supervisor.isConnected }

    /// Starts the end, as at SIGTERM.
    package func leave() { agent.leave() }

    /// Whether calls that are under way may still be answered, after ``leave()``.
    package var isBusy: Bool { agent.isBusy }

    /// Closes the buses. The reactor keeps nothing of the agent then.
    package func close() {
        agent.close()
        agent.routing.window.removeAll()
    }

    /// The exit status of the process; not 0 after the agent has failed.
    package var exitStatus: Int32 { agent.exitStatus }

    /// The chain with the reasons of its order, the first responder first.
    package var chain: [String] {
        agent.routing.window.orderedResponders.map { "\($0.id): \(agent.routing.window.order.reason(for: $0.id))" }
    }

    /// A responder's playback status, as far as the agent knows; nil if it is not in the chain.
    package func status(of name: String) -> String? { agent.routing.window.responder(ResponderID(name))?.status }

    /// The number of objects that the agent keeps for its peers.
    package var census: AgentCensus { agent.census }

    /// What is wrong with the saved state in a directory; nil if it can be read or does not exist.
    package static func problem(ofStateIn directory: String) -> String? {
        StateStore(directory: directory).load().problem
    }
}
