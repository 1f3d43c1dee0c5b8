// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonMPRIS

/// The responder chain, as text and as JSON.
struct ChainTable {
    private let state: AgentState

    init(_ state: AgentState) { self.state = state }

    /// One line for each responder, the first one marked by `*`: name, status, identity and the reason for its place.
    var lines: [String] {
        let rows = state.chain.map { responder in
            [
                (responder.id == state[ApplicationInterface.firstResponder] ? "* " : "  ") + Self.short(responder.id),
                responder.status.isEmpty ? "-" : responder.status, responder.identity, remark(responder),
            ]
        }
        return Columns.aligned(rows)
    }

    /// The chain as an array of objects.
    var json: JSON { .array(state.chain.map(object)) }

    private func object(_ responder: ListedResponder) -> JSON {
        let jumps = jumps(responder)
        return .object(
            [
                ("id", .string(responder.id)), ("player", .string(Self.short(responder.id))),
                ("identity", .string(responder.identity)), ("status", .string(responder.status)),
                ("first", .boolean(responder.id == state[ApplicationInterface.firstResponder])),
                ("suspect", .boolean(responder.isSuspect)), ("reason", .string(word(responder))),
            ] + (jumps.isEmpty ? [] : [("jumps", .string(jumps))]))
    }

    /// The instance of a player, or the unchanged id of another responder.
    static func short(_ id: String) -> String { PlayerName(busName: id)?.instance ?? id }

    /// Why it stands at its place, a word of `RoutingReason`; empty if the agent did not say.
    private func word(_ responder: ListedResponder) -> String {
        state[ApplicationInterface.reasons]?[responder.id] ?? ""
    }

    /// How far its Next and Previous jump; empty if they go to another track (rule MPRIS100).
    private func jumps(_ responder: ListedResponder) -> String {
        state[ApplicationInterface.trackJumps]?[responder.id] ?? ""
    }

    private func remark(_ responder: ListedResponder) -> String {
        [reason(responder), jumps(responder)].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private func reason(_ responder: ListedResponder) -> String {
        let reason =
            switch RoutingReason(rawValue: word(responder)) {
            case .pinned: "pinned"
            case .shifted: "shifted"
            case .playing: "playing"
            case .recent: "last used"
            case .remote: "on another device"
            case .suspect: "does not answer"
            case nil: word(responder)
            }
        if responder.isSuspect && word(responder) != RoutingReason.suspect.rawValue {
            return reason.isEmpty ? "does not answer" : reason + ", does not answer"
        }
        return reason
    }
}
