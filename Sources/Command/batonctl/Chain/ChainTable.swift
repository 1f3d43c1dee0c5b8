// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDrawing
import BatonMPRIS
import BatonTranslation

/// The responder chain, as text and as JSON.
struct ChainTable {
    private let state: AgentState
    /// What the players play, by their bus names.
    private let titles: [String: String]

    init(_ state: AgentState, titles: [String: String] = [:]) { (self.state, self.titles) = (state, titles) }

    /// A line for each responder below a header, the first responder marked by `*`: name, status, title, and the reason for its place.
    ///
    /// - Parameter columns: the width of the terminal; nil for a pipe.
    func lines(columns: Int?) -> [String] {
        let head = [
            "  " + translated("PLAYER"), translated("STATUS"), translated("TITLE"), translated("WHY IT IS HERE"),
        ]
        let rows = state.chain.map { responder in
            [
                (responder.id == state[ApplicationInterface.firstResponder] ? "* " : "  ") + name(responder),
                responder.status.isEmpty ? "-" : responder.status, title(responder), remark(responder),
            ]
        }
        return Columns.fitted([head] + rows, columns)
    }

    /// The instance of a player, and the name for people of an app, whose other name says nothing to them.
    private func name(_ responder: ListedResponder) -> String {
        let isApp = PlayerName(busName: responder.id) == nil && !responder.identity.isEmpty
        return isApp ? responder.identity : Self.short(responder.id)
    }

    private func title(_ responder: ListedResponder) -> String {
        let title = titles[responder.id] ?? ""
        return title.isEmpty ? "-" : title
    }

    /// The players that the pin is for, in the order of the chain.
    var pinned: [String] {
        state.chain.filter { word($0) == RoutingReason.pinned.rawValue }.map { Self.short($0.id) }
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
            case .pinned: translated("pinned")
            case .shifted: translated("chosen with 'shift'")
            case .playing: translated("playing")
            case .recent: translated("used last")
            case .remote: translated("on another device")
            case .suspect: translated("not answering")
            case nil: word(responder)
            }
        if responder.isSuspect && word(responder) != RoutingReason.suspect.rawValue {
            return [reason, translated("not answering")].filter { !$0.isEmpty }.joined(separator: ", ")
        }
        return reason
    }
}
