// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Testing

@testable import batonctl

/// `batonctl` as a process on a bus with the agent's side of the interface.
@Suite struct WithAgentTests {
    private let a = "org.mpris.MediaPlayer2.a"
    private let b = "org.mpris.MediaPlayer2.b"

    private func chain(_ ids: String...) -> [StubResponder] {
        ids.map { .init(id: $0, identity: "Name", status: "Playing", isSuspect: false, reason: "playing") }
    }

    @Test("a transport command goes to the agent and to no player")
    func sendsEvents() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        let agent = try StubAgent(on: stage)
        let commands = [
            ["play"], ["pause"], ["stop"], ["play-pause"], ["next"], ["previous"], ["send", "begin-seeking-backward"],
            ["send", "109"],
            ["-s", "next"], ["--verbose", "send", "toggle"],
        ]
        for command in commands { #expect(try stage.start("batonctl", command).waited(on: stage) == 0, "\(command)") }
        let events: [RemoteControlSubtype] = [
            .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack, .beginSeekingBackward,
            .endSeekingForward,
            .nextTrack, .togglePlayPause,
        ]
        #expect(agent.calls == events.map { "SendRemoteControlEvent(\($0.rawValue))" })
        #expect(player.calls.isEmpty)
    }

    @Test("--verbose tells who handled an event, also through the agent", arguments: [["next"], ["send", "next"]])
    func tellsHandler(_ command: [String]) throws {
        let stage = try Stage()
        let agent = try StubAgent(on: stage, first: a, responders: chain(a))
        let child = try stage.start("batonctl", ["--verbose"] + command)
        #expect(try child.waited(on: stage) == 0)
        #expect(child.errors == "batonctl: next: handled by a\n", "\(agent.calls)")
    }

    @Test(
        "an event that no responder handles is a failure",
        arguments: [["next"], ["send", "next"], ["--verbose", "next"]])
    func reportsUnhandled(_ command: [String]) throws {
        let stage = try Stage()
        let agent = try StubAgent(on: stage)
        agent.outcome = .success(nil)
        let none = try stage.start("batonctl", command)
        #expect(try none.waited(on: stage) == 1)
        #expect(none.errors == "No players found\n")
        let other = try Stage()
        let full = try StubAgent(on: other, first: a, responders: chain(a))
        full.outcome = .success(nil)
        let unhandled = try other.start("batonctl", command)
        #expect(try unhandled.waited(on: other) == 1)
        #expect(unhandled.errors == "No player could handle this command\n")
        full.outcome = .failure(DBusError("org.example.Error.Broken", "the tape is torn"))
        let failed = try other.start("batonctl", command)
        #expect(try failed.waited(on: other) == 1)
        #expect(failed.errors == "Could not execute command: the tape is torn\n")
        #expect(full.calls.count == 2)
    }

