// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonTranslation

/// The beginning or the end of an interruption, as the agent signals it.
package struct InterruptionEvent: Equatable, Sendable {
    /// What happened to it.
    package enum Kind: Equatable, Sendable {
        case began(source: String, reason: String)
        case ended
    }

    /// The number of the interruption.
    package let id: UInt32
    /// What happened to it.
    package let kind: Kind
    /// The bus names of the players that it holds, or that go on.
    package let players: [String]

    /// Nil for another signal, or one of another form.
    package init?(_ message: Message) {
        if let (id, source, reason, players) = InterruptionsInterface.began.arguments(of: message) {
            (self.id, kind, self.players) = (id, .began(source: source, reason: reason), players)
        } else if let (id, _, players) = InterruptionsInterface.ended.arguments(of: message) {
            (self.id, kind, self.players) = (id, .ended, players)
        } else {
            return nil
        }
    }

    /// A line for people.
    package var text: String {
        let names = ResponderName.list(players)
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
}
