// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import batonctl

/// `batonctl top` on a terminal, with the real batond and a real mpv.
@Suite struct TopTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    // MARK: Fixtures

    /// mpv with two tones in its list, which plays the first.
    private func startPlayer() throws -> ChildProcess {
        let player = try ChildProcess(
            [
                "mpv", "--no-config", "--ao=null", "--vo=null", "--idle=yes", "--no-terminal", "--keep-open=yes",
                "--script=/usr/lib/mpv-mpris/mpris.so", "av://lavfi:sine=duration=1000",
                "av://lavfi:sine=duration=1001",
            ],
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.address, "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        for _ in 0..<1000 {
            if try stage.run("-s", "-p", "mpv", "status").output == "Playing\n" { return player }
        }
        throw CommandError("mpv did not come: \(player.errors)")
    }

    private var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": stage.address, "PATH": "/usr/bin:/bin", "TERM": "xterm-256color",
            "HOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    private func startTop(_ more: [String: String] = [:], columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
        try PseudoTerminal(
            [Stage.program("batonctl"), "top"], environment: environment.merging(more) { $1 }, columns: columns,
            rows: rows)
    }

    /// Waits until the screen has all the texts.
    private func expectScreen(_ top: PseudoTerminal, _ texts: String..., without absent: String? = nil) throws {
        let isThere = stage.turn {
            top.pump()
            let screen = top.screen.text
            return texts.allSatisfy { screen.contains($0) } && absent.map { !screen.contains($0) } ?? true
        }
        try #require(isThere, "no \(texts):\n\(top.screen.text)")
    }

    /// Waits until a text has come, wherever it stands.
    private func expectPrinted(_ top: PseudoTerminal, _ text: String) throws {
        let isThere = stage.turn {
            top.pump()
            return top.printed.contains(text)
        }
        try #require(isThere, "no \(text): \(top.printed.suffix(500).debugDescription)")
    }

    /// Waits for the end, and checks that the terminal is as it was.
    private func expectEnd(_ top: PseudoTerminal, status: Int32 = 0, attributes: String) throws {
        try #require(
            stage.turn {
                top.pump()
                return top.hasEnded
            }, "\(top.screen.text)")
        top.pump()
        #expect(top.status == status && top.screen.isUsual, "\(top.status ?? -1) \(top.screen.modes)")
        #expect(top.attributes == attributes)
    }

    // MARK: Tests

    @Test(
        "the screen shows the player; keys pin it, skip, pause, hold and go on; the end leaves the terminal as it was")
    func keys() throws {
        let player = try startPlayer()
        let agent = try stage.startAgent()
        let top = try startTop()
        let attributes = top.firstAttributes
        try expectScreen(top, "mpv gets the next press: playing.", ">* mpv", "playing", "sine=duration=1000")
        #expect(top.attributes != attributes && top.screen.modes.contains("?1049"))

        top.type("p")
        try expectScreen(top, "mpv gets the next press: pinned.", "p unpin")
        top.type("s")
        try expectScreen(top, "sine=duration=1001", "next from baton")
        top.type(" ")
        try expectScreen(top, "paused", "h go on")
        top.type(" ")
        try expectScreen(top, "playing", "h hold")
        top.type("h")
        try expectScreen(top, "manual", "holds mpv; goes on when you resume it", "paused")
        top.type("h")
        try expectScreen(top, "playing", without: "holds mpv")
        top.type("p")
        try expectScreen(top, "mpv gets the next press: playing.")
        top.type("?")
        try expectScreen(top, "pin it, or remove the pin")
        top.type("?\t")
        try expectScreen(top, "Media keys", "tab Now")
        top.type("q")
        try expectEnd(top, attributes: attributes)
        #expect(!agent.hasEnded && !player.hasEnded)
    }

    @Test("an agent that is killed, and one that hangs, leave a grey page, which comes back by itself")
    func agentFails() throws {
        let player = try startPlayer()
        let agent = try stage.startAgent()
        let top = try startTop()
        try expectScreen(top, ">* mpv", "playing")
        agent.kill()
        try expectScreen(top, "Baton is not running", "Below is what was known last.", ">* mpv")
        let second = try stage.startAgent()
        try expectScreen(top, ">* mpv", without: "Below is what was known last.")

        try #require(StoppedProcess.stop(second.identifier))
        // The agent would tell of this.
        _ = try ChildProcess(["playerctl", "-p", "mpv", "pause"], environment: environment).waited(on: stage)
        try expectScreen(top, "Baton does not answer", "Below is what was known last.")
        Glibc.kill(second.identifier, SIGCONT)
        try expectScreen(top, "paused", without: "Baton does not answer")
        top.type("q")
        try #require(
            stage.turn {
                top.pump()
                return top.hasEnded
            })
        #expect(top.status == 0 && !player.hasEnded)
    }

    @Test("a bus that is lost ends nothing", arguments: ["q"])
    func busLost(_ key: String) throws {
        let top = try startTop()
        try expectScreen(top, "Baton is not running")
        stage.stopBus()
        try expectScreen(top, "The session bus cannot be reached")
        top.type(key)
        try #require(
            stage.turn {
                top.pump()
                return top.hasEnded
            })
        #expect(top.status == 0 && top.screen.isUsual)
    }

    @Test(
        "each signal that ends it leaves the terminal as it was", arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func signals(_ signal: Int32) throws {
        let top = try startTop()
        let attributes = top.firstAttributes
        try expectScreen(top, "q quit")
        kill(top.identifier, signal)
        try expectEnd(top, attributes: attributes)
    }

    @Test("Ctrl-C and the end of the input end it")
    func controlC() throws {
        for key in ["\u{3}", "q"] {
            let top = try startTop()
            let attributes = top.firstAttributes
            try expectScreen(top, "q quit")
            top.type(key)
            try expectEnd(top, attributes: attributes)
        }
    }

    @Test("Ctrl-Z gives a shell its terminal back, and fg draws the pages again")
    func suspended() throws {
        let script = """
            stty -g; '\(Stage.program("batonctl"))' top; echo "stopped $?"; stty -g; read word; fg; echo "ended $?"
            stty -g
            """
        // dash restores no attributes by itself.
        let top = try PseudoTerminal(["dash", "-m", "-c", script], environment: environment)
        try expectScreen(top, "q quit", "Baton is not running")
        top.type("\u{1a}")
        try expectPrinted(top, "stopped ")
        #expect(top.screen.isUsual, "\(top.screen.modes)")
        top.type("go\n")
        try expectScreen(top, "q quit", "Baton is not running", without: "stopped ")
        top.type("q")
        try expectPrinted(top, "ended 0")
        try #require(
            stage.turn {
                top.pump()
                return top.hasEnded
            })
        // The three answers of stty.
        let states = top.printed.split(whereSeparator: \.isNewline).filter { $0.count { $0 == ":" } > 20 }
        #expect(states.count == 3 && Set(states.map { $0.suffix(60) }).count == 1, "\(states)")
    }

    @Test("a change of the size draws the pages anew", arguments: [(40, 10), (200, 50)])
    func resized(_ columns: Int, _ rows: Int) throws {
        let top = try startTop()
        try expectScreen(top, "q quit", "Baton is not running")
        top.resize(columns: columns, rows: rows)
        try expectScreen(top, "q quit", "Baton is not")
        if columns >= 132 { try expectScreen(top, "│ Media keys") }
        let lines = top.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == rows && lines.allSatisfy { $0.count <= columns })
    }

    @Test("in a language from right to left the words are that language's, and no line is wider than the terminal")
    func rightToLeft() throws {
        let prefix = stage.directory.appending(path: "prefix").path
        try FileManager.default.createDirectory(atPath: "\(prefix)/bin", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Stage.program("batonctl"), toPath: "\(prefix)/bin/batonctl")
        let made = try ChildProcess(
            ["\(Checkout.root)/.ci/translations", "\(prefix)/share/locale"], environment: environment)
        #expect(try made.waited(on: stage) == 0, "\(made.errors)")
        let player = try startPlayer()
        let agent = try stage.startAgent()
        for columns in [40, 200] {
            let top = try PseudoTerminal(
                ["\(prefix)/bin/batonctl", "top"],
                environment: environment.merging(["LC_ALL": "C.UTF-8", "LANGUAGE": "he"]) { $1 }, columns: columns,
                rows: 24)
            try expectScreen(top, "עכשיו", "mpv יקבל את הלחיצה הבאה: מנגן.", ">* mpv", "q יציאה")
            let lines = top.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.allSatisfy { $0.count <= columns } && lines.count == 24)
            #expect(!top.printed.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
            top.type("q")
            try #require(
                stage.turn {
                    top.pump()
                    return top.hasEnded
                })
        }
        #expect(!player.hasEnded && !agent.hasEnded)
    }

    @Test("NO_COLOR has no colors")
    func noColor() throws {
        let top = try startTop(["NO_COLOR": "1"])
        try expectScreen(top, "q quit", "Baton is not running")
        #expect(!top.printed.contains("\u{1b}[0;3"))
        let colored = try startTop()
        try expectScreen(colored, "q quit", "Baton is not running")
        #expect(colored.printed.contains("\u{1b}[0;3"))
    }

    @Test("without a terminal it says what to use, and exits 64")
    func withoutTerminal() throws {
        let result = try stage.run("top")
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains("batonctl players") && result.errors.contains("batonctl doctor"))
        let dumb = try startTop(["TERM": "dumb"])
        try #require(
            stage.turn {
                dumb.pump()
                return dumb.hasEnded
            })
        dumb.pump()
        #expect(dumb.status == 64 && dumb.printed.contains("needs a terminal") && dumb.screen.isUsual)
    }

    @Test("while nothing changes nothing is written")
    func idle() throws {
        let player = try startPlayer()
        let agent = try stage.startAgent()
        let top = try startTop()
        try expectScreen(top, ">* mpv", "sine=duration=1000")
        // What is written without a cause would be among what comes until another program has come and gone.
        _ = try stage.run("-p", "mpv", "status")
        top.pump()
        let count = top.count
        for _ in 0..<20 { _ = try stage.run("-p", "mpv", "position") }
        top.pump()
        #expect(top.count == count, "\(top.printed.suffix(200))")
        #expect(!player.hasEnded && !agent.hasEnded)
    }

    @Test("a hostile title reaches the terminal as text alone")
    func hostile() throws {
        let player = try StubPlayer("a", on: stage, status: "Playing")
        let agent = try stage.startAgent()
        let top = try startTop()
        try expectScreen(top, ">* a")
        player.set("Metadata", StubPlayer.track(Hostile.text + String(repeating: "x", count: 1 << 15)))
        try expectScreen(top, "évil")
        #expect(
            !top.printed.contains("\u{1b}]") && !top.printed.contains("\u{9b}") && !top.printed.contains("\u{202e}"))
        #expect(top.printed.utf8.count < 100_000)
        #expect(!agent.hasEnded)
    }
}
