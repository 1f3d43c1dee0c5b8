// SPDX-License-Identifier: Apache-2.0

import BatonAPI

extension ActiveInterruption {
    /// What it is, since when, why, and the players.
    var row: [String] {
        [
            source, ClockText(sinceBoot: since).second(), reason.isEmpty ? "-" : reason,
            players.isEmpty ? "-" : players.map { ChainTable.short($0) }.joined(separator: ", "),
        ]
    }

    var json: JSON {
        .object([
            ("id", .integer(Int64(id))), ("source", .string(source)), ("reason", .string(reason)),
            ("requester", .string(requester)), ("since", .unsigned(since)),
            ("players", .array(players.map { .string($0) })),
        ])
    }
}
