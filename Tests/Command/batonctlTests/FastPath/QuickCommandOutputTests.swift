// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import BatonValues
import Testing

@testable import batonctl

/// What is read without the parser prints the same as what the parser reads, to the byte, and ends with the same status.
@Suite("Commands that are read without the parser, as processes")
struct QuickCommandOutputTests {
    /// Command lines that the parser is not needed for. Behind `--` the parser reads the same ones.
    private static let typed: [[String]] = [
        ["status"], ["-s", "status"], ["--verbose", "status"], ["status", "--json"], ["-a", "status"],
        ["status", "-f", "{{status}} {{title}} {{artist}} {{lc(title)}} {{markup_escape(album)}}"],
        ["metadata"], ["-a", "metadata"], ["metadata", "--json"], ["metadata", "title", "artist", "nope"],
        ["metadata", "xesam:title"], ["metadata", "-f", "{{title}}"], ["metadata", "-f", Hostile.text],
        ["metadata", "-f", "{{ \(Hostile.text) }}"], ["metadata", "-f", "{{title * 2}}"], ["metadata", "-f", "{{"],
        ["metadata", "-f", "{{duration(mpris:length)}} {{trunc(title, 9)}}{{default(album, 'none')}}"],
        ["metadata", "-f", ""], ["metadata", "--json", "-f", "x"], ["metadata", Hostile.text],
        ["position"], ["position", "-f", "{{duration(position)}}"], ["position", "--json"],
        ["volume"], ["volume", "-f", "{{volume * 100}}"], ["loop"], ["loop", "--json"], ["shuffle"],
        ["shuffle", "-f", "{{shuffle}}"], ["players"], ["players", "--json"], ["-s", "players"],
        ["list"], ["-l"], ["-l", "-p", "b"], ["-l", "-i", "a,b"],
        ["-p", "nobody", "status"], ["-p", "nobody", "-s", "status"], ["-p", "b,a", "status"], ["-p%any", "volume"],
        ["--player=\(Hostile.text)", "status"], ["-i", "a", "metadata", "-f", "{{playerName}} {{playerInstance}}"],
        ["play"], ["pause"], ["play-pause"], ["stop"], ["next"], ["previous"], ["-a", "next"],
        ["-p", "a", "next"], ["-p", "nobody", "stop"], ["-s", "-p", "nobody", "stop"],
        ["--verbose", "-p", "a,b", "next"],
    ]

    /// Runs each command line both ways.
    private func compare(on stage: Stage, _ label: String) throws {
        for arguments in Self.typed {
            let explicit = arguments + ["--"]
            try #require(QuickCommand(arguments) != nil, "the parser reads \(arguments)")
            try #require(QuickCommand(explicit) == nil, "the parser does not read \(explicit)")
            let quick = try stage.run(arguments)
            let parsed = try stage.run(explicit)
            #expect(quick == parsed, "\(label): \(arguments.joined(separator: " ").shown())")
            #expect(quick.status == 0 || quick.status == 1 || quick.status == 2 || quick.status == 64)
        }
    }

    @Test("without a player, and without a bus")
    func nobody() throws {
        let stage = try Stage()
        try compare(on: stage, "no player")
        for arguments in [["status"], ["players"], ["-l"], ["play"], ["-s", "metadata"]] {
            func run(_ arguments: [String]) throws -> (Int32?, String, String) {
                let child = try ChildProcess(
                    [Stage.program("batonctl")] + arguments,
                    environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
                return (try child.waited(on: stage), child.output, child.errors)
            }
            #expect(try run(arguments) == run(arguments + ["--"]))
        }
    }

    @Test("with players whose metadata is hostile, far too long, missing, or of wrong types")
    func players() throws {
        let stage = try Stage()
        let long = String(repeating: "ü\u{202e}\u{1b}[31m", count: 1 << 17)
        let hostile = try StubPlayer(
            "a", on: stage, status: "Playing",
            [
                "Metadata": .vardict([
                    ("mpris:trackid", .objectPath("/track/1")), ("mpris:length", .int64(.max)),
                    ("xesam:title", .string(long)), ("xesam:artist", .strings([Hostile.text, "", "b"])),
                    ("xesam:album", .string(Hostile.text)), (Hostile.text, .string(Hostile.text)),
                ]), "Position": .int64(.min), "Volume": .double(.nan), "LoopStatus": .string(Hostile.text),
            ])
        let bare = try StubPlayer(
            "b", on: stage, status: Hostile.text,
            ["Metadata": .vardict([]), "Volume": .double(-.infinity), "Position": .int64(.max)])
        let wrong = try StubPlayer(
            "c", on: stage,
            [
                "Metadata": .string("none"), "Volume": .string("loud"), "Position": .double(.nan),
                "LoopStatus": .uint32(1), "Shuffle": .string("yes"), "PlaybackStatus": .boolean(true),
                "CanGoNext": .string("no"),
            ])
        // They stay as they are, so that both ways see the same.
        for player in [hostile, bare, wrong] { player.acts = false }
        try compare(on: stage, "hostile players")
        // Each command reached the same players both ways.
        for player in [hostile, bare, wrong] { #expect(player.calls.count.isMultiple(of: 2), "\(player.calls)") }
    }

    @Test("with an agent, and with one whose every answer is hostile")
    func agents() throws {
        let stage = try Stage()
        _ = try StubPlayer("a", on: stage, status: "Playing", title: Hostile.text)
        let name = "org.mpris.MediaPlayer2.a"
        let responder = StubResponder(
            id: name, identity: Hostile.text, status: "Playing", isSuspect: true, reason: Hostile.text)
        let agent = try StubAgent(on: stage, first: name, responders: [responder])
        try compare(on: stage, "an agent")
        agent.outcome = .failure(DBusError("org.example.Error.Broken", Hostile.text))
        try compare(on: stage, "an agent that refuses")
        let other = try Stage()
        let hostile = try HostileAgent(on: other)
        try withExtendedLifetime(hostile) { try compare(on: other, "a hostile agent") }
    }
}
