// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Testing

/// A shake, a real notification, the user's choice and a real editor, with batond as it ships (design §7).
@Suite(.serialized) struct RealOfferTests {
    /// dunst, whose user is `dunstctl`.
    private final class Dunst {
        let desktop: XDesktop
        let process: ChildProcess

        init(_ desktop: XDesktop) throws {
            self.desktop = desktop
            let folder = desktop.directory
            // What dunst asks which of several actions is meant: the words that the test put into a file.
            let menu = "\(folder)/menu"
            try "#!/bin/sh\ngrep -i -m1 \"^[^a-z]*$(cat '\(folder)/wanted')\"\n".write(
                toFile: menu, atomically: false, encoding: .utf8)
            chmod(menu, 0o755)
            try """
            [global]
            dmenu = \(menu)
            font = Sans 10
            [urgency_normal]
            timeout = 60

            """.write(toFile: "\(folder)/dunstrc", atomically: false, encoding: .utf8)
            process = try desktop.start(["dunst", "-conf", "\(folder)/dunstrc"])
            try desktop.waitForName("org.freedesktop.Notifications")
        }

        var shown: Int {
            let text = (try? desktop.output(["dunstctl", "count", "displayed"])) ?? ""
            return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        }

        func waitForQuestion() throws {
            try #require(
                desktop.turn(within: .seconds(20)) { shown == 1 }, "no question: \(desktop.agent?.printed ?? "")")
        }

