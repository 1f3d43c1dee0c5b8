// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonMPRIS

/// Makes the queues of calls to players and apps, all over one connection and counted in one ledger.
@MainActor
struct CallQueues {
    let connection: Connection
    let ledger: SenderLedger
    let limits: Configuration.Limits

    /// A queue of calls to a player, which is suspect when it leaves one unanswered.
    func makeQueue(for player: Player, deadline: Duration) -> CallQueue {
        CallQueue(limit: limits.inFlightPerPlayer, ledger: ledger) { message, reply in
            player.send(message, within: deadline, reply: reply)
        }
    }

    /// A queue whose calls are answered within `deadline` or not at all.
    func makeQueue(deadline: Duration) -> CallQueue {
        let connection = connection
        return CallQueue(limit: limits.inFlightPerPlayer, ledger: ledger) { message, reply in
            connection.call(message, within: deadline, reply: reply)
        }
    }
}
