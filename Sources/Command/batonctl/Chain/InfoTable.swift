// SPDX-License-Identifier: Apache-2.0
import BatonClient

/// The agent's properties, as text and as JSON.
struct InfoTable {
    private let state: ApplicationState

    init(_ state: ApplicationState) { self.state = state }

    private var version: String { state.version ?? "" }
    private var policy: String { state.policy ?? "" }
    private var ignored: [String] { state.ignored ?? [] }

    var lines: [String] {
        func shown(_ text: String) -> String { text.isEmpty ? "none" : ChainTable.short(text) }
        return Columns.aligned([
            ["Agent:", version.isEmpty ? "running" : version],
            ["Policy:", policy.isEmpty ? "unknown" : policy],
            ["First responder:", shown(state.firstResponder ?? "")],
            ["Responders:", String(state.chain.count)],
            ["Pinned:", shown(state.pinned ?? "")],
            ["Ignored:", ignored.isEmpty ? "none" : ignored.map(ChainTable.short).joined(separator: ", ")],
        ])
    }

    var json: JSON {
        .object([
            ("version", .string(version)), ("policy", .string(policy)),
            ("firstResponder", .string(state.firstResponder ?? "")),
            ("responders", .integer(Int64(state.chain.count))), ("pinned", .string(state.pinned ?? "")),
            ("ignored", .array(ignored.map(JSON.string))),
        ])
    }
}
