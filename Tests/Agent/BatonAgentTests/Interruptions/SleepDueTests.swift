// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

/// The sleep timer of an agent that was killed (rules I70 and I142).
@Suite("The sleep timer: due at a restart")
struct SleepDueTests {
    /// How long after its start an agent gives up what was there before: by then the timer must have paused.
    private static let restoring = Duration.seconds(5)

    /// An agent that was killed while its timer ran, and another one.
    private func restarted(_ stage: AgentStage) throws -> ContinuousClock.Instant {
        #expect(try stage.batonctl(["sleep", "1s"]).status == 0)
        try #require(stage.agent).kill()
        let start = ContinuousClock.now
        try stage.startAgent()
        return start
    }

    private func makeStage() throws -> AgentStage {
        let stage = try AgentStage(nil)
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        return stage
    }

    @Test("I70, I142: what plays and is known is paused when the time has come, however young the agent is")
    func atOnce() throws {
        let stage = try makeStage()
        let player = try stage.player("mpv", "Playing")
        try stage.startAgent()
        let start = try restarted(stage)
        #expect(stage.turn { player.calls == ["Pause"] })
        // The limit is the promise: later the agent has given up what was there before, and would pause nothing.
        #expect(ContinuousClock.now - start < Self.restoring)
        #expect(try stage.batonctl(["sleep"]).printed == "The sleep timer is off.\n")
        #expect(try stage.batonctl(["resume"]).status == 0)
        #expect(stage.turn { player.calls == ["Pause", "Play"] })
    }

    @Test("I142: a player that was there and answers after the time is paused when it has answered")
    func late() throws {
        let stage = try makeStage()
        let slow = try OtherPlayer("slow", "Playing", on: stage, "--delay", "900")
        let player = try stage.player("mpv", "Playing")
        try stage.startAgent()
        _ = try restarted(stage)
        #expect(stage.turn { player.calls == ["Pause"] })
        #expect(stage.turn { slow.status == "Paused" })
        // What appears later was started by the user.
        let other = try stage.player("vlc", "Playing")
        try stage.settleAgent()
        #expect(other.calls == [])
    }
}
