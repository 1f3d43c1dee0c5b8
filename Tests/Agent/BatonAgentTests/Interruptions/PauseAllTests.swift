// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Testing

/// `PauseAll`, `Resume` and `PlayPauseAll` (rules I47, I143 and I154).
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

    @Test("I8: a player that signals its pause before it has answered a new agent is still held")
    func signalBeforeTheAnswer() throws {
        let stage = try AgentStage(nil)
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        let player = try stage.player("mpv", "Playing")
        try stage.startAgent()
        try stage.settleAgent()
        _ = try stage.interruptions("PauseAll").get()
        try stage.set(player, "Paused")
        try stage.settleAgent()
        try #require(stage.agent).kill()
        // It is on its way when the agent asks, and is no news to the player.
        player.onRead = { [unowned player] _ in
            player.onRead = nil
            player.setStatus("Paused")
        }
        try stage.startAgent()
        let answer: Value = .strings(["org.mpris.MediaPlayer2.mpv"])
        #expect(try stage.interruptions("Resume").get() == [answer])
        #expect(player.onRead == nil)
        #expect(stage.turn { player.calls == ["Pause", "Play"] }, "\(player.calls)")
    }

    @Test(
        "I143: a player that refuses, or answers and plays on, is not among the paused, and alone it is an error",
        arguments: ["pause", "play-pause"])
    func refused(_ command: String) throws {
        let stage = try AgentStage()
        let player = try stage.player("mpv", "Playing")
        try stage.expectChain(["mpv"])
        let method: MemberName = command == "pause" ? "PauseAll" : "PlayPauseAll"
        let refusal = StagePlayer.Behaviour.fail(DBusError("org.example.Refused", "no"))
        for (behaviour, sends) in [(refusal, 2), (.hold, 4)] {
            player.behaviours["Pause"] = behaviour
            #expect(try stage.interruptions(method).errorName == .notSupported)
            let (status, printed) = try stage.batonctl([command, "--all"])
            #expect(status == 1 && printed.contains("mpv did not pause, and plays on"), "\(printed)")
            player.release()
            #expect(player.calls.count == sends, "\(player.calls)")
        }
        player.behaviours = [:]
        #expect(try stage.interruptions(method).get() == [.strings(["org.mpris.MediaPlayer2.mpv"])])
    }

    @Test("I143: beside a player that refuses the other is paused, and is all that the answer names")
    func partly() throws {
        let stage = try AgentStage()
        let able = try OtherPlayer("able", "Playing", on: stage)
        let player = try stage.player("mpv", "Playing")
        try stage.settleAgent()
        player.behaviours["Pause"] = .fail(DBusError("org.example.Refused", "no"))
        #expect(try stage.interruptions("PauseAll").get() == [.strings(["org.mpris.MediaPlayer2.able"])])
        #expect(able.status == "Paused", "the answer comes when it has paused")
        #expect(try stage.batonctl(["resume"]).status == 0)
        #expect(stage.turn { able.status == "Playing" })
    }

    @Test("I41: a Play of `resume` that waits behind other calls is not sent after the user has stopped the player")
    func stoppedBeforeItsTurn() throws {
        let stage = try AgentStage(nil)
        // One call of Baton's own at a time: the Play waits until the Pause is answered.
        try stage.startAgent(["limits.in-flight-per-player=4"])
        let player = try stage.player("mpv", "Playing", doing: ["Pause": .hold])
        try stage.expectChain(["mpv"])
        let pauseAll = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
            member: "PauseAll")
        stage.client.call(pauseAll, within: .seconds(30)) { _ in }
        try #require(stage.turn { player.calls == ["Pause"] })
        #expect(try stage.interruptions("Resume").get() == [.strings(["org.mpris.MediaPlayer2.mpv"])])
        try stage.set(player, "Paused")
        try stage.settleAgent()
        #expect(try stage.send(.stop) == .by("mpv"))
        player.release()
        try stage.settle(player.connection)
        try stage.settleAgent()
        #expect(player.calls == ["Pause", "Stop"])
        #expect(player.values["PlaybackStatus"] == .string("Stopped"))
    }

    @Test("I47: what a call holds does not play: `play-pause --all` is `resume` then, and holds nothing for the user")
    func inCall() throws {
        let stage = try AgentStage()
        let player = try stage.player("mpv", "Playing")
        try stage.expectChain(["mpv"])
        let call = try stage.begin()
        #expect(stage.turn { player.calls == ["Pause"] })
        try stage.settleAgent()
        #expect(try stage.batonctl(["play-pause", "--all"]).status == 1, "nothing of it is the user's")
        _ = try stage.interruptions("End", .uint32(call.id))
        #expect(stage.turn { player.calls == ["Pause", "Play"] }, "the call's end plays it")
        try stage.settleAgent()

        #expect(try stage.batonctl(["pause", "--all"]).status == 0)
        let second = try stage.begin()
        #expect(try stage.batonctl(["play-pause", "--all"]).status == 0)
        #expect(try stage.batonctl(["resume"]).status == 1, "there is nothing more of the user's")
        #expect(player.calls.count == 3)
        _ = try stage.interruptions("End", .uint32(second.id))
        #expect(stage.turn { player.calls.last == "Play" })
        withExtendedLifetime([call.lease, second.lease]) {}
    }
}
