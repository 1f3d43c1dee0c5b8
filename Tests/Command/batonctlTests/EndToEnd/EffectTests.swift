// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@testable import batonctl

/// What a player answers and does not do (rules MPRIS99 and MPRIS104), at players directly.
@Suite struct EffectTests {
    @Test(
        "MPRIS104: what a player answers and does not do is told, and is a failure",
        arguments: [
            (["play"], "Paused", "has answered, and does not play"),
            (["pause"], "Playing", "has answered, and plays on"),
            (["stop"], "Playing", "has answered, and does not stop"),
            (["stop"], "Paused", "has answered, and does not stop"),
            (["play-pause"], "Paused", "has answered, and goes on as before"),
            (["next"], "Playing", "has answered, and stays in its track"),
            (["previous"], "Playing", "has answered, and stays in its track"),
            (["loop", "Track"], "Playing", "has answered, and its LoopStatus is not that"),
            (["shuffle", "On"], "Playing", "has answered, and its Shuffle is not that"),
        ])
    func undone(_ command: [String], _ status: String, _ told: String) throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage, status: status, ["Position": .int64(60_000_000)])
        let arguments = ["-p", "a"] + command
        player.acts = false
        let idle = try stage.start("batonctl", arguments)
        #expect(try idle.waited(on: stage) == 1)
        #expect(idle.errors == "Could not execute command: a \(told)\n")
        #expect(player.calls.count == 1)
        player.acts = true
        let done = try stage.start("batonctl", arguments)
        #expect(try done.waited(on: stage) == 0, "\(done.errors)")
        #expect(player.calls.count == 2)
    }

    @Test("MPRIS104: a player that does it a moment after its answer, and tells, has done it")
    func late() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        player.acts = false
        let child = try stage.start("batonctl", ["-p", "a", "play"])
        // Its answer and the first question are past by then.
        try #require(stage.turn { player.reads > 1 })
        player.set("PlaybackStatus", .string("Playing"))
        #expect(try child.waited(on: stage) == 0, "\(child.errors)")
    }

    @Test("MPRIS104: a Stop that is a pause at the start is one; a player that leaves has stopped, and does not play")
    func otherStops() throws {
        let stage = try Stage()
        let quodlibet = try StubPlayer("a", on: stage, ["Position": .int64(60_000_000)])
        quodlibet.acts = false
        let child = try stage.start("batonctl", ["-p", "a", "stop"])
        try #require(stage.turn { quodlibet.reads > 1 })
        quodlibet.set("Position", .int64(0))
        quodlibet.set("PlaybackStatus", .string("Paused"))
        #expect(try child.waited(on: stage) == 0, "\(child.errors)")
        for (command, status) in [("stop", Int32(0)), ("play", 1)] {
            let other = try Stage()
            let leaving = try StubPlayer("b", on: other, ["Position": .int64(60_000_000)])
            leaving.acts = false
            let child = try other.start("batonctl", ["-p", "b", command])
            try #require(other.turn { leaving.reads > 1 })
            leaving.set("CanQuit", .boolean(true))
            leaving.connection.close()
            #expect(try child.waited(on: other) == status, "\(command): \(child.errors)")
        }
    }

    @Test("MPRIS104: a player that plays on near the start, or says 0 always, has not stopped; a paused one there has")
    func playsOnAtStart() throws {
        for position in [0, 1_000_000] as [Int64] {
            let stage = try Stage()
            let player = try StubPlayer("a", on: stage, status: "Playing", ["Position": .int64(position)])
            player.acts = false
            let child = try stage.start("batonctl", ["-p", "a", "stop"])
            #expect(try child.waited(on: stage) == 1)
            #expect(child.errors == "Could not execute command: a has answered, and does not stop\n")
            player.set("PlaybackStatus", .string("Paused"))
            #expect(try stage.run("-p", "a", "stop") == (0, "", ""))
        }
    }

    @Test("MPRIS104: with --all-players each player that failed is named, and all are sent the command")
    func all() throws {
        let stage = try Stage()
        let players = try ["a", "b", "c", "d"].map { try StubPlayer($0, on: stage, status: "Playing") }
        players[1].acts = false
        players[2].acts = false
        let child = try stage.start("batonctl", ["-a", "pause"])
        #expect(try child.waited(on: stage) == 1)
        #expect(
            child.errors
                == "Could not execute command: b has answered, and plays on; c has answered, and plays on\n")
        #expect(players.allSatisfy { $0.calls == ["Pause()"] })
    }

    @Test("MPRIS104: of a player that is late it is said that it may still act, also with --all-players")
    func silent() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        player.answers = false
        let told = "Could not execute command: a: did not answer within 1 s, and may still act\n"
        for arguments in [["-p", "a", "play"], ["-a", "play"]] {
            let child = try stage.start("batonctl", arguments)
            #expect(try child.waited(on: stage) == 1)
            #expect(child.errors == told)
        }
    }

    @Test("MPRIS99: position goes by Seek where SetPosition is missing, and the reverse")
    func otherWay() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage, ["Position": .int64(10_000_000)])
        player.lacking = ["SetPosition"]
        #expect(try stage.run("-p", "a", "position", "25") == (0, "", ""))
        #expect(player.calls == ["SetPosition('/track/1', 25000000)", "Seek(15000000)"])
        let other = try StubPlayer("b", on: stage, ["Position": .int64(10_000_000)])
        other.lacking = ["Seek"]
        #expect(try stage.run("-a", "-p", "b", "position", "20-") == (0, "", ""))
        #expect(other.calls == ["Seek(-20000000)", "SetPosition('/track/1', 0)"])
        other.lacking = ["Seek", "SetPosition"]
        #expect(try stage.run("-p", "b", "position", "20").status == 1)
    }

    @Test("MPRIS99, MPRIS104: position goes the other way where the first one does nothing, and says if both do")
    func idleWay() throws {
        for (ignored, position, other) in [
            ("Seek", "20+", "SetPosition('/track/1', 30000000)"), ("SetPosition", "25", "Seek(15000000)"),
        ] as [(MemberName, String, String)] {
            let stage = try Stage()
            let player = try StubPlayer("a", on: stage, ["Position": .int64(10_000_000)])
            player.ignored = [ignored]
            let child = try stage.start("batonctl", ["-p", "a", "position", position])
            #expect(try child.waited(on: stage) == 0, "\(child.errors)")
            #expect(player.calls.count == 2 && player.calls.last == other, "\(player.calls)")
            player.ignored = ["Seek", "SetPosition"]
            let idle = try stage.start("batonctl", ["-p", "a", "position", "90"])
            #expect(try idle.waited(on: stage) == 1)
            #expect(idle.errors == "Could not execute command: a has answered, and stays where it is\n")
        }
    }

    @Test("the rate is printed and set, within what the player can, and one that is no number is refused")
    func rate() throws {
        let stage = try Stage()
        let limits: [String: Value] = [
            "Rate": .double(1), "MinimumRate": .double(0.5), "MaximumRate": .double(2),
        ]
        let player = try StubPlayer("a", on: stage, limits)
        #expect(try stage.run("rate") == (0, "1.000000\n", ""))
        #expect(try stage.run("rate", "-f", "{{rate}}x") == (0, "1.0x\n", ""))
        #expect(try stage.run("rate", "--json").output == #"{"player":"a","rate":1.0}"# + "\n")
        #expect(try stage.run("rate", "1.5") == (0, "", ""))
        #expect(try stage.run("rate", "9") == (0, "", ""))
        #expect(try stage.run("rate", "0.75-") == (0, "", ""))
        #expect(try stage.run("rate", "0") == (0, "", ""))
        #expect(player.calls == ["Rate = 1.5", "Rate = 2.0", "Rate = 1.25", "Rate = 0.5"])
        // It is at its end already.
        #expect(try stage.run("rate", "0.25-").status == 1)
        for wrong in ["nan", "inf", "x", "1e400"] { #expect(try stage.run("rate", wrong).status == 1, "\(wrong)") }
        #expect(player.calls.count == 4)
        let other = try Stage()
        _ = try StubPlayer("b", on: other)
        #expect(try other.run("rate", "1.5").status == 1)
    }

    @Test("raise goes to a player that can be raised, and is a failure at others")
    func raise() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        #expect(try stage.run("-p", "a", "raise").status == 1)
        player.canRaise = true
        #expect(try stage.run("-p", "a", "raise") == (0, "", ""))
        #expect(player.calls == ["Raise()"])
    }
}
