// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// Players of which one half of the buttons is broken (rules MPRIS95 and MPRIS96).
@MainActor @Suite("Toggle: by PlayPause, or by Play and Pause")
struct ToggleTests {
    /// A player that answers some methods and does nothing, as spotifyd and mpv-mpris do.
    private func scene(
        _ status: String = "Paused", ignoring methods: [String] = ["PlayPause"], _ settings: [String] = []
    ) throws -> (HostedStage, StagePlayer) {
        let hosted = try HostedStage(settings)
        let player = try hosted.stage.player("half", status)
        for method in methods { player.behaviours[method] = .ignore }
        // One that tells its status.
        player.setStatus(status)
        try hosted.stage.expectChain(["half"])
        try hosted.passes(3)
        return (hosted, player)
    }

    private func toggle(_ hosted: HostedStage) throws {
        #expect(try hosted.stage.send(.togglePlayPause) == .by("half"))
    }

    @Test(
        "MPRIS95: a toggle that has no effect is done by Play or Pause a second later, and the next one at once",
        arguments: ["Paused", "Playing", "Stopped"])
    func byStatus(_ status: String) throws {
        let (hosted, player) = try scene(status)
        try toggle(hosted)
        #expect(player.calls == ["PlayPause"])
        try hosted.passes(3)
        let methods = status == "Playing" ? ["Pause", "Play"] : ["Play", "Pause"]
        #expect(player.calls == ["PlayPause", methods[0]])
        try toggle(hosted)
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause"] + methods)
    }

    @Test("MPRIS95: not before a second has passed, and not if the status has changed by then, told or not")
    func hasEffect() throws {
        let (hosted, player) = try scene()
        try toggle(hosted)
        hosted.clock.advance(by: .milliseconds(900))
        try hosted.stage.settleAgent()
        #expect(player.calls == ["PlayPause"])
        // As one that is slow and does not signal: it is asked before it is told again.
        player.silentlySet("PlaybackStatus", .string("Playing"))
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause"])
        player.behaviours = [:]
        try toggle(hosted)
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause", "PlayPause"])
    }

    @Test("MPRIS95: nothing is tried again where neither way works, and nothing is remembered")
    func neither() throws {
        let (hosted, player) = try scene(ignoring: ["PlayPause", "Play"])
        for _ in 0..<2 {
            try toggle(hosted)
            try hosted.passes(5)
        }
        #expect(player.calls == ["PlayPause", "Play", "PlayPause", "Play"])
    }

    @Test("MPRIS95: what tells its status again has done something, and so has what was found to play before")
    func unknown() throws {
        let (hosted, player) = try scene()
        // It played, unknown to Baton, and has paused.
        try toggle(hosted)
        player.setStatus("Paused")
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause"])

        let other = try HostedStage()
        let mute = try other.stage.player("mute", "Paused", doing: ["PlayPause": .ignore])
        try other.stage.expectChain(["mute"])
        // It is asked before the toggle, and has begun without a word.
        mute.silentlySet("PlaybackStatus", .string("Playing"))
        #expect(try other.stage.send(.togglePlayPause) == .by("mute"))
        mute.silentlySet("PlaybackStatus", .string("Paused"))
        try other.passes(3)
        #expect(mute.calls == ["PlayPause"])
    }

    @Test(
        "MPRIS95: what has never told its status is asked before the toggle, and told again if it said the same",
        arguments: ["Paused", "Playing"])
    func neverTold(_ status: String) throws {
        let hosted = try HostedStage()
        let player = try hosted.stage.player("new", status, doing: ["PlayPause": .ignore])
        try hosted.stage.expectChain(["new"])
        #expect(try hosted.stage.send(.togglePlayPause) == .by("new"))
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause", status == "Playing" ? "Pause" : "Play"])
    }

    @Test("MPRIS95: a player that tells nothing and plays as it was told is not paused again")
    func silentlyDone() throws {
        let hosted = try HostedStage()
        let player = try hosted.stage.player("mute", "Playing", doing: ["PlayPause": .ignore])
        try hosted.stage.expectChain(["mute"])
        try hosted.passes(3)
        // It was paused at the player itself.
        player.silentlySet("PlaybackStatus", .string("Paused"))
        #expect(try hosted.stage.send(.togglePlayPause) == .by("mute"))
        player.silentlySet("PlaybackStatus", .string("Playing"))
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause"])
    }

