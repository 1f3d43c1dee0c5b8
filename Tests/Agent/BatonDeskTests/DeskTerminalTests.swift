// SPDX-License-Identifier: Apache-2.0

import BatonDeskSupport
import BatonTestSupport
import Foundation
import Testing

@testable import BatonUndo

/// Terminals under another name, and windows of unknown kind: mode immediate presses nothing in them (rules UNDO18 and
/// UNDO19).
@MainActor
@Suite(.serialized) struct DeskTerminalTests {
    private static let immediately = "[undo]\nroute = xtest\nmode = immediate\n"

    /// A terminal with a class that the user chose.
    enum Disguise: CaseIterable, Sendable {
        case xterm, st, embeddedST

        func command(_ shell: [String]) -> [String] {
            switch self {
            case .xterm: ["xterm", "-class", "Scratchpad", "-name", "scratchpad", "-e"] + shell
            case .st: ["st", "-c", "Scratchpad", "-n", "scratchpad", "-e"] + shell
            // The window in front belongs to tabbed and has no _NET_WM_PID; st draws into it.
            case .embeddedST: ["tabbed", "-c", "-n", "scratchpad", "-r", "2", "st", "-w", "", "-e"] + shell
            }
        }
    }

    private func desk(_ session: OfferDesk.Session = .x11) throws -> (OfferDesk, NotificationDaemon) {
        let desk = try OfferDesk(session)
        let daemon = try NotificationDaemon(session == .x11 ? .dunst : .mako, on: desk)
        try desk.startAgent(
            session == .x11 ? Self.immediately : "[undo]\nroute = virtual-keyboard\nmode = immediate\n")
        return (desk, daemon)
    }

    /// Waits for a window in front, of whatever class.
    private func window(on desk: OfferDesk, titled title: String = "") throws -> String {
        var window = ""
        try #require(
            desk.poll(["xdotool", "getactivewindow"]) {
                window = String($0.filter(\.isNumber))
                return !window.isEmpty
                    && (title.isEmpty
                        || (try? desk.run(["xdotool", "getwindowname", window]))??.contains(title) == true)
            })
        return window
    }

    @Test("UNDO18: a terminal with a class that the user chose gets no key", arguments: Disguise.allCases)
    func disguised(_ disguise: Disguise) throws {
        let (desk, daemon) = try desk()
        let job = try TerminalJob(on: desk, disguise.command)
        _ = try window(on: desk)
        try desk.waitForFocus()
        try desk.shake()
        #expect(try desk.end() == "refused")
        #expect(!job.isStopped())
        #expect(try daemon.count() == 0)
        // batonctl undo gets the same answer.
        _ = try desk.run([desk.built("batonctl"), "undo"])
        #expect(!job.isStopped())
    }

    @Test("UNDO18: a terminal without a class gets no key")
    func nameless() throws {
        let (desk, daemon) = try desk()
        let job = try TerminalJob(on: desk) { ["xterm", "-e"] + $0 }
        _ = try desk.run(["xprop", "-id", try window(on: desk), "-remove", "WM_CLASS"])
        try desk.waitForFocus()
        try desk.shake()
        #expect(try desk.end() == "refused")
        #expect(!job.isStopped())
        #expect(try daemon.count() == 0)
    }

    @Test("UNDO19: any other window without a class is unknown: there is a question, and no key at the choice")
    func unknown() throws {
        let (desk, daemon) = try desk()
        let app = try desk.start(["stdbuf", "-oL", "xev", "-event", "keyboard"])
        _ = try desk.run(["xdotool", "search", "--sync", "--name", "Event Tester", "windowactivate", "--sync"])
        _ = try desk.run(["xprop", "-id", try window(on: desk, titled: "Event Tester"), "-remove", "WM_CLASS"])
        try desk.waitForFocus()
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.click()
        #expect(try desk.end() == "refused")
        #expect(!app.printed.contains("KeyPress event"), "\(app.printed)")
    }

    @Test("an editor with a terminal in its window causes a question, and the choice undoes")
    func embedded() throws {
        let (desk, daemon) = try desk()
        let file = "\(desk.directory)/note.txt"
        try "base\n".write(toFile: file, atomically: false, encoding: .utf8)
        let editor = try desk.start(["geany", "-i", "-s", "-m", file])
        _ = try window(on: desk, titled: "note.txt")
        /// Whether the file has the text once it is saved.
        func saves(_ text: String) -> Bool {
            desk.turn {
                _ = try? desk.run(["xdotool", "key", "ctrl+s"])
                return (try? String(contentsOfFile: file, encoding: .utf8)) == text
            }
        }
        try #require(desk.turn { ProcessInspector().inspect(UInt32(editor.identifier)).holdsTerminal == true })
        _ = try desk.run(["xdotool", "type", "--delay", "20", "zzqx"])
        try #require(saves("zzqxbase\n"))
        try desk.waitForFocus()
        try desk.ask()
        try daemon.waitForNotification()
        #expect(saves("zzqxbase\n"), "nothing before the choice")
        try daemon.click()
        #expect(try desk.end() == "undone")
        #expect(saves("base\n"))
    }

    @Test("a file manager causes a question, because its Undo moves files")
    func fileManager() throws {
        let (desk, daemon) = try desk()
        _ = try desk.start(["pcmanfm", "--new-win", desk.directory])
        _ = try desk.run(["xdotool", "search", "--sync", "--onlyvisible", "--class", "Pcmanfm"])
        _ = try window(on: desk)
        try desk.waitForFocus()
        try desk.ask()
        try daemon.waitForNotification()
        #expect(desk.outcomes.isEmpty)
    }

    @Test("UNDO18: Wayland: a window of a terminal's server gets no key, whatever its identifier")
    func server() throws {
        let (desk, daemon) = try desk(.sway)
        let socket = "\(desk.directory)/foot.sock"
        let server = try desk.start(["foot", "--server=\(socket)"])
        try #require(desk.turn { FileManager.default.fileExists(atPath: socket) }, "\(server.printed)")
        let job = try TerminalJob(on: desk) { ["footclient", "--server-socket=\(socket)", "--app-id=scratchpad"] + $0 }
        try desk.waitForFocus()
        try desk.shake()
        #expect(try desk.end() == "refused")
        #expect(!job.isStopped())
        #expect(try desk.run(["makoctl", "list"])?.contains("Undo") == false)
        withExtendedLifetime(daemon) {}
    }
}
