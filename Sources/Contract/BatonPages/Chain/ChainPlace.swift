// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonTranslation

/// A responder in the chain, and why it stands at its place.
package struct ChainPlace: Equatable, Sendable {
    package let responder: ListedResponder
    /// Whether it gets the next event.
    package let isFirst: Bool
    /// Why it stands at its place, a word of `RoutingReason`; empty if the agent did not say.
    package let word: String
    /// How far its Next and Previous jump; empty if they go to another track (rule MPRIS100).
    package let jumps: String

    /// Whether the pin is for it.
    package var isPinned: Bool { word == RoutingReason.pinned.rawValue }

    /// What people call it.
    package var name: String { ResponderName.shown(responder) }

    /// Why it stands at its place, in words; empty if the agent did not say.
    package var reason: String {
        let reason =
            switch RoutingReason(rawValue: word) {
            case .pinned: translated("pinned")
            case .shifted: translated("chosen with 'shift'")
            case .playing: translated("playing")
            case .recent: translated("used last")
            case .remote: translated("on another device")
            case .suspect: translated("not answering")
            case nil: word
            }
        if responder.isSuspect && word != RoutingReason.suspect.rawValue {
            return [reason, translated("not answering")].filter { !$0.isEmpty }.joined(separator: ", ")
        }
        return reason
    }

    /// The reason, and how far it jumps.
    package var remark: String { [reason, jumps].filter { !$0.isEmpty }.joined(separator: "; ") }
}
