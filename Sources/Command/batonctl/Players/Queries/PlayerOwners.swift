// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

/// Which players a connection has: their signals come from its unique name. A connection without a player is forgotten, because a
/// bar follows for weeks, and players come and go.
struct PlayerOwners {
    private var players: [BusName: [PlayerName]] = [:]

    /// The number of connections that are kept.
    var count: Int { players.count }

    /// The players of a connection, in the order in which they came.
    func players(of owner: BusName) -> [PlayerName] { players[owner] ?? [] }

    mutating func add(_ player: PlayerName, of owner: BusName) {
        if !players(of: owner).contains(player) { players[owner, default: []].append(player) }
    }

    /// Forgets a player, whichever connection had it.
    mutating func remove(_ player: PlayerName) {
        players = players.mapValues { $0.filter { $0 != player } }.filter { !$0.value.isEmpty }
    }
}
