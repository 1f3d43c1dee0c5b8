// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

extension Agent {
    /// What it keeps for its peers.
    var census: AgentCensus {
        let counts = connection.counts
        var census = AgentCensus()
        census.players = directory.count
        census.responders = window.orderedResponders.count
        census.identities = identities.count
        census.monitors = monitors.count
        census.seeking = seeking.count
        census.held = intake.heldCount
        census.queued = queues.ledger.total
        census.calls = counts.calls
        census.matches = counts.matches
        census.unanswered = connection.unansweredCalls
        return census
    }
}
