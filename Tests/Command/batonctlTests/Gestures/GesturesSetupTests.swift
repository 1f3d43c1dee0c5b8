// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import batonctl

/// `batonctl setup --gestures` as a process in a home folder of its own, without an agent and without a bus.
@Suite struct GesturesSetupTests {
    private let stage: Stage
    private var home: String { stage.directory.appending(path: "home").path }
    private var configuration: String { "\(home)/.config/sway/config" }

    init() throws {
        stage = try Stage()
        try FileManager.default.createDirectory(atPath: "\(home)/bin", withIntermediateDirectories: true)
    }

    /// A swaymsg that answers as a version of sway.
    private func sway(_ minor: Int, _ text: String) throws {
        let program = "\(home)/bin/swaymsg"
        try "#!/bin/sh\necho '{ \"major\": 1, \"minor\": \(minor) }'\n".write(
            toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o755)
        try FileManager.default.createDirectory(atPath: "\(home)/.config/sway", withIntermediateDirectories: true)
        try text.write(toFile: configuration, atomically: false, encoding: .utf8)
    }

    private func run(_ arguments: String..., desktop: [String: String] = ["SWAYSOCK": "/none"]) throws -> ChildProcess {
        let variables = ["HOME": home, "PATH": "\(home)/bin:/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": stage.address]
        let child = try ChildProcess(
            [Stage.program("batonctl")] + arguments, environment: variables.merging(desktop) { $1 })
        _ = try child.waited(on: stage)
        return child
    }

    private var text: String { get throws { try String(contentsOfFile: configuration, encoding: .utf8) } }

    @Test("DG1, DG3, DG6: --dry-run changes nothing, --yes does, --revert gives the same bytes back")
    func andBack() throws {
        try sway(8, "mine\n# no line end")
        let dry = try run("setup", "--gestures=media", "--dry-run")
        #expect(dry.status == 0)
        #expect(dry.output.contains("+bindgesture --exact swipe:4:left exec "), "\(dry.output)")
        #expect(try text == "mine\n# no line end")
        #expect(try run("setup", "--gestures").status == 1, "nobody was asked")
        #expect(try text == "mine\n# no line end")
        #expect(try run("setup", "--gestures", "--yes").status == 0)
        #expect(try text.contains("bindgesture --exact swipe:3:left exec /"))
        #expect(try text.contains("/batonctl undo\n"))
        #expect(try run("doctor", "--all").output.contains("gestures"))
        let revert = try run("setup", "--revert")
        #expect(revert.status == 0 && revert.output.contains("the gestures are restored"), "\(revert.errors)")
        #expect(try text == "mine\n# no line end")
    }

    @Test("DG2: what the user has bound is shown, and nothing is changed")
    func bound() throws {
        let before = "bindgesture swipe:left workspace next\n"
        try sway(9, before)
        let child = try run("setup", "--gestures", "--yes")
        #expect(child.status == 1)
        #expect(child.output.contains("  bindgesture swipe:left workspace next"))
        #expect(try text == before)
    }

    @Test("DG1: a sway before 1.8 gets nothing, and the reason is told")
    func old() throws {
        try sway(7, "mine\n")
        let child = try run("setup", "--gestures", "--yes")
        #expect(child.status == 1)
        #expect(child.output.contains("sway binds gestures from version 1.8 on; this is 1.7."), "\(child.output)")
        #expect(try text == "mine\n")
    }

    @Test("DG3: a configuration that is not text is left alone")
    func notText() throws {
        try sway(8, "")
        try Data([0xff, 0xfe, 0x00]).write(to: URL(filePath: configuration))
        let child = try run("setup", "--gestures", "--yes")
        #expect(child.status == 1)
        #expect(child.errors.contains("not UTF-8"), "\(child.errors)")
        #expect(FileManager.default.contents(atPath: configuration) == Data([0xff, 0xfe, 0x00]))
    }

    @Test("DG4, DG7: GNOME says why not, and lines for an engine that is installed are printed")
    func gnome() throws {
        try "#!/bin/sh\n".write(toFile: "\(home)/bin/touchegg", atomically: false, encoding: .utf8)
        let child = try run("setup", "--gestures", desktop: ["XDG_CURRENT_DESKTOP": "GNOME"])
        #expect(child.status == 1)
        #expect(child.output.hasPrefix("Gestures: GNOME takes the gestures"))
        #expect(child.output.contains("<gesture type=\"SWIPE\" fingers=\"4\" direction=\"LEFT\">"))
    }

