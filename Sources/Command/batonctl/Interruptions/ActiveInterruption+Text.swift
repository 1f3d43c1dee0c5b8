// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonMotionReport
import BatonReactor

extension ActiveInterruption {
    /// What it is, since when, why, and the players.
    func row(at now: UInt64) -> [String] {
        let since = Duration(microseconds: now >= self.since ? now - self.since : 0)
        return [
            source, TypedDuration.text(since), reason.isEmpty ? "-" : reason,
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
