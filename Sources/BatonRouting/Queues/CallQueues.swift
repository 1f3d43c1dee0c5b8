// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonMPRIS
import BatonReactor
package import BatonSettings

/// Makes the queues of calls to players and apps, all over one connection and counted in one ledger.
///
/// A changed limit counts for the queues that there are, from their next call on.
@MainActor
package final class CallQueues: AgentPart {
    /// How many calls may be in flight to one player or app, 1 or more.
    package var mostInFlight: Int
    /// How long a player may take to answer.
    package var playerDeadline: Duration
    /// How long a registered app may take to answer.
    package var appDeadline: Duration
    /// Counts what each caller has waiting.
    package let ledger: SenderLedger
    private let connection: Connection

    package init(
        connection: Connection, ledger: SenderLedger, mostInFlight: Int, playerDeadline: Duration, appDeadline: Duration
    ) {
        self.connection = connection
        self.ledger = ledger
        self.mostInFlight = mostInFlight
        self.playerDeadline = playerDeadline
        self.appDeadline = appDeadline
    }

    package func apply(_ configuration: Configuration) {
        mostInFlight = configuration.limits.inFlightPerPlayer
        playerDeadline = configuration.routing.callTimeout
        appDeadline = configuration.routing.appTimeout
        ledger.limit = configuration.limits.waitingPerSender
    }

    /// A queue of calls to a player, which is suspect when it leaves one unanswered.
    func makeQueue(for player: Player) -> CallQueue {
        CallQueue(limit: { [self] in mostInFlight }, ledger: ledger) { [self] message, reply in
            player.send(message, within: playerDeadline, reply: reply)
        }
    }

    /// A queue of calls to a registered app: it has no cache to answer from, so it has less time than a player.
    func makeAppQueue() -> CallQueue {
        CallQueue(limit: { [self] in mostInFlight }, ledger: ledger) { [self] message, reply in
            connection.call(message, within: appDeadline, reply: reply)
        }
    }
}
