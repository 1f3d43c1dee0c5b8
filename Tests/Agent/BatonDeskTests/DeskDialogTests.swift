// SPDX-License-Identifier: Apache-2.0

import BatonDeskSupport
import BatonTestSupport
import Foundation
import Glibc
import Testing

/// Real dialogs, prompts and displays in front: the document behind a dialog is left alone, and a secret or another display
/// gets nothing (rules UNDO45 to UNDO47).
@MainActor
@Suite(.serialized) struct DeskDialogTests {
    private func desk() throws -> OfferDesk {
        let desk = try OfferDesk()
        try desk.startAgent()
        return desk
    }

    /// Runs `batonctl undo`; what it prints.
    private func undo(on desk: OfferDesk) throws -> String {
        let process = try desk.start([try desk.built("batonctl"), "undo"])
        try #require(desk.turn { process.hasEnded })
        return process.printed
    }

    /// Waits for a window with the title in front.
    private func waitForWindow(titled title: String, on desk: OfferDesk) throws {
        try #require(desk.poll(["xdotool", "getactivewindow", "getwindowname"]) { $0.contains(title) })
    }

    @Test("UNDO45: with Save As in front the document behind it is not undone; without it, it is")
    func saveAs() throws {
        let desk = try desk()
        try desk.startEditor()
        _ = try desk.run(["xdotool", "key", "ctrl+shift+s"])
        try waitForWindow(titled: "Save As", on: desk)
        _ = try undo(on: desk)
        #expect(desk.isUntouched())
        _ = try desk.run(["xdotool", "key", "Escape"])
        try waitForWindow(titled: "Mousepad", on: desk)
        #expect(try undo(on: desk).contains("undone"))
        #expect(desk.isUndone())
    }

    @Test(
        "UNDO46: a dialog that asks for a password gets nothing; one that asks for a word gets the keys",
        arguments: [["zenity", "--password"], ["yad", "--entry", "--hide-text"], ["zenity", "--entry"]])
    func password(_ command: [String]) throws {
        let desk = try desk()
        let dialog = try desk.start(command)
        try #require(desk.waitForFront(dialog), "\(dialog.printed)")
        try desk.waitForFocus()
        let printed = try undo(on: desk)
        #expect(printed.contains("a password prompt") == (command != ["zenity", "--entry"]), "\(printed)")
    }

    @Test(
        "UNDO63: a dialog with its options in a variable, and one that shows the dialogs of other processes, get nothing",
        arguments: [
            ["env", "YAD_OPTIONS=--entry --hide-text", "yad", "--title=x"],
            // The keys are of shared memory, which all sessions of a machine have together.
            ["yad", "--notebook", "--key=\(getpid())", "--tab=a", "--tab=b"], ["yad", "--paned", "--key=1\(getpid())"],
            ["env", "YAD_OPTIONS=--title=hide-text", "yad", "--entry"],
        ])
    func variable(_ command: [String]) throws {
        let desk = try desk()
        let key = command.first { $0.hasPrefix("--key=") }?.dropFirst("--key=".count)
        let pages = try [1, 2].compactMap { tab in
            try key.map { try desk.start(["yad", "--plug=\($0)", "--tabnum=\(tab)", "--form", "--field=P:H"]) }
        }
        let dialog = try desk.start(command)
        try #require(desk.waitForFront(dialog), "\(dialog.printed) \(pages.map(\.printed))")
        try desk.waitForFocus()
        let printed = try undo(on: desk)
        #expect(printed.contains("a password prompt") == (command.last != "--entry"), "\(printed)")
    }

    @Test(
        "UNDO47: X servers and compositors in a window get nothing",
        arguments: [["Xephyr", ":77"], ["weston", "--backend=x11-backend.so", "--use-pixman", "--socket=inner"]])
    func displays(_ command: [String]) throws {
        let desk = try desk()
        let display = try desk.start(command)
        try #require(desk.poll(["xdotool", "getactivewindow"]) { !$0.isEmpty }, "\(display.printed)")
        try desk.waitForFocus()
        let printed = try undo(on: desk)
        #expect(printed.contains("a window to another machine or display"), "\(printed)")
    }

    @Test(
        "UNDO47: the editor in a sway in a window is undone by its own action or by keys on that display; a terminal there gets none",
        arguments: ["gtk-actions", "virtual-keyboard", "auto"])
    func nestedSway(_ route: String) throws {
        let desk = try OfferDesk(.sway)
        try desk.startAgent(route == "auto" ? "" : "[undo]\nroute = \(route)\n")
        try desk.nest()
        try desk.startEditor()
        var printed = try undo(on: desk)
        // On a busy machine the editor may need longer than the second that Baton gives it to name its action. Nothing was
        // done then; "may or may not have done it" is another sentence.
        let isSilent = { printed.contains("the app does not answer") && !printed.contains("may or may not") }
        for _ in 0..<10 where isSilent() { printed = try undo(on: desk) }
        #expect(printed.contains("undone"), "\(printed)")
        #expect(desk.isUndone())
        let terminal = try desk.start(["foot", "sleep", "600"])
        try #require(
            desk.poll(["swaymsg", "-t", "get_tree"]) { $0.contains("\"app_id\": \"foot\"") }, "\(terminal.printed)")
        let refusal = try undo(on: desk)
        #expect(refusal.contains("a terminal"), "\(refusal)")
    }
}
