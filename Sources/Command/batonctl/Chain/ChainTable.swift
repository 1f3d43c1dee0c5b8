// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// The responder chain, as text and as JSON.
struct ChainTable {
    private let state: AgentState

    init(_ state: AgentState) { self.state = state }

    /// One line for each responder, the first one marked by `*`: name, status, identity and the reason for its place.
    var lines: [String] {
        let rows = state.responders.map { responder in
            [
                (responder.id == state.firstResponder ? "* " : "  ") + Self.short(responder.id),
                responder.status.isEmpty ? "-" : responder.status, responder.identity, reason(responder),
            ]
        }
        return Self.aligned(rows)
    }

    /// The chain as an array of objects.
    var json: JSON {
        .array(
            state.responders.map { responder in
                .object([
                    ("id", .string(responder.id)), ("player", .string(Self.short(responder.id))),
                    ("identity", .string(responder.identity)), ("status", .string(responder.status)),
                    ("first", .boolean(responder.id == state.firstResponder)),
                    ("suspect", .boolean(responder.isSuspect)), ("reason", .string(responder.reason)),
                ])
            })
    }

    /// The instance of a player, or the unchanged id of another responder.
    static func short(_ id: String) -> String { PlayerName(busName: id)?.instance ?? id }

    /// The rows with aligned columns.
    static func aligned(_ rows: [[String]]) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (column, text) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], text.count)
            }
        }
        return rows.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                line += text
                if column < row.count - 1 { line += String(repeating: " ", count: widths[column] - text.count + 2) }
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private func reason(_ responder: AgentState.Responder) -> String {
        let reason =
            switch RoutingReason(rawValue: responder.reason) {
            case .pinned: "pinned"
            case .shifted: "shifted"
            case .playing: "playing"
            case .recent: "last used"
            case .remote: "on another device"
            case .suspect: "does not answer"
            case nil: responder.reason
            }
        if responder.isSuspect && responder.reason != RoutingReason.suspect.rawValue {
            return reason.isEmpty ? "does not answer" : reason + ", does not answer"
        }
        return reason
    }
}