    @Test(
        "MPRIS95: two toggles within a second that a player does and does not tell are no reason for a third",
        arguments: ["Paused", "Playing"], [300, 1000])
    func twice(_ status: String, _ gap: Int) throws {
        let hosted = try HostedStage()
        let player = try hosted.stage.player("mute", status, doing: ["PlayPause": .ignore])
        try hosted.stage.expectChain(["mute"])
        try hosted.passes(3)
        for next in [status == "Playing" ? "Paused" : "Playing", status] {
            #expect(try hosted.stage.send(.togglePlayPause) == .by("mute"))
            player.silentlySet("PlaybackStatus", .string(next))
            hosted.clock.advance(by: .milliseconds(gap))
            try hosted.stage.settleAgent()
        }
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause", "PlayPause"])
    }

    @Test("MPRIS95: of toggles in a row that a player has not done yet an even number is not tried, an odd one is")
    func row() throws {
        for count in 1...4 {
            let (hosted, player) = try scene(ignoring: ["PlayPause", "Play"])
            let other = try hosted.stage.player("other")
            try hosted.passes(3)
            for _ in 0..<count {
                try toggle(hosted)
                hosted.clock.advance(by: .milliseconds(200))
                try hosted.stage.settleAgent()
            }
            try hosted.passes(2)
            let presses = Array(repeating: "PlayPause", count: count)
            #expect(player.calls == presses + (count % 2 == 1 ? ["Play"] : []) && other.calls == [], "\(count)")
            try hosted.passes(2)
            // What was not to play has not failed to (rule MPRIS94).
            try hosted.stage.expectChain(count % 2 == 1 ? ["other", "half"] : ["half", "other"])
        }
    }

    @Test("MPRIS95: what comes more than 0.7 s after the other way may be of the first one, and is not remembered")
    func slow() throws {
        for (time, next) in [(600, "Pause"), (800, "PlayPause")] {
            let (hosted, player) = try scene(ignoring: ["PlayPause", "Play"])
            try toggle(hosted)
            hosted.clock.advance(by: .milliseconds(1100))
            try hosted.stage.settleAgent()
            try #require(hosted.stage.turn { player.calls == ["PlayPause", "Play"] })
            hosted.clock.advance(by: .milliseconds(time))
            player.setStatus("Playing")
            try hosted.stage.settle(player.connection)
            try hosted.stage.settleAgent()
            try toggle(hosted)
            #expect(player.calls.last == next, "\(time)")
        }
    }

