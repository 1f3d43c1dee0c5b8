// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// A batond with a player that plays, and a logind.
private final class SleepyStage: InterruptedStage {
    let stage: AgentStage
    let login: FakeLogin
    let player: StagePlayer

    init(_ settings: [String] = [], player behaviours: [String: StagePlayer.Behaviour] = [:]) throws {
        stage = try AgentStage(nil, hasSystemBus: true)
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        login = FakeLogin(on: try stage.connect())
        login.appear()
        let login = login
        try #require(stage.turn { login.isThere })
        player = try stage.player("mpv", "Playing", doing: behaviours)
        try start(settings)
    }

    /// Starts batond. Unless interruptions are off, it has asked about the session when this returns.
    func start(_ settings: [String]) throws {
        let questions = login.questions
        try stage.startAgent(settings)
        try stage.settleAgent()
        guard !settings.contains("interruptions.enabled=no") else { return }
        try #require(stage.turn { self.login.questions > questions })
    }

    func settleOthers() throws { try stage.settle(login.connection) }
}

@Suite("Interruptions: the session")
struct SessionInterruptionTests {
    @Test("I27: before the machine sleeps what plays is paused, and logind waits until the player says so")
    func suspend() throws {
        let stage = try SleepyStage(player: ["Pause": .hold])
        try #require(stage.stage.turn { stage.login.isInhibited })
        let begun = ContinuousClock.now
        try stage.login.sleep(true)
        #expect(stage.calls(["Pause"]))
        let isInhibited = stage.login.isInhibited
        // On a busy machine half a second may have passed.
        if ContinuousClock.now - begun < .milliseconds(500) {
            #expect(isInhibited, "the player has not said that it paused")
        }
        try stage.stage.set(stage.player, "Paused")
        #expect(stage.stage.turn { !stage.login.isInhibited })
        try stage.login.sleep(false)
        #expect(stage.stage.turn { stage.login.isInhibited }, "the next sleep waits as well")
        #expect(stage.login.inhibitions == 2)
        #expect(!stage.player.calls.contains("Play"))
    }

    @Test("I27: with `pause-resume` it goes on after waking, and what was paused before does not")
    func resume() throws {
        let stage = try SleepyStage(["interruptions.suspend=pause-resume"])
        let paused = try stage.stage.player("vlc", "Paused")
        try #require(stage.stage.turn { stage.login.isInhibited })
        try stage.login.sleep(true)
        #expect(stage.calls(["Pause"]))
        try stage.stage.set(stage.player, "Paused")
        try stage.login.sleep(false)
        #expect(stage.calls(["Pause", "Play"]))
        #expect(paused.calls == [])
    }

    @Test(
        "I27, I131: a logind that leaves before it says that the machine has woken ends the sleep, and nothing goes on")
    func loginLeaves() throws {
        let stage = try SleepyStage(["interruptions.suspend=pause-resume"])
        try #require(stage.stage.turn { stage.login.isInhibited })
        try stage.login.sleep(true)
        #expect(stage.calls(["Pause"]))
        try stage.stage.set(stage.player, "Paused")
        try #require(stage.stage.lasts(["suspend"]))
        stage.login.leave()
        #expect(stage.stage.lasts([]), "the interruption lasts although its logind is gone")
        try stage.settle()
        #expect(stage.player.calls == ["Pause"])
    }

    @Test("I27: a player that never answers keeps the machine awake for 500 ms and no longer")
    func deaf() throws {
        let stage = try SleepyStage(player: ["Pause": .hold])
        try #require(stage.stage.turn { stage.login.isInhibited })
        try stage.login.sleep(true)
        #expect(stage.calls(["Pause"]))
        #expect(stage.stage.turn(within: .seconds(10)) { !stage.login.isInhibited })
    }

    @Test("I26: a lock pauses only if the configuration says so, and what it paused goes on at its end")
    func lock() throws {
        let usual = try SleepyStage()
        usual.login.set(isLocked: true)
        try usual.settle()
        #expect(usual.player.calls == [])

        let stage = try SleepyStage(["interruptions.lock=pause-resume"])
        stage.login.set(isLocked: true)
        #expect(stage.calls(["Pause"]))
        try stage.stage.set(stage.player, "Paused")
        stage.login.set(isLocked: false)
        #expect(stage.calls(["Pause", "Play"]))
    }

    @Test("I26: with `lock = pause` a lock pauses, and its end plays nothing")
    func lockWithoutResuming() throws {
        let stage = try SleepyStage(["interruptions.lock=pause"])
        stage.login.set(isLocked: true)
        #expect(stage.calls(["Pause"]))
        try #require(stage.stage.lasts(["lock"]))
        stage.login.set(isLocked: false)
        try #require(stage.stage.lasts([]))
        try stage.settle()
        #expect(stage.player.calls == ["Pause"])
    }

    @Test("I27: with `suspend = nothing` nothing is paused, and logind does not wait")
    func suspendWithoutPausing() throws {
        let stage = try SleepyStage(["interruptions.suspend=nothing"])
        try stage.login.sleep(true)
        try stage.settle()
        try stage.login.sleep(false)
        try stage.settle()
        #expect(stage.player.calls == [] && stage.login.inhibitions == 0)
    }