        func choose(_ label: String) throws {
            try label.write(toFile: "\(desktop.directory)/wanted", atomically: false, encoding: .utf8)
            // A click on the notification is Undo; the others are in a menu.
            try desktop.run(["dunstctl", label == "undo" ? "action" : "context"])
        }
    }

    /// An editor with a word typed into it and saved, and an agent.
    private func begin(_ settings: [String] = []) throws -> (XDesktop, Dunst) {
        let desktop = try XDesktop()
        _ = try desktop.startEditor()
        let dunst = try Dunst(desktop)
        try desktop.startAgent(settings)
        try desktop.type("zzqx")
        try #require(desktop.saved("zzqxbase\n") == "zzqxbase\n")
        return (desktop, dunst)
    }

    /// batonctl's exit status: 0 done, 1 declined or refused.
    private func end(_ shake: ChildProcess, _ desktop: XDesktop) throws -> Int32? {
        try #require(desktop.turn(within: .seconds(20)) { shake.hasEnded }, "\(desktop.agent?.printed ?? "")")
        return shake.exitStatus
    }

    @Test("geany gets its word undone by the choice, and back by the next one")
    func undoAndRedo() throws {
        let (desktop, dunst) = try begin(["undo.cool-down=0s"])
        let undo = try desktop.shake()
        try dunst.waitForQuestion()
        #expect(desktop.saved("zzqxbase\n") == "zzqxbase\n", "nothing before the choice")
        try dunst.choose("undo")
        #expect(try end(undo, desktop) == 0, "\(undo.printed) \(desktop.agent?.printed ?? "")")
        #expect(desktop.saved("base\n") == "base\n")
        #expect(desktop.turn { dunst.shown == 0 }, "the question is still there")
        let redo = try desktop.shake()
        try dunst.waitForQuestion()
        try dunst.choose("redo")
        #expect(try end(redo, desktop) == 0, "\(redo.printed) \(desktop.agent?.printed ?? "")")
        #expect(desktop.saved("zzqxbase\n") == "zzqxbase\n")
    }

    @Test(
        "dismissed, not to be disturbed, or with a daemon that dies: the word stays",
        arguments: ["dismiss", "paused", "killed"])
    func nothing(_ what: String) throws {
        let (desktop, dunst) = try begin(["undo.timeout=2s"])
        if what == "paused" { try desktop.run(["dunstctl", "set-paused", "true"]) }
        let shake = try desktop.shake()
        if what != "paused" { try dunst.waitForQuestion() }
        switch what {
        case "dismiss": try desktop.run(["dunstctl", "close"])
        case "killed": dunst.process.kill()
        default: break
        }
        _ = try end(shake, desktop)
        #expect(desktop.saved("zzqxbase\n") == "zzqxbase\n")
    }

    @Test("another window in front at the choice: nothing is pressed in it, nor in the editor")
    func focusMoved() throws {
        let (desktop, dunst) = try begin()
        let shake = try desktop.shake()
        try dunst.waitForQuestion()
        let other = try desktop.start(["stdbuf", "-oL", "xev", "-event", "keyboard"])
        try desktop.run(["xdotool", "search", "--sync", "--name", "Event Tester", "windowactivate", "--sync"])
        try dunst.choose("undo")
        #expect(try end(shake, desktop) == 1, "\(shake.printed)")
        #expect(!other.printed.contains("KeyPress event"), "\(other.printed)")
        other.kill()
        try #require(desktop.turn { desktop.frontClass() == "Geany" })
        #expect(desktop.saved("zzqxbase\n") == "zzqxbase\n")
    }

    @Test("an editor that closes between shake and choice: nobody gets the keys")
    func closed() throws {
        let desktop = try XDesktop()
        let editor = try desktop.startEditor()
        let dunst = try Dunst(desktop)
        try desktop.startAgent()
        let shake = try desktop.shake()
        try dunst.waitForQuestion()
        editor.kill()
        try #require(desktop.turn { desktop.frontClass() == "" })
        try dunst.choose("undo")
        #expect(try end(shake, desktop) == 1, "\(shake.printed)")
    }

    @Test("a terminal in front: no question, and its job still runs")
    func terminal() throws {
        let desktop = try XDesktop()
        let dunst = try Dunst(desktop)
        try desktop.startAgent(["undo.mode=immediate"])
        let job = "\(desktop.directory)/job"
        try "#!/bin/sh\nexec sleep 600\n".write(toFile: job, atomically: false, encoding: .utf8)
        chmod(job, 0o755)
        try desktop.start(["xterm", "-e", "bash", "--norc", "-i"])
        try #require(desktop.turn(within: .seconds(20)) { desktop.frontClass() == "XTerm" })
        try desktop.type("\(job)\n")
        func states() -> [String] {
            let lines = (try? desktop.output(["ps", "-eo", "stat=,args="]))?.split(separator: "\n") ?? []
            return lines.filter { $0.hasSuffix("sleep 600") }.map { String($0.prefix(1)) }
        }
        // Other tests may have such jobs too; it is stopped ones that must not be.
        try #require(desktop.turn(within: .seconds(20)) { states().contains("S") })
        let shake = try desktop.shake()
        #expect(try end(shake, desktop) == 1, "\(shake.printed)")
        #expect(dunst.shown == 0)
        #expect(!states().contains("T"))
    }

    @Test("immediate mode undoes at once, and its notification makes it again")
    func immediate() throws {
        let (desktop, dunst) = try begin(["undo.mode=immediate"])
        let shake = try desktop.shake()
        #expect(try end(shake, desktop) == 0, "\(shake.printed) \(desktop.agent?.printed ?? "")")
        #expect(desktop.saved("base\n") == "base\n")
        try dunst.waitForQuestion()
        try dunst.choose("redo")
        #expect(desktop.saved("zzqxbase\n") == "zzqxbase\n")
    }

    @Test("baton-keys killed while a question is open costs nothing: the choice starts another")
    func helperKilled() throws {
        let (desktop, dunst) = try begin()
        let shake = try desktop.shake()
        try dunst.waitForQuestion()
        let agent = try #require(desktop.agent)
        let children = try desktop.output(["pgrep", "-P", "\(agent.identifier)", "-x", "baton-keys"])
        let helper = try #require(Int32(children.trimmingCharacters(in: .whitespacesAndNewlines)), "\(children)")
        kill(helper, SIGKILL)
        try dunst.choose("undo")
        #expect(try end(shake, desktop) == 0, "\(shake.printed) \(desktop.agent?.printed ?? "")")
        #expect(desktop.saved("base\n") == "base\n")
    }
}
