// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// A batond with a player that plays, and a logind of python-dbusmock.
private final class MockedStage: InterruptedStage {
    let stage: AgentStage
    let login: MockedLogin
    let player: StagePlayer

    init(_ settings: [String], player behaviours: [String: StagePlayer.Behaviour] = [:]) throws {
        stage = try AgentStage(nil, hasSystemBus: true)
        login = try MockedLogin(on: stage)
        player = try stage.player("mpv", "Playing", doing: behaviours)
        try stage.startAgent(settings)
        // It has asked about the session: that answer comes before whatever is announced from now on.
        let login = login
        try #require(stage.turn { login.wasAskedAboutSession })
        try stage.settleAgent()
    }

    /// Waits until a program delays the next sleep, or none does.
    func isDelayed(_ isDelayed: Bool) -> Bool {
        stage.turn { (try? login.inhibitors()) == (isDelayed ? ["sleep delay"] : []) }
    }

    /// The machine is about to sleep: the player gets a Pause, which it does not obey yet, and logind waits for half a second. On a busy
    /// machine this may take longer, and then logind need not wait any more.
    func fallAsleep() throws {
        let begun = ContinuousClock.now
        try login.sleep(true)
        #expect(calls(["Pause"]))
        let inhibitors = try login.inhibitors()
        if ContinuousClock.now - begun < .milliseconds(500) { #expect(inhibitors == ["sleep delay"]) }
    }
}

@Suite("Interruptions: logind, mocked by python-dbusmock")
struct MockedLoginTests {
    @Test("I26: a lock with each setting", arguments: ["nothing", "pause", "pause-resume"])
    func lock(_ setting: String) throws {
        let stage = try MockedStage(["interruptions.lock=\(setting)", "interruptions.suspend=pause"])
        try #require(stage.isDelayed(true))
        try stage.login.lock(true)
        if setting != "nothing" {
            #expect(stage.calls(["Pause"]))
            try stage.stage.set(stage.player, "Paused")
            #expect(stage.stage.lasts(["lock"]))
        }
        try stage.login.lock(false)
        #expect(stage.stage.lasts([]))
        if setting == "pause-resume" { #expect(stage.calls(["Pause", "Play"])) }
        try stage.settle()
        let expected = ["nothing": [], "pause": ["Pause"], "pause-resume": ["Pause", "Play"]]
        #expect(stage.player.calls == expected[setting])
    }

    @Test("I27: sleeping and waking with each setting", arguments: ["nothing", "pause", "pause-resume"])
    func suspend(_ setting: String) throws {
        let stage = try MockedStage(
            ["interruptions.suspend=\(setting)", "interruptions.lock=pause"], player: ["Pause": .hold])
        let pauses = setting != "nothing"
        if pauses { try #require(stage.isDelayed(true)) }
        if pauses {
            try stage.fallAsleep()
            try stage.stage.set(stage.player, "Paused")
            #expect(stage.isDelayed(false))
        } else {
            try stage.login.sleep(true)
        }
        try stage.login.sleep(false)
        if pauses { #expect(stage.isDelayed(true), "the next sleep waits as well") }
        #expect(stage.stage.lasts([]))
        // A player that has not obeyed for a second gets another Pause (rule I100), as on a busy machine.
        let plays = setting == "pause-resume" ? ["Play"] : []
        #expect(stage.stage.turn { stage.player.calls.filter { $0 != "Pause" } == plays }, "\(stage.player.calls)")
        try stage.settle()
        #expect(stage.player.calls.filter { $0 != "Pause" } == plays)
        #expect(stage.player.calls.isEmpty == !pauses)
        if !pauses { #expect(try stage.login.inhibitors() == []) }
    }

    @Test(
        "I6, I107: suspend in mid-call: both hold the player, and it goes on if both allow that",
        arguments: ["pause", "pause-resume"])
    func suspendInCall(_ setting: String) throws {
        let stage = try MockedStage(["interruptions.suspend=\(setting)"])
        try #require(stage.isDelayed(true))
        let call = try stage.stage.begin()
        #expect(stage.calls(["Pause"]))
        try stage.stage.set(stage.player, "Paused")
        try stage.login.sleep(true)
        #expect(stage.stage.lasts(["call", "suspend"]))
        #expect(stage.isDelayed(false), "nothing is left to wait for")
        try stage.login.sleep(false)
        #expect(stage.stage.lasts(["call"]))
        #expect(stage.player.calls == ["Pause"], "the call goes on")
        _ = try stage.stage.interruptions("End", .uint32(call.id))
        #expect(stage.stage.lasts([]))
        if setting == "pause-resume" { #expect(stage.calls(["Pause", "Play"])) }
        try stage.settle()
        #expect(stage.player.calls == (setting == "pause" ? ["Pause"] : ["Pause", "Play"]))
    }

    @Test("I27, I100: a player that never answers: logind is let go before the second Pause, which comes after 1 s")
    func deaf() throws {
        let stage = try MockedStage([], player: ["Pause": .hold])
        try #require(stage.isDelayed(true))
        try stage.fallAsleep()
        #expect(stage.calls(["Pause", "Pause"]))
        #expect(try stage.login.inhibitors() == [])
    }
}
