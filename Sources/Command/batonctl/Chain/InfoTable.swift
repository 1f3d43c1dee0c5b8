// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDrawing
import BatonPages
import BatonTranslation

/// The agent's properties, as text and as JSON.
struct InfoTable {
    private let state: AgentState

    init(_ state: AgentState) { self.state = state }

    private var version: String { state[ApplicationInterface.version] ?? "" }
    private var policy: String { state[ApplicationInterface.policy] ?? "" }
    private var ignored: [String] { state[ApplicationInterface.ignored] ?? [] }
    /// Nil of an older agent, which keeps no screen on.
    private var keepsAwake: [String]? { state[ApplicationInterface.keepsAwake] }

    /// The program that is pinned, and the player that this pins now.
    private var pinned: String {
        let pin = ResponderName.short(state[ApplicationInterface.pinned] ?? "")
        guard !pin.isEmpty else { return "none" }
        let players = ChainTable(state).pinned
        if players.isEmpty { return translated("\(pin), which does not run now") }
        return players == [pin] ? pin : translated("\(pin), now \(players.joined(separator: ", "))")
    }

    var lines: [String] {
        func shown(_ text: String) -> String { text.isEmpty ? "none" : ResponderName.short(text) }
        let awake = keepsAwake.map { [["Keeps the screen on:", $0.isEmpty ? "none" : Self.short($0)]] } ?? []
        return Columns.aligned(
            [
                ["Baton:", version.isEmpty ? "running" : version],
                ["Policy:", policy.isEmpty ? "unknown" : policy],
                ["Gets commands:", shown(state[ApplicationInterface.firstResponder] ?? "")],
                ["Players and apps:", String(state.chain.count)],
                ["Pinned:", pinned],
                ["Ignored:", ignored.isEmpty ? "none" : Self.short(ignored)],
            ] + awake)
    }

    private static func short(_ names: [String]) -> String { ResponderName.list(names) }

    var json: JSON {
        .object([
            ("version", .string(version)), ("policy", .string(policy)),
            ("firstResponder", .string(state[ApplicationInterface.firstResponder] ?? "")),
            ("responders", .integer(Int64(state.chain.count))),
            ("pinned", .string(state[ApplicationInterface.pinned] ?? "")),
            ("ignored", .array(ignored.map(JSON.string))),
            ("keepsAwake", .array((keepsAwake ?? []).map(JSON.string))),
        ])
    }
}
