// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonTranslation

/// The beginning or the end of an interruption, as the agent signals it.
struct InterruptionEvent {
    private enum Kind {
        case began(source: String, reason: String)
        case ended
    }

    private let id: UInt32
    private let kind: Kind
    private let players: [String]

    /// Nil for another signal, or one of another form.
    init?(_ message: Message) {
        if let (id, source, reason, players) = InterruptionsInterface.began.arguments(of: message) {
            (self.id, kind, self.players) = (id, .began(source: source, reason: reason), players)
        } else if let (id, _, players) = InterruptionsInterface.ended.arguments(of: message) {
            (self.id, kind, self.players) = (id, .ended, players)
        } else {
            return nil
        }
    }

    /// A line for people.
    var text: String {
        let names = players.map { ChainTable.short($0) }.joined(separator: ", ")
        switch kind {
        case .began(let source, let reason):
            let words = reason.isEmpty ? source : "\(source) (\(reason))"
            return players.isEmpty
                ? translated("\(id) began: \(words); no player paused")
                : translated("\(id) began: \(words); paused \(names)")
        case .ended:
            switch players.count {
            case 0: return translated("\(id) ended: no player goes on")
            case 1: return translated("\(id) ended: \(names) goes on")
            default: return translated("\(id) ended: \(names) go on")
            }
        }
    }

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
