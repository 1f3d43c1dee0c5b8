// SPDX-License-Identifier: Apache-2.0

/// The agent's properties, as text and as JSON.
struct InfoTable {
    private let state: AgentState

    init(_ state: AgentState) { self.state = state }

    var lines: [String] {
        func shown(_ text: String) -> String { text.isEmpty ? "none" : ChainTable.short(text) }
        return Columns.aligned([
            ["Agent:", state.version.isEmpty ? "running" : state.version],
            ["Policy:", state.policy.isEmpty ? "unknown" : state.policy],
            ["First responder:", shown(state.firstResponder)],
            ["Responders:", String(state.responders.count)],
            ["Pinned:", shown(state.pinned)],
            ["Ignored:", state.ignored.isEmpty ? "none" : state.ignored.map(ChainTable.short).joined(separator: ", ")],
        ])
    }

    var json: JSON {
        .object([
            ("version", .string(state.version)), ("policy", .string(state.policy)),
            ("firstResponder", .string(state.firstResponder)),
            ("responders", .integer(Int64(state.responders.count))), ("pinned", .string(state.pinned)),
            ("ignored", .array(state.ignored.map(JSON.string))),
        ])
    }
}
