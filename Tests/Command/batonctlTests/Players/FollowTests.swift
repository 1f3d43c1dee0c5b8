// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@testable import batonctl

/// `--follow` as a process without the agent: the cases of playerctl's own test suite.
@Suite struct FollowTests {
    private let format = ["metadata", "--format", "{{playerInstance}}: {{artist}} - {{title}}", "--follow"]

    @Test("follow prints a line for each change, an empty one when the player leaves, and another when it comes back")
    func follows() throws {
        let stage = try Stage()
        let child = try stage.start("batonctl", format)
        let player = try StubPlayer("a", on: stage, title: "1")
        try #require(stage.turn { child.lines == ["a: Artist - 1"] })
        player.set("Metadata", StubPlayer.track("2"))
        player.set("Volume", .double(0.1))
        try #require(stage.turn { child.lines.count == 2 })
        stage.disconnect(player.connection)
        try #require(stage.turn { child.lines == ["a: Artist - 1", "a: Artist - 2", ""] })
        _ = try StubPlayer("a", on: stage, title: "3")
        try #require(stage.turn { child.lines.last == "a: Artist - 3" })
        #expect(child.lines.count == 4)
        #expect(!child.hasEnded)
    }

    @Test("named players are shown in the order of their names")
    func followsSelection() throws {
        let stage = try Stage()
        let players = try ["a", "b", "c", "d"].map { try StubPlayer($0, on: stage, title: "1") }
        let child = try stage.start("batonctl", ["--player", "c,b,a"] + format)
        try #require(stage.turn { child.lines == ["c: Artist - 1"] })
        players[3].set("Metadata", StubPlayer.track("2"))
        players[1].set("Metadata", StubPlayer.track("2"))
        stage.disconnect(players[2].connection)
        try #require(stage.turn { child.lines.last == "b: Artist - 2" })
        stage.disconnect(players[1].connection)
        try #require(stage.turn { child.lines.last == "a: Artist - 1" })
        stage.disconnect(players[0].connection)
        try #require(stage.turn { child.lines.last == "" })
        #expect(!child.lines.contains { $0.hasPrefix("d") })
    }

    @Test("the program ends when the bus ends")
    func endsWithBus() throws {
        let stage = try Stage()
        _ = try StubPlayer("a", on: stage)
        let child = try stage.start("batonctl", ["status", "-F"])
        try #require(stage.turn { child.lines.count == 1 })
        stage.stopBus()
        #expect(try child.waited(on: stage) == 1)
        #expect(child.errors == "The connection to the bus was lost.\n")
    }

    @Test("status, volume and position each follow their own signal")
    func followsProperties() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        let status = try stage.start("batonctl", ["status", "-F"])
        let volume = try stage.start("batonctl", ["volume", "-F"])
        let json = try stage.start("batonctl", ["status", "-F", "--json"])
        try #require(stage.turn { [status, volume, json].allSatisfy { $0.lines.count == 1 } })
        player.set("PlaybackStatus", .string("Playing"))
        player.set("Volume", .double(0.5))
        try #require(stage.turn { [status, volume, json].allSatisfy { $0.lines.count == 2 } })
        #expect(status.lines == ["Paused", "Playing"])
        #expect(volume.lines == ["1.000000", "0.500000"])
        stage.disconnect(player.connection)
        try #require(stage.turn { json.lines.count == 3 })
        #expect(json.lines[2] == "null")
    }

    @Test("a property that a player only invalidates is read again")
    func asksForInvalidated() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        let child = try stage.start("batonctl", ["volume", "-F"])
        try #require(stage.turn { child.lines.count == 1 })
        try player.invalidate("Volume", .double(0.25))
        try #require(stage.turn { child.lines.count == 2 })
        #expect(child.lines[1] == "0.250000")
    }

    @Test("a position in the template advances without signals while the player plays")
    func ticks() throws {
        let stage = try Stage()
        _ = try StubPlayer("a", on: stage, status: "Playing")
        let child = try stage.start("batonctl", ["status", "-F", "-f", "{{duration(position)}}"])
        // A second may be missed on a busy machine.
        try #require(stage.turn { child.lines.count >= 3 })
        let lines = child.lines.prefix(3)
        #expect(lines.first?.hasPrefix("0:0") == true)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }, "\(lines)")
    }
}
