// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonTestSupport
import Testing

@testable import batonctl

/// What a command that changes something says of it, and what one says that has nothing to do. With the agent as it ships.
@Suite("Commands that answer", .serialized)
struct AnswerTests {
    private let stage: Stage
    private let agent: ChildProcess

    init() throws {
        stage = try Stage()
        agent = try stage.startAgent()
    }

    /// Runs a command until it prints this on standard output: players become known one after the other.
    private func expect(
        _ typed: String, _ expected: String, status: Int32 = 0, errors: String = "",
        location: SourceLocation = #_sourceLocation
    ) throws {
        let result = try stage.run(typed.split(separator: " ").map(String.init))
        #expect(
            result == (status, expected.isEmpty ? "" : expected + "\n", errors.isEmpty ? "" : errors + "\n"),
            "\(typed)", sourceLocation: location)
    }

    private func wait(for player: String) throws {
        for _ in 0..<1000 {
            if try stage.run("players", "--json").output.contains("\"\(player)\"") { return }
        }
        throw CommandError("\(player) did not come")
    }

    @Test("pin, unpin and cycle name the player that is pinned, also one that does not run")
    func pins() throws {
        // One after the other: of two that have not played, the one that answered first comes first.
        let players = try ["mpv", "vlc"].map { (name) in
            let player = try StubPlayer(name, on: stage)
            try wait(for: name)
            return player
        }
        try expect("unpin", "No player is pinned.")
        try expect("pin foo", "Pinned foo, which does not run now; it comes first when it starts.")
        #expect(try stage.run("info").output.contains("foo, which does not run now\n"))
        try expect(
            "pin mvp", "Pinned mvp, which does not run now; it comes first when it starts. Did you mean 'mpv'?")
        try expect("pin vlc", "Pinned vlc: it gets every command until 'batonctl unpin'.")
        try expect("-s unpin", "")
        try expect("unpin", "No player is pinned.")
        try expect("cycle", "Pinned vlc.")
        try expect("unpin", "vlc is not pinned any more.")
        withExtendedLifetime(players) {}
    }

    @Test("ignore and unignore say what is so, and what may have been meant")
    func ignores() throws {
        let player = try StubPlayer("vlc", on: stage)
        try wait(for: "vlc")
        try expect("ignore vlc", "Baton ignores vlc now: it gets no commands until 'batonctl unignore vlc'.")
        try expect("ignore vlc", "Baton ignores vlc already.")
        try expect("players", "", status: 1, errors: "No players found but what Baton ignores: vlc.")
        try expect("-s players", "", status: 1)
        let wrong = try stage.run("unignore", "vcl")
        #expect(wrong.status == 1 && wrong.errors.hasSuffix(" Did you mean 'vlc'?\n"), "\(wrong.errors)")
        try expect("unignore vlc", "Baton sends commands to vlc again.")
        try expect("ignore foo", "Baton will ignore foo, which does not run now.")
        withExtendedLifetime(player) {}
    }

    @Test("pause --all and resume name the players, or say that there is nothing to do")
    func together() throws {
        try expect("pause --all", "", status: 1, errors: "Nothing is playing.")
        try expect("resume", "", status: 1, errors: "Nothing to resume.")
        try expect("play-pause --all", "", status: 1, errors: "Nothing is playing, and there is nothing to resume.")
        try expect("-s resume", "", status: 1)
        let ignored = try StubPlayer("vlc", on: stage, status: "Playing")
        try wait(for: "vlc")
        #expect(try stage.run("ignore", "vlc").status == 0)
        try expect("pause --all", "", status: 1, errors: "Nothing is playing but what Baton ignores: vlc.")
        #expect(ignored.calls.isEmpty)
        let player = try StubPlayer("mpv", on: stage, status: "Playing")
        try wait(for: "mpv")
        try expect("pause --all", "Paused mpv.")
        #expect(try stage.run("interruptions").output.contains("mpv\n"))
        try expect("resume", "Resumed mpv.")
        try expect("play-pause --all", "Paused mpv.")
        try expect("play-pause --all", "Resumed mpv.")
        #expect(player.calls == ["Pause()", "Play()", "Pause()", "Play()"])
        try expect("interruptions", "Nothing is pausing players or making them quieter.")
        try expect("interruptions --forget", "Nothing was waiting to resume.")
    }

    @Test("sleep says when everything pauses, by the clock")
    func sleeps() throws {
        try expect("sleep", "The sleep timer is off.")
        try expect(
            "sleep --end-of-track", "", status: 1, errors: "Nothing is playing, so there is no track to wait for.")
        let set = try stage.run("sleep", "30m").output
        #expect(set.hasPrefix("Everything pauses at ") && set.utf8.count == "Everything pauses at 18:04.\n".utf8.count)
        let shown = try stage.run("sleep").output
        #expect(shown.hasPrefix("Pauses at \(set.dropFirst("Everything pauses at ".count).prefix(5)) (in 29 min "))
        try expect("sleep off", "The sleep timer is off.")
        try expect("sleep soon", "", status: 64, errors: "'soon' is not a time: say 30m, 1h30m, 23:30 or 'off'.")
    }

    @Test("open says that a file does not exist, and sends the player nothing")
    func opens() throws {
        let player = try StubPlayer("mpv", on: stage, status: "Playing")
        try wait(for: "mpv")
        try expect(
            "open /no/such/file", "", status: 1, errors: "There is no file '/no/such/file'. Nothing was opened.")
        try expect("open spotify:track:1", "")
        #expect(player.calls == ["OpenUri('spotify:track:1')"])
    }

    @Test("players has a header and titles, in 40 and in 80 columns and in a pipe")
    func players() throws {
        let title = "A title that is far too long for a window of forty columns"
        let player = try StubPlayer("mpv", on: stage, status: "Playing", title: title + " \u{1b}[31m")
        let rows = [
            ["  PLAYER", "STATUS", "TITLE", "WHY IT IS HERE"],
            ["* mpv.instance7", "Playing", title + " \u{1b}[31m", "playing"],
        ]
        try wait(for: "mpv")
        let piped = try stage.run("players").output
        #expect(piped.hasPrefix("  PLAYER  STATUS   TITLE") && piped.contains("* mpv     Playing  \(title) �[31m"))
        #expect(piped.hasSuffix("  playing\n"))
        for width in [40, 80] {
            let lines = Columns.fitted(rows, width)
            #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
            #expect(lines.joined(separator: " ").contains("A title") && lines.joined().contains("playing"), "\(lines)")
        }
        withExtendedLifetime(player) {}
    }

    @Test("a name that is nearly that of a player is a question, also where playerctl says nothing more")
    func nearPlayer() throws {
        let player = try StubPlayer("spotify", on: stage)
        try expect("-p spotfy status", "", status: 1, errors: "No players found. Did you mean 'spotify'?")
        try expect("-p nobody status", "", status: 1, errors: "No players found")
        withExtendedLifetime(player) {}
    }

    @Test("monitor shows interruptions and the sleep timer, with the time of day")
    func monitors() throws {
        let player = try StubPlayer("mpv", on: stage, status: "Playing")
        try wait(for: "mpv")
        let monitor = try stage.start("batonctl", ["monitor"])
        try #require(
            stage.turn {
                _ = try? stage.run("next")
                return !monitor.lines.isEmpty
            })
        for typed in [["interrupt", "call", "--", "sleep", "0.1"], ["sleep", "30m"], ["sleep", "off"]] {
            _ = try stage.run(typed)
        }
        let wanted = [
            "began: call (call: sleep); paused mpv", "ended: mpv goes on", "Everything pauses at ",
            "The sleep timer was switched off.",
        ]
        try #require(
            stage.turn { wanted.allSatisfy { word in monitor.lines.contains { $0.contains(word) } } },
            "\(monitor.lines)")
        for line in monitor.lines {
            let time = line.prefix(12).utf8
            #expect(time.count == 12 && Array(time)[2] == UInt8(ascii: ":") && Array(time)[8] == UInt8(ascii: "."))
        }
        withExtendedLifetime(player) {}
    }

    @Test(
        "a closed standard output or error is not taken for another file", arguments: [">&-", "2>&-", "<&- >&- 2>&-"])
    func closedDescriptors(_ closed: String) throws {
        let player = try StubPlayer("vlc", on: stage)
        try wait(for: "vlc")
        let child = try ChildProcess(
            ["sh", "-c", "exec \(Stage.program("batonctl")) pin vlc \(closed)"],
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": stage.address])
        let status = try child.waited(on: stage)
        #expect(try stage.run("info").output.contains("vlc\n"))
        #expect(status == (closed == "2>&-" ? 0 : 1))
        if closed == ">&-" {
            #expect(child.errors == "Could not write the output: Bad file descriptor\n")
        }
        withExtendedLifetime(player) {}
    }

    @Test("a hook that does not exist is refused with what may have been meant, and none is a sentence")
    func hooks() throws {
        try expect("hooks", "There are no hooks: baton.conf has no section [hook NAME].")
        try expect("hooks --test lamp", "", status: 1, errors: "There is no [hook lamp] with a command in baton.conf.")
    }
}
