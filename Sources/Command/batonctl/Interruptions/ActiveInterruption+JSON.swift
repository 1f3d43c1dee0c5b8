// SPDX-License-Identifier: Apache-2.0

import BatonAPI

extension ActiveInterruption {
    /// The interruption as scripts see it.
    var json: JSON {
        .object([
            ("id", .integer(Int64(id))), ("source", .string(source)), ("reason", .string(reason)),
            ("requester", .string(requester)), ("since", .unsigned(since)),
            ("players", .array(players.map { .string($0) })),
        ])
    }
}
