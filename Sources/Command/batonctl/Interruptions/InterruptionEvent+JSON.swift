// SPDX-License-Identifier: Apache-2.0

import BatonPages

extension InterruptionEvent {
    /// The event as scripts see it.
    var json: JSON {
        let names = JSON.array(players.map { .string($0) })
        switch kind {
        case .began(let source, let reason):
            return .object([
                ("event", .string("began")), ("id", .integer(Int64(id))), ("source", .string(source)),
                ("reason", .string(reason)), ("players", names),
            ])
        case .ended: return .object([("event", .string("ended")), ("id", .integer(Int64(id))), ("resumed", names)])
        }
    }
}
