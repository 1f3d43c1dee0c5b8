// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// `batonctl` as a process on a bus without the agent, where it does what playerctl does.
@Suite struct WithoutAgentTests {
    @Test(
        "with no player every command says so and exits 1",
        arguments: ["play", "status", "metadata", "position", "volume", "loop", "shuffle", "-l"])
    func findsNoPlayers(_ command: String) throws {
        let stage = try Stage()
        let result = try stage.run(command)
        #expect(result.status == 1)
        #expect(result.errors == "No players found\n")
        #expect(result.output.isEmpty)
        #expect(try stage.run("-s", command).errors.isEmpty)
    }

    @Test("with no bus the command fails at once")
    func findsNoBus() throws {
        let stage = try Stage()
        let child = try ChildProcess(
            [Stage.program("batonctl"), "status"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        try #require(stage.turn { child.hasEnded })
        #expect(child.status == 1)
        #expect(child.errors.hasPrefix("Could not connect to players: "))
    }

    @Test(
        "a recording is not written as text under the name of a packed one",
        arguments: [["record"], ["touches", "record", "/dev/null"]])
    func packedName(_ words: [String]) throws {
        let stage = try Stage()
        let file = stage.directory.appending(path: "x.csv.gz").path
        let result = try stage.run(words + [file])
        #expect(result.status == 64 && result.errors.contains("then pack it with gzip"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("a transport command goes to the player that plays")
    func playsPlaying() throws {
        let stage = try Stage()
        let first = try StubPlayer("a", on: stage)
        let second = try StubPlayer("b", on: stage, status: "Playing")
        for command in ["play-pause", "play", "pause", "stop", "next", "previous"] {
            second.set("PlaybackStatus", .string("Playing"))
            #expect(try stage.run(command) == (0, "", ""))
        }
        // It plays already, so it is not told to (rule MPRIS52).
        #expect(second.calls == ["PlayPause()", "Pause()", "Stop()", "Next()", "Previous()"])
        #expect(first.calls.isEmpty)
    }

    @Test("a command goes to the first named player, and to all of them with --all-players")
    func goesToNamed() throws {
        let stage = try Stage()
        let players = try ["a", "a.instance2", "b", "c"].map { try StubPlayer($0, on: stage) }
        #expect(try stage.run("-p", "nobody,b", "next").status == 0)
        #expect(try stage.run("next", "-p", "a", "-a").status == 0)
        #expect(try stage.run("-a", "-i", "a", "previous").status == 0)
        #expect(
            players.map(\.calls) == [["Next()"], ["Next()"], ["Next()", "Previous()"], ["Previous()"]])
        #expect(try stage.run("-p", "nobody", "next") == (1, "", "No players found\n"))
    }

    @Test("MPRIS51: of several players of the name that is typed, the one that plays comes first")
    func namesakes() throws {
        for (paused, playing) in [("a", "a.instance2"), ("a.instance2", "a")] {
            let stage = try Stage()
            let first = try StubPlayer(paused, on: stage)
            let second = try StubPlayer(playing, on: stage, status: "Playing")
            #expect(try stage.run("-p", "a", "status").output == "Playing\n")
            #expect(try stage.run("-p", "a,nobody", "play-pause").status == 0)
            #expect(first.calls.isEmpty && second.calls == ["PlayPause()"])
            second.set("PlaybackStatus", .string("Playing"))
            // The order of the names is the user's, also where one of them means both.
            #expect(try stage.run("-p", "\(paused),\(playing)", "next").status == 0)
            #expect(try stage.run("-p", "\(playing),\(paused)", "previous").status == 0)
            #expect(first.calls == ["Next()"])
            #expect(second.calls == ["PlayPause()", "Previous()"])
        }
    }

    @Test("with --all-players two names of one connection are one player")
    func otherNames() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage, status: "Playing")
        try stage.own("org.mpris.MediaPlayer2.b", player.connection)
        for command in [["next"], ["play-pause"], ["volume", "0.25-"], ["position", "10+"]] {
            #expect(try stage.run(command + ["-a"]) == (0, "", ""), "\(command)")
        }
        #expect(player.calls == ["Next()", "PlayPause()", "Volume = 0.75", "Seek(10000000)"])
        // They are two names all the same.
        #expect(try stage.run("status", "-a").output == "Paused\nPaused\n")
    }

