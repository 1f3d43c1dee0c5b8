// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

/// The players that a command is for, from `--player`, `--ignore-player` and `--all-players`.
struct PlayerSelection: Hashable, Sendable {
    /// The names of `--player` in order of preference; empty means any player.
    let wanted: [String]

    /// The names of `--ignore-player`.
    let ignored: [String]

    /// Whether the command is for all of them, not only for the first one that can handle it.
    let isForAll: Bool

    /// A selection from the options as typed: each a comma-separated list, each option any number of times.
    init(players: [String] = [], ignored: [String] = [], all: Bool = false) {
        wanted = players.flatMap(Self.list)
        self.ignored = ignored.flatMap(Self.list)
        isForAll = all
    }

    /// Whether no player was selected, so that the agent decides.
    var isAutomatic: Bool { wanted.isEmpty && ignored.isEmpty && !isForAll }

    /// Whether the names on the command line leave the order of some players open.
    var leavesOrderOpen: Bool { wanted.isEmpty || wanted.contains("%any") }

    /// Whether some of these players share a name on the command line, which leaves their order open.
    func hasNamesakes(among players: [PlayerName]) -> Bool {
        let ranks = players.map(rank)
        return Set(ranks).count < ranks.count
    }

    /// Whether the command may go to `player` at all.
    func includes(_ player: PlayerName) -> Bool {
        if ignored.contains(where: player.matches) { return false }
        if player.isMirror { return wanted.contains(player.instance) || wanted.contains(player.busName.rawValue) }
        return wanted.isEmpty || wanted.contains(where: player.matches)
    }

    /// Whether the user has named `player`, and not just any one.
    func names(_ player: PlayerName) -> Bool { wanted.contains { $0 != "%any" && player.matches($0) } }

    /// The players that the command may go to, best first: in the order of the names on the command line. Players of
    /// one name and those of `%any` keep their order.
    func order(_ players: [PlayerName]) -> [PlayerName] {
        let included = players.filter(includes)
        if wanted.isEmpty { return included }
        let ranked = included.enumerated().map { (rank: rank($1), index: $0, player: $1) }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.player)
    }

    /// The place of the name that means the player: its own, before one that means others too.
    private func rank(_ player: PlayerName) -> Int {
        let own = wanted.firstIndex { $0 == player.instance || $0 == player.busName.rawValue }
        let named = own ?? wanted.firstIndex { $0 != "%any" && player.matches($0) }
        return named ?? wanted.firstIndex(of: "%any") ?? wanted.count
    }

    private static func list(_ option: String) -> [String] {
        option.split(separator: ",").map { part in
            let kept = part.drop { $0 == " " }
            return String(kept.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }
}
