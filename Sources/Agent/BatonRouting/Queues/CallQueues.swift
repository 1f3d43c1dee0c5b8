// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonMPRIS
import BatonSession
package import BatonSettings

/// Creates the queues of calls to players and apps. All use one connection and one ledger.
///
/// A changed limit applies to existing queues too, from their next call on.
@MainActor
package final class CallQueues: AgentPart {
    /// How many calls may be in flight to one player or app, 1 or more.
    private var mostInFlight: Int
    /// How long a player may take to answer.
    private var playerDeadline: Duration
    /// How long a registered app may take to answer.
    private(set) var appDeadline: Duration
    /// Counts the waiting calls of each caller.
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

    /// A queue of calls to a player. The player is suspect when it does not answer one in time.
    func makeQueue(for player: Player) -> CallQueue {
        CallQueue(limit: { [self] in mostInFlight }, ledger: ledger) { [self] message, reply in
            player.send(message, within: playerDeadline, reply: reply)
        }
    }

    /// A queue of calls to a registered app. It has less time than a player, because no cache says before the call
    /// whether it can act.
    func makeAppQueue() -> CallQueue {
        CallQueue(limit: { [self] in mostInFlight }, ledger: ledger) { [self] message, reply in
            connection.call(message, within: appDeadline, reply: reply)
        }
    }
}