    @Test("MPRIS95: what never tells its status is not asked before each toggle of a burst")
    func burst() throws {
        let hosted = try HostedStage()
        let player = try hosted.stage.player("mute", "Paused", doing: ["PlayPause": .ignore])
        try hosted.stage.expectChain(["mute"])
        let before = player.reads["PlaybackStatus", default: 0]
        for _ in 0..<10 { #expect(try hosted.stage.send(.togglePlayPause) == .by("mute")) }
        #expect(player.reads["PlaybackStatus", default: 0] == before + 1)
        hosted.clock.advance(by: .milliseconds(2000))
        #expect(try hosted.stage.send(.togglePlayPause) == .by("mute"))
        try hosted.passes(3)
        #expect(player.calls.suffix(2) == ["PlayPause", "Play"])
    }

    @Test("MPRIS95: the answer to a question of before the last toggle does not make this one certain")
    func lateAnswer() throws {
        let hosted = try HostedStage()
        let stage = hosted.stage
        // It answers when its own reactor turns.
        let ownReactor = try Reactor(clock: hosted.clock)
        let connection = Connection(address: stage.bus.address, reactor: ownReactor)
        defer { connection.close() }
        let player = try StagePlayer("late", status: "Paused", on: connection)
        player.behaviours["PlayPause"] = .ignore
        try connection.open()
        player.appear()
        try #require(
            stage.turn {
                ownReactor.turnUntilIdle()
                return hosted.agent.status(of: player.name.rawValue) != nil
            })
        var answers = 0
        for _ in 0..<2 {
            try stage.post(.togglePlayPause) { _ in answers += 1 }
            stage.reactor.turnUntilIdle()
            try stage.settle(stage.client)
        }
        try #require(
            stage.turn {
                ownReactor.turnUntilIdle()
                return answers == 2
            })
        for _ in 0..<6 {
            hosted.clock.advance(by: .milliseconds(500))
            ownReactor.turnUntilIdle()
            try stage.settleAgent()
            ownReactor.turnUntilIdle()
        }
        #expect(player.calls == ["PlayPause", "PlayPause"])
    }

    @Test("MPRIS95: a player is paused by the other way also beside another one that plays, and not started")
    func besideAnother() throws {
        let (hosted, player) = try scene()
        let other = try hosted.stage.player("other", "Playing")
        try hosted.passes(3)
        // What began last is first.
        player.setStatus("Playing")
        try hosted.stage.expectChain(["half", "other"])
        try hosted.passes(3)
        try toggle(hosted)
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause", "Pause"] && other.calls == [])
    }

    @Test("MPRIS95: a refused toggle is not tried again")
    func refused() throws {
        let (hosted, player) = try scene()
        player.behaviours["PlayPause"] = .fail(DBusError(.failed, "no"))
        #expect(try hosted.stage.send(.togglePlayPause).error == .failed)
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause"])
    }

    enum Meanwhile: CaseIterable {
        case pause, next, atOther, otherPlays, interruption, anotherOwner, pin, silence
    }

    @Test("MPRIS95: it is not tried after anything else that happens meanwhile", arguments: Meanwhile.allCases)
    func meanwhile(_ event: Meanwhile) throws {
        let (hosted, player) = try scene()
        let stage = hosted.stage
        let other = try stage.player("other")
        try hosted.passes(1)
        #expect(try stage.send(.nextTrack) == .by("half"))
        try stage.expectChain(["half", "other"])
        try hosted.passes(3)
        try toggle(hosted)
        let sent = player.calls
        switch event {
        case .pause: #expect(try stage.send(.pause) == .by("half"))
        case .next: #expect(try stage.send(.nextTrack) == .by("half"))
        case .atOther:
            try stage.baton("Pin", .string("other"))
            #expect(try stage.send(.nextTrack) == .by("other"))
            try stage.baton("Unpin")
        case .otherPlays: try stage.set(other, "Playing")
        case .interruption:
            let message = Message.methodCall(
                to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
                member: "PauseAll")
            _ = try stage.call(message)
        case .anotherOwner:
            player.disappear()
            try stage.settle(player.connection)
            let heir = try stage.player("half")
            try hosted.passes(5)
            #expect(heir.calls == [])
        case .pin: try stage.baton("Pin", .string("other"))
        case .silence: player.onRead = { [unowned player] _ in player.connection.close() }
        }
        try hosted.passes(5)
        #expect(player.calls.filter { $0 == "Play" } == [])
        #expect(other.calls.filter { $0 == "Play" } == [])
        let further: [Meanwhile: [String]] = [.next: ["Next"], .pause: ["Pause"]]
        #expect(player.calls == sent + further[event, default: []])
    }

    @Test("MPRIS95: what was learned of a player dies with it")
    func forgotten() throws {
        let (hosted, player) = try scene()
        try toggle(hosted)
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause", "Play"])
        player.disappear()
        try hosted.stage.settle(player.connection)
        let heir = try hosted.stage.player("half")
        try hosted.stage.expectChain(["half"])
        try toggle(hosted)
        #expect(heir.calls == ["PlayPause"])
    }

    @Test("MPRIS96: where Pause does nothing within a second nothing else is sent, and the next toggle is PlayPause")
    func back() throws {
        let (hosted, player) = try scene()
        try toggle(hosted)
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause", "Play"])
        player.behaviours = ["Pause": .ignore, "Play": .ignore]
        try toggle(hosted)
        try hosted.passes(1)
        // It was late only.
        player.setStatus("Paused")
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause", "Play", "Pause"])
        try toggle(hosted)
        try hosted.passes(3)
        #expect(player.calls == ["PlayPause", "Play", "Pause", "PlayPause"])
        #expect(player.values["PlaybackStatus"] == .string("Playing"))
    }

    @Test("MPRIS95, MPRIS96: `[player NAME] toggle` says one way, and the other one is never tried")
    func configured() throws {
        let (hosted, player) = try scene(ignoring: ["Play"], ["player ha*.toggle=by-status"])
        try toggle(hosted)
        try hosted.passes(3)
        #expect(player.calls == ["Play"])
        player.behaviours = ["Play": .hold]
        // Before the player has told what the first one did, the second one is its contrary.
        var outcomes = 0
        try hosted.stage.post(.togglePlayPause) { _ in outcomes += 1 }
        try hosted.stage.post(.togglePlayPause) { _ in outcomes += 1 }
        try #require(hosted.stage.turn { player.calls.count == 3 })
        #expect(player.calls == ["Play", "Play", "Pause"])
        player.release()
        try #require(hosted.stage.turn { outcomes == 2 })

        let (plain, other) = try scene(ignoring: ["PlayPause"], ["player half.toggle=play-pause"])
        try toggle(plain)
        try plain.passes(3)
        #expect(other.calls == ["PlayPause"])
    }
}