    @Test(
        "I107: suspend in mid-call: the player goes on when both are over, if sleeping allows that",
        arguments: ["pause", "pause-resume"])
    func suspendInCall(_ setting: String) throws {
        let stage = try SleepyStage(["interruptions.suspend=\(setting)"])
        try #require(stage.stage.turn { stage.login.isInhibited })
        let call = try stage.stage.begin()
        #expect(stage.calls(["Pause"]))
        try #require(stage.stage.lasts(["call"]))
        try stage.login.sleep(true)
        try #require(stage.stage.lasts(["call", "suspend"]))
        #expect(stage.stage.turn { !stage.login.isInhibited }, "nothing is left to wait for")
        try stage.login.sleep(false)
        try #require(stage.stage.lasts(["call"]))
        #expect(stage.player.calls == ["Pause"], "the call goes on")
        _ = try stage.stage.interruptions("End", .uint32(call.id))
        try #require(stage.stage.lasts([]))
        if setting == "pause" {
            try stage.settle()
            #expect(stage.player.calls == ["Pause"])
        } else {
            #expect(stage.calls(["Pause", "Play"]))
        }
    }

    @Test("I107: a call that ends while the machine sleeps: the player goes on after waking, once")
    func callEndsAsleep() throws {
        let stage = try SleepyStage(["interruptions.suspend=pause-resume"])
        try #require(stage.stage.turn { stage.login.isInhibited })
        let call = try stage.stage.begin()
        #expect(stage.calls(["Pause"]))
        try stage.login.sleep(true)
        try #require(stage.stage.lasts(["call", "suspend"]))
        _ = try stage.stage.interruptions("End", .uint32(call.id))
        try #require(stage.stage.lasts(["suspend"]))
        #expect(stage.player.calls == ["Pause"])
        try stage.login.sleep(false)
        #expect(stage.calls(["Pause", "Play"]))
        try #require(stage.stage.lasts([]))
        #expect(stage.player.calls == ["Pause", "Play"])
    }

    @Test(
        "I119: interruptions that are switched off while the machine sleeps, and on again: the next sleep pauses as ever"
    )
    func switchedOffAsleep() throws {
        let stage = try SleepyStage()
        let agent = try #require(stage.stage.agent)
        func set(isEnabled: Bool) throws {
            stage.stage.folder.write(
                "[interruptions]\nenabled = \(isEnabled ? "yes" : "no")\n", to: ".config/baton/baton.conf")
            agent.signal(SIGHUP)
            try #require(stage.stage.turn { stage.login.isInhibited == isEnabled })
        }
        try #require(stage.stage.turn { stage.login.isInhibited })
        try stage.login.sleep(true)
        #expect(stage.calls(["Pause"]))
        try stage.stage.set(stage.player, "Paused")
        try #require(stage.stage.turn { !stage.login.isInhibited })
        try set(isEnabled: false)
        try stage.login.sleep(false)
        try stage.settle()
        try set(isEnabled: true)
        try stage.stage.set(stage.player, "Playing")
        try stage.settle()
        try #require(stage.stage.lasts([]))
        try stage.login.sleep(true)
        #expect(stage.calls(["Pause", "Pause"]))
    }

    @Test("I41: what the user acted on while the session was locked does not go on by itself")
    func userActs() throws {
        let stage = try SleepyStage(["interruptions.lock=pause-resume"])
        stage.login.set(isLocked: true)
        #expect(stage.calls(["Pause"]))
        try stage.stage.set(stage.player, "Paused")
        // A player that is paused already is sent no second Pause (rule MPRIS52).
        try stage.stage.face("Pause")
        try stage.settle()
        stage.login.set(isLocked: false)
        try stage.settle()
        #expect(stage.player.calls == ["Pause"])
    }

    @Test("I41: a command that the player did not answer in time is an act of the user's: nothing goes on after it")
    func actsWithoutAnswer() throws {
        let stage = try SleepyStage(["interruptions.lock=pause-resume"], player: ["Next": .hold])
        stage.login.set(isLocked: true)
        #expect(stage.calls(["Pause"]))
        try stage.stage.set(stage.player, "Paused")
        #expect(try stage.stage.face("Next").errorName == .timeout)
        stage.login.set(isLocked: false)
        try stage.settle()
        #expect(stage.player.calls == ["Pause", "Next"])
    }

    @Test("I8: an agent that was killed in between lets go on what it had paused, and plays it once")
    func crash() throws {
        let settings = ["interruptions.lock=pause-resume"]
        let stage = try SleepyStage(settings)
        stage.login.set(isLocked: true)
        #expect(stage.calls(["Pause"]))
        try stage.stage.set(stage.player, "Paused")
        try stage.settle()
        try #require(stage.stage.agent).kill()
        #expect(stage.stage.folder.read("baton/interruptions")?.contains("org.mpris.MediaPlayer2.mpv") == true)
        try stage.start(settings)
        stage.login.set(isLocked: false)
        #expect(stage.calls(["Pause", "Play"]))
        try stage.stage.set(stage.player, "Playing")
        try stage.settle()
        #expect(stage.stage.folder.read("baton/interruptions") == nil)
        #expect(stage.player.calls == ["Pause", "Play"])
    }

    @Test("I10: without interruptions nothing is paused, and logind does not wait")
    func disabled() throws {
        let stage = try SleepyStage(["interruptions.enabled=no", "interruptions.lock=pause"])
        stage.login.set(isLocked: true)
        try stage.login.sleep(true)
        try stage.settle()
        #expect(stage.player.calls == [])
        #expect(stage.login.inhibitions == 0)
    }
}