    @Test(
        "a volume that would be far too loud, or a step with its sign in front, exits 64 with what may be meant",
        arguments: [
            ("volume 50", "The most is 150% (1.5), not 50. Did you mean '50%'?"),
            ("volume 500%", "The most is 150% (1.5), not 500%."),
            ("volume +5%", "'+5%' has its sign in front. Did you mean '5%+'?"),
            ("volume -5%", "'-5%' has its sign in front. Did you mean '5%-'?"),
            ("volume -- -5%", "'-5%' has its sign in front. Did you mean '5%-'?"),
            ("volume -5% -p a", "'-5%' has its sign in front. Did you mean '5%-'?"),
        ])
    func loudVolume(_ typed: String, _ message: String) throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        #expect(try stage.run(typed.split(separator: " ").map(String.init)) == (64, "", message + "\n"))
        #expect(player.calls.isEmpty)
    }

    @Test("a volume that is no number is set all the same, and no step begins from it")
    func volumeIsNoNumber() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage, ["Volume": .double(.nan)])
        #expect(try stage.run("volume", "5%+").status == 1)
        #expect(player.calls.isEmpty)
        #expect(try stage.run("volume", "50%").status == 0)
        #expect(player.calls == ["Volume = 0.5"])
    }

    @Test("a player that cannot handle the command is passed over")
    func passesOver() throws {
        let stage = try Stage()
        let first = try StubPlayer("a", on: stage, ["CanGoNext": .boolean(false)])
        let second = try StubPlayer("b", on: stage)
        #expect(try stage.run("-p", "a,b", "next").status == 0)
        #expect(first.calls.isEmpty)
        #expect(second.calls == ["Next()"])
        #expect(try stage.run("-p", "a", "next") == (1, "", "No player could handle this command\n"))
        #expect(try stage.run("-p", "a", "-s", "next") == (1, "", ""))
    }

    @Test(
        "MPRIS51: no command goes past a player that plays to one that does not",
        arguments: [[], ["-p", "radio,b"], ["-p", "%any"], ["-i", "c"]])
    func neverPast(_ selection: [String]) throws {
        let stage = try Stage()
        let radio = try StubPlayer(
            "radio", on: stage, status: "Playing",
            [
                "CanPause": .boolean(false), "CanGoNext": .boolean(false), "CanSeek": .boolean(false),
                "Metadata": .vardict([]),
            ])
        let paused = try StubPlayer("b", on: stage)
        for command in [["pause"], ["next"], ["position", "30"], ["position", "5+"]] {
            #expect(
                try stage.run(selection + command) == (1, "", "No player could handle this command\n"), "\(command)")
        }
        #expect(try stage.run(selection + ["play-pause"]) == (0, "", ""))
        #expect(radio.calls == ["Stop()"])
        #expect(paused.calls.isEmpty)
    }

    @Test("MPRIS52: nothing is sent to a player that is so already, and that is success")
    func alreadySo() throws {
        let stage = try Stage()
        let paused = try StubPlayer("a", on: stage)
        let playing = try StubPlayer("b", on: stage, status: "Playing")
        #expect(try stage.run("-a", "pause") == (0, "", ""))
        #expect(try stage.run("-p", "a,b", "pause") == (0, "", ""))
        playing.set("PlaybackStatus", .string("Playing"))
        #expect(try stage.run("-p", "b,a", "play") == (0, "", ""))
        #expect(paused.calls.isEmpty)
        #expect(playing.calls == ["Pause()"])
    }

    @Test("queries print the player's state")
    func prints() throws {
        let stage = try Stage()
        _ = try StubPlayer("a.instance7", on: stage, status: "Playing", title: "Tïtle")
        #expect(try stage.run("status") == (0, "Playing\n", ""))
        #expect(try stage.run("position") == (0, "1.500000\n", ""))
        #expect(try stage.run("volume") == (0, "1.000000\n", ""))
        #expect(try stage.run("loop") == (0, "None\n", ""))
        #expect(try stage.run("shuffle") == (0, "Off\n", ""))
        #expect(try stage.run("metadata", "title", "artist").output == "Tïtle\nArtist\n")
        #expect(try stage.run("metadata", "nothere") == (1, "", "No player could handle this command\n"))
        #expect(
            try stage.run("-f", "{{playerName}} {{uc(title)}} {{status}}", "metadata").output == "a TÏTLE Playing\n")
        #expect(try stage.run("status", "--json").output == #"{"player":"a.instance7","status":"Playing"}"# + "\n")
        #expect(try stage.run("--list-all").output == "a.instance7\n")
        #expect(try stage.run("complete-players").output == "a\na.instance7\n%any\n")
        let wrong = try stage.run("metadata", "-f", "{{lc(1,2)}}")
        #expect(wrong == (1, "", "Could not execute command: function lc takes exactly one argument (got 2)\n"))
    }

    @Test("settings reach the player")
    func sets() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        let commands = [
            ["position", "5"], ["position", "5+"], ["position", "5-"], ["volume", "0.5"], ["volume", "0.25+"],
            ["volume", "50%"],
            ["loop", "track"], ["shuffle", "toggle"], ["open", "https://a/b"], ["open", "/dev/null"],
        ]
        for command in commands { #expect(try stage.start("batonctl", command).waited(on: stage) == 0, "\(command)") }
        #expect(
            player.calls == [
                "SetPosition('/track/1', 5000000)", "Seek(5000000)", "Seek(-5000000)", "Volume = 0.5", "Volume = 0.75",
                "Volume = 0.5", "LoopStatus = 'Track'", "Shuffle = true", "OpenUri('https://a/b')",
                "OpenUri('file:///dev/null')",
            ])
        #expect(
            try stage.run("volume", "x") == (
                1, "", "Could not execute command: could not parse volume as a number: x\n"
            ))
        #expect(
            try stage.run("position", "9e11:0:0") == (
                64, "", "A position must be below 9e12 seconds, not 9e11:0:0.\n"
            ))
        #expect(try stage.run("volume", "1", "-f", "x").status == 1)
        #expect(try stage.run("loop", "x").status == 1)
    }

    @Test("a player that hangs delays an answer by a second and no more")
    func survivesHungPlayer() throws {
        let stage = try Stage()
        let hung = try stage.connect()
        try stage.own("org.mpris.MediaPlayer2.a", hung)
        hung.export(ExportedObject(interfaces: [Self.deaf()]), at: "/org/mpris/MediaPlayer2")
        _ = try StubPlayer("b", on: stage, status: "Playing")
        let clock = ContinuousClock()
        let start = clock.now
        for name in ["h2", "h3", "h4", "h5"] { try stage.own(BusName("org.mpris.MediaPlayer2." + name), hung) }
        let result = try stage.run("--verbose", "-p", "a,h2,h3,h4,h5,b", "status")
        #expect(result.output == "Playing\n")
        #expect(result.errors.hasPrefix("batonctl: a: did not answer within 1 s\nbatonctl: h2: did not"))
        // The limit is the promise: a second for each of five players, and the rest is for a busy machine.
        #expect(clock.now - start < .seconds(8))
        #expect(
            try stage.run("-p", "a", "status") == (1, "", "Could not execute command: a: did not answer within 1 s\n"))
    }

    /// An interface that never answers its calls.
    private static func deaf() -> Interface {
        final class Drawer { var kept: [Invocation] = [] }
        let drawer = Drawer()
        return Interface(
            "org.freedesktop.DBus.Properties",
            methods: [
                Method("GetAll", in: [Argument("interface", "s")], out: [Argument("all", "a{sv}")]) {
                    drawer.kept.append($0)
                }
            ])
    }

    @Test(
        "an invalid command line exits 64",
        arguments: [
            ["nonsense"], ["play", "--nonsense"], ["send", "nonsense"], ["status", "-f", "x", "--json"],
            ["-pchromium", "undo"], ["players", "-pchromium"], ["info", "-ialpha"], ["hooks", "-ialpha"],
            ["undo", "-p-h"],
        ])
    func refusesNonsense(_ arguments: [String]) throws {
        let stage = try Stage()
        #expect(try stage.start("batonctl", arguments).waited(on: stage) == 64)
    }

    @Test("an option out of range is told with the usage of its command")
    func usage() throws {
        let result = try Stage().run("replay", "x.csv", "--longest-shake", "0")
        #expect(result.status == 64 && result.errors.contains("Usage: batonctl replay "), "\(result.errors)")
    }

    @Test("a help text has all its words in a window without room", arguments: ["0", "-5", "1", "30", "x", ""])
    func help(_ columns: String) throws {
        let stage = try Stage()
        let child = try ChildProcess(
            [Stage.program("batonctl"), "status", "--help"], environment: ["COLUMNS": columns])
        #expect(try child.waited(on: stage) == 0)
        let words = child.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("Control these players, the first one that can do it.")
                && words.contains("is Playing, Paused"))
    }

    @Test(
        "a command for the agent exits 2 without it",
        arguments: [
            ["players"], ["info"], ["pin", "a"], ["unpin"], ["ignore", "a"], ["unignore", "a"], ["send", "next"],
            ["monitor"],
        ])
    func needsAgent(_ arguments: [String]) throws {
        let stage = try Stage()
        let child = try stage.start("batonctl", arguments)
        #expect(try child.waited(on: stage) == 2)
        #expect(child.errors.hasPrefix("Baton is not running. Start it: "))
    }
}
