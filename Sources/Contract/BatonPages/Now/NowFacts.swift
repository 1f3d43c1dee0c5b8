// SPDX-License-Identifier: Apache-2.0

package import BatonClient

/// What the page *Now* is made of.
package struct NowFacts: Sendable {
    /// Whether the agent answers.
    package var condition: AgentCondition
    /// The agent's properties as it has told them last.
    package var state: AgentState
    /// What players play, by their bus names.
    package var tracks: [String: PlayedTrack]
    /// The bus names of the players that run and are ignored, where nothing else runs.
    package var hidden: [String]
    /// The last events; nil if the agent does not tell of them.
    package var history: EventHistory?
    /// The most players that are shown.
    package var mostPlayers = NowPage.mostPlayers
    /// The time of day, in microseconds since 1970.
    package var now: UInt64

    /// Facts of which only some are known.
    package init(
        condition: AgentCondition = .unknown, state: AgentState = AgentState(), tracks: [String: PlayedTrack] = [:],
        hidden: [String] = [], history: EventHistory? = nil, now: UInt64 = 0
    ) {
        (self.condition, self.state, self.tracks) = (condition, state, tracks)
        (self.hidden, self.history, self.now) = (hidden, history, now)
    }
}
