// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDrawing
import BatonPages
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
        let rows = state.places().map { place in
            let title = titles[place.responder.id] ?? ""
            return [
                (place.isFirst ? "* " : "  ") + place.name,
                place.responder.status.isEmpty ? "-" : place.responder.status, title.isEmpty ? "-" : title,
                place.remark,
            ]
        }
        return Columns.fitted([head] + rows, columns)
    }

    /// The players that the pin is for, in the order of the chain.
    var pinned: [String] { state.places().filter(\.isPinned).map { ResponderName.short($0.responder.id) } }

    /// The chain as an array of objects.
    var json: JSON { .array(state.places().map(object)) }

    private func object(_ place: ChainPlace) -> JSON {
        let responder = place.responder
        return .object(
            [
                ("id", .string(responder.id)), ("player", .string(ResponderName.short(responder.id))),
                ("identity", .string(responder.identity)), ("status", .string(responder.status)),
                ("first", .boolean(place.isFirst)), ("suspect", .boolean(responder.isSuspect)),
                ("reason", .string(place.word)),
            ] + (place.jumps.isEmpty ? [] : [("jumps", .string(place.jumps))]))
    }
}
