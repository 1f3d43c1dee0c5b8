// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// `PauseAll` and `Resume` (rules I47 and I154).
@Suite("Interruptions: the user's own, of all players")
struct PauseAllTests {
    @Test(
        "I157: a player that denied that it can pause is asked, for PauseAll and for an application",
        arguments: [true, false])
    func silentlyAble(_ isAll: Bool) throws {
        let stage = try AgentStage()
        let player = try stage.player("mpv", "Playing", without: ["CanPause"])
        try stage.expectChain(["mpv"])
        if isAll {
            let error = try stage.interruptions("PauseAll").errorName
            #expect(error == .notSupported)
        }
        player.silentlySet("CanPause", .boolean(true))
        if isAll {
            #expect(try stage.interruptions("PauseAll").get() == [.strings(["org.mpris.MediaPlayer2.mpv"])])
        } else {
            let lease = try stage.begin()
            #expect(stage.turn { player.calls == ["Pause"] })
            withExtendedLifetime(lease) {}
        }
        #expect(player.calls == ["Pause"])
    }

    @Test("I154: right after the agent's start they wait for players that have not said yet whether they play")
    func atStart() throws {
        let stage = try AgentStage(nil)
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        let slow = try OtherPlayer("slow", "Playing", on: stage, "--delay", "300")
        try stage.startAgent()
        let answer: Value = .strings(["org.mpris.MediaPlayer2.slow"])
        #expect(try stage.interruptions("PauseAll").get() == [answer])
        try #require(stage.turn { slow.status == "Paused" })
        try stage.settleAgent()
        try #require(stage.agent).kill()
        try stage.startAgent()
        #expect(try stage.interruptions("Resume").get() == [answer])
        #expect(stage.turn { slow.status == "Playing" })
    }
}