    @Test("DG7: --gestures --print prints the lines for every engine, and changes nothing")
    func printed() throws {
        try sway(8, "mine\n")
        let child = try run("setup", "--gestures=media", "--print")
        #expect(child.status == 0)
        let heads = child.lines.filter { $0.hasPrefix("# ") }.compactMap { $0.split(separator: ":").first }
        #expect(heads == ["# touchegg", "# libinput-gestures", "# lisgd", "# InputActions", "# hyprgrass"])
        #expect(child.output.contains("batonctl next"))
        #expect(try text == "mine\n")
    }

    @Test("DG8: what sway runs at a gesture asks the agent once, without a terminal")
    func gesture() throws {
        let agent = try StubUndoAgent(on: stage)
        try sway(8, "")
        #expect(try run("setup", "--gestures", "--yes").status == 0)
        for (line, call) in try zip(text.split(separator: "\n").dropFirst(), ["Undo()", "Redo()"]) {
            agent.answer = (call == "Undo()" ? "undone" : "redone", nil)
            let command = try #require(line.firstRange(of: "exec ")).upperBound
            let child = try ChildProcess(
                ["sh", "-c", String(line[command...])],
                environment: ["HOME": home, "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": stage.address])
            #expect(try child.waited(on: stage) == 0)
            #expect(agent.calls.last == call)
        }
        #expect(agent.calls == ["Undo()", "Redo()"])
    }

    @Test("DG5: after --gestures=media the doctor says that KWin's gestures work, and setup that they are there")
    func kwinMedia() throws {
        let kde = ["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5"]
        #expect(try run("setup", "--gestures=media", "--yes", desktop: kde).status == 0)
        let row = try run("doctor", "--all", desktop: kde).lines.first { $0.contains("gestures") }
        #expect(row?.contains("works") == true && row?.contains("Undo") == true, "\(row ?? "no row")")
        let again = try run("setup", "--gestures", "--yes", desktop: kde)
        #expect(again.status == 0 && again.output.contains("KWin sends them to Baton"), "\(again.output)")
    }

    @Test("DG5: KWin is told to load the script by its path, and to end it")
    func kwinCalls() throws {
        let kwin = try StubKWin(on: stage)
        let kde = ["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5"]
        #expect(try run("setup", "--gestures", "--yes", desktop: kde).status == 0)
        let code = "\(home)/.local/share/kwin/scripts/baton-gestures/contents/code/main.js"
        #expect(kwin.calls == ["reconfigure", "loadScript \(code) baton-gestures", "start"])
        #expect(try run("setup", "--revert", desktop: kde).status == 0)
        #expect(kwin.calls.suffix(2) == ["unloadScript baton-gestures", "reconfigure"])
    }

    @Test("DG7: an engine's file is left alone, whatever is in it, and the lines for it are printed")
    func engineFiles() throws {
        let folder = "\(home)/.config/touchegg"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let files = ["\(folder)/touchegg.conf", "\(home)/.config/libinput-gestures.conf"]
        let text = Data("<touchégg><gesture type=\"SWIPE\" fingers=\"4\"\n\u{1b}[31m".utf8) + Data([0xff, 0x00])
        for file in files { try text.write(to: URL(filePath: file)) }
        for program in ["touchegg", "libinput-gestures"] {
            try "#!/bin/sh\n".write(toFile: "\(home)/bin/\(program)", atomically: false, encoding: .utf8)
        }
        let child = try run("setup", "--gestures", "--yes", desktop: ["XDG_CURRENT_DESKTOP": "XFCE"])
        #expect(child.status == 1)
        #expect(child.output.contains("<gesture type=\"SWIPE\" fingers=\"4\" direction=\"LEFT\">"), "\(child.output)")
        #expect(child.output.contains("gesture swipe left 4 "), "\(child.output)")
        for file in files { #expect(FileManager.default.contents(atPath: file) == text) }
        #expect(try run("setup", "--revert").output == "There is nothing to undo: setup has changed nothing.\n")
    }
}
