// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonIntake
import BatonInterruptionCauses
import BatonInterruptions
import BatonRouting
import BatonSession

extension Agent {
    /// The number of objects that the agent keeps for its peers.
    var census: AgentCensus {
        let counts = connection.counts
        var census = AgentCensus()
        census.players = routing.directory.count
        census.responders = routing.window.orderedResponders.count
        census.identities = control.identities.count
        census.monitors = control.monitors.count
        census.seeking = routing.seeking.count
        census.held = routing.intake.heldCount
        census.queued = routing.queues.ledger.total
        census.calls = counts.calls
        census.matches = counts.matches
        census.unanswered = connection.unansweredCalls
        census.interruptions = interruptions.core.model.interruptions.count
        census.heldPlayers = interruptions.core.model.held.count
        census.leases = interruptions.leases.count
        census.leaseHolders = interruptions.leases.clientCount
        census.streams = interruptions.audio.streamCount
        return census
    }
}

/// Counts of the objects that the agent keeps for its peers. When all peers have left, each count must be what it was
/// before they came.
package struct AgentCensus: Sendable, Equatable {
    /// Known players, in the chain or not.
    package var players = 0
    /// Responders in the chain.
    package var responders = 0
    /// Connections of which it is known whether they are in a sandbox.
    package var identities = 0
    /// Clients that monitor the events.
    package var monitors = 0
    /// Seek buttons that are down.
    package var seeking = 0
    /// Commands that wait for players' first answers.
    package var held = 0
    /// Calls that wait for their turn at a player.
    package var queued = 0
    /// The agent's own calls on the session bus that are not answered.
    package var calls = 0
    /// Match rules on the session bus.
    package var matches = 0
    /// Calls to the agent that it has not answered.
    package var unanswered = 0
    /// Interruptions that last.
    package var interruptions = 0
    /// Players that interruptions hold.
    package var heldPlayers = 0
    /// Interruptions of applications.
    package var leases = 0
    /// Applications that are watched because they have begun interruptions.
    package var leaseHolders = 0
    /// Streams of the sound server, and processes of streams.
    package var streams = 0

    /// The counts of an agent that keeps nothing.
    package init() {}
}
