// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// The bus also delivers replies to calls that were never made: none of them counts.
@MainActor @Suite struct ForgedAnswerTests {
    @Test("a forged answer does not turn a refusal of the player's into success")
    func command() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing", doing: ["Next": .hold])
        var outcome: Result<Message, DBusError>?
        let message = Message.methodCall(
            to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: "Next")
        stage.client.call(message, within: .seconds(30)) { outcome = $0 }
        try #require(stage.turn { player.held.count == 1 })
        let forger = try stage.connect()
        try forger.forgeAnswers(to: player.held[0].sender, [])
        try stage.settle(forger)
        try stage.settleAgent()
        try stage.settle(stage.client)
        #expect(outcome == nil)
        player.held[0].fail(DBusError(.accessDenied, "no"))
        #expect(stage.turn { outcome != nil })
        #expect(outcome?.errorName == .accessDenied)
    }

    @Test("forged answers of the bus make no caller unconfined, and no name ours")
    func bus() throws {
        let stage = try AgentStage()
        let agent = try #require(try stage.owner(of: AgentStage.baton))
        let forger = try stage.connect()
        for _ in 0..<5 { try forger.forgeAnswers(to: agent, [.uint32(1)]) }
        try stage.settle(forger)
        _ = try stage.player("player", "Playing")
        #expect(try stage.send(.nextTrack) == .by("player"))
        #expect(try stage.baton("Pin", .string("player")).errorName == nil)
    }
}
