// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport

/// A batond with one player, and perhaps others who say what interrupts it.
protocol InterruptedStage {
    var stage: AgentStage { get }
    var player: StagePlayer { get }
    /// What the others have sent has arrived.
    func settleOthers() throws
}

extension InterruptedStage {
    func settleOthers() throws {}

    /// All that was sent has had its effect on the agent, if there is one, and on the player: an interruption takes the agent some turns.
    func settle() throws {
        try settleOthers()
        if stage.agent != nil { for _ in 0..<3 { try stage.settleAgent() } }
        try stage.settle(player.connection)
    }

    /// Waits until the player has got these calls.
    func calls(_ expected: [String]) -> Bool { stage.turn { player.calls == expected } }
}
