// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient

/// All players at once, for `resume`, `pause --all` and `play-pause --all`.
enum PlayersTogether {
    /// Calls a method that returns the players that it has changed, and notes them.
    static func run(_ method: MethodDeclaration<Void, [String]>, _ reporter: Reporter) throws {
        try reporter.withAgent { (agent) throws(CommandError) in
            let players = try agent.call(method)
            if players.isEmpty { throw .unhandled }
            for player in players { reporter.note(ChainTable.short(player)) }
        }
    }
}