    @Test("MPRIS90: a named player gets the command directly, and then the agent reads it again")
    func bypassesAgent() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        let agent = try StubAgent(on: stage)
        #expect(try stage.run("-p", "a", "next") == (0, "", ""))
        #expect(player.calls == ["Next()"])
        #expect(agent.calls == ["Refresh('org.mpris.MediaPlayer2.a')"])
    }

    @Test("queries and settings go to the first responder")
    func asksFirstResponder() throws {
        let stage = try Stage()
        let first = try StubPlayer("a", on: stage, status: "Playing", title: "A")
        let second = try StubPlayer("b", on: stage, title: "B")
        _ = try StubAgent(on: stage, first: b, responders: chain(b, a))
        #expect(try stage.run("metadata", "title").output == "B\n")
        #expect(try stage.run("status").output == "Paused\n")
        #expect(try stage.run("volume", "0.5").status == 0)
        #expect(try stage.run("-i", "b", "status").output == "Playing\n")
        #expect(try stage.run("-p", "%any", "status").output == "Paused\n")
        #expect(first.calls.isEmpty)
        #expect(second.calls == ["Volume = 0.5"])
    }

    @Test("MPRIS51: players of one name have the chain's order, and then come those that the agent hides")
    func namesakes() throws {
        let names = ["a", "a.instance2", "a.instance3"]
        for (responders, expected) in [(chain(a + ".instance2", a), names[1]), ([], names[2])] {
            let stage = try Stage()
            let players = try names.map { try StubPlayer($0, on: stage, status: $0 == names[2] ? "Playing" : "Paused") }
            _ = try StubAgent(on: stage, first: responders.first?.id ?? "", responders: responders)
            #expect(try stage.run("-p", "a", "next").status == 0)
            #expect(players.map(\.calls) == names.map { $0 == expected ? ["Next()"] : [] })
        }
    }

    @Test("queries pass over an app that is not a player")
    func passesOverApps() throws {
        let stage = try Stage()
        _ = try StubPlayer("a", on: stage, status: "Playing")
        _ = try StubAgent(on: stage, first: ":1.9/app", responders: chain(":1.9/app", a))
        #expect(try stage.run("status") == (0, "Playing\n", ""))
        let alone = try Stage()
        _ = try StubAgent(on: alone)
        #expect(try alone.run("status") == (1, "", "No players found\n"))
    }

    @Test("the chain, the pin and the ignore list")
    func changesChain() throws {
        let stage = try Stage()
        let agent = try StubAgent(on: stage, first: a, responders: chain(a, b))
        #expect(
            try stage.run("players").output
                == "  PLAYER  STATUS   TITLE  WHY IT IS HERE\n* a       Playing  -      playing\n  b       Playing  -      playing\n"
        )
        #expect(try stage.run("players", "--json").output.hasPrefix(#"[{"id":"org.mpris.MediaPlayer2.a","player":"a""#))
        #expect(try stage.run("info").output.contains("Gets commands:     a\n"))
        let info = try stage.run("info", "--json").output
        #expect(info.contains(#""ignored":["org.mpris.MediaPlayer2.x"]"#) && info.contains(#""keepsAwake":[]"#))
        for command in [["pin", "b"], ["unpin"], ["ignore", "b"], ["unignore", "b"]] {
            #expect(try stage.start("batonctl", command).waited(on: stage) == 0)
        }
        #expect(agent.calls == ["Pin('b')", "Unpin()", "Ignore('b')", "Unignore('b')"])
    }

    @Test("monitor prints each event until the agent leaves the bus")
    func monitors() throws {
        let stage = try Stage()
        let agent = try StubAgent(on: stage)
        let child = try stage.start("batonctl", ["monitor"])
        try #require(stage.turn { !agent.monitors.isEmpty })
        let event: [Value] = [
            .uint32(UInt32(RemoteControlSubtype.nextTrack.rawValue)), .uint64(12_000_034), .string("mpris"),
            .string(":1.7"), .string(a), .string("handled"),
            .uint64(812),
        ]
        try agent.emitEvent(event)
        try agent.emitEvent([.string("odd")])
        try stage.forgeEvent(event, to: agent.monitors[0])
        try agent.emitEvent(event)
        try #require(stage.turn { child.lines.count == 2 })
        #expect(child.lines[0].hasSuffix(" next from mpris (:1.7) to a: handled in 0.8 ms"))
        try agent.emitEvent([
            .uint32(1), .uint64(13_000_034), .string("accelerometer shake-began"), .string(""), .string(""),
            .string("unhandled"), .uint64(9),
        ])
        try #require(stage.turn { child.lines.count == 3 })
        #expect(child.lines[2].hasSuffix(" shake-began from accelerometer to nobody: unhandled in 0.0 ms"))
        stage.disconnect(agent.connection)
        #expect(try child.waited(on: stage) == 2)
        #expect(child.errors == "Baton was stopped.\n")
    }

    @Test("a template that does not fit the values ends --follow with a message")
    func endsFollowing() throws {
        let stage = try Stage()
        _ = try StubPlayer("a", on: stage, status: "Playing")
        _ = try StubAgent(on: stage, first: a, responders: chain(a))
        let result = try stage.run("status", "-F", "-f", "{{title + 1}}")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("Could not execute command: Got unsupported operand types for +"))
    }

    @Test("follow changes to the new first responder")
    func followsFirstResponder() throws {
        let stage = try Stage()
        _ = try StubPlayer("a", on: stage, status: "Playing", title: "A")
        let second = try StubPlayer("b", on: stage, title: "B")
        let agent = try StubAgent(on: stage, first: a, responders: chain(a, b))
        let child = try stage.start("batonctl", ["metadata", "title", "--follow"])
        try #require(stage.turn { child.lines == ["A"] })
        agent.setFirst(b)
        try #require(stage.turn { child.lines == ["A", "B"] })
        second.set("Metadata", StubPlayer.track("B2"))
        try #require(stage.turn { child.lines == ["A", "B", "B2"] })
        agent.setFirst(a)
        try #require(stage.turn { child.lines.last == "A" })
        #expect(!child.hasEnded)
    }
}
