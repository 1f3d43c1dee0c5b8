// SPDX-License-Identifier: Apache-2.0

import BatonDeskSupport
import BatonTestSupport
import Foundation
import Testing

/// The guards with real windows: a window that must not get a key gets none, and gets it without the guard (rules
/// UNDO16 to UNDO20).
@MainActor
@Suite(.serialized) struct DeskGuardTests {
    private static let keys = "[undo]\nroute = xtest\n"

    /// A desk with dunst, batond and the editor.
    private func desk(_ configuration: String = keys) throws -> (OfferDesk, NotificationDaemon) {
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.dunst, on: desk)
        try desk.startAgent(configuration)
        try desk.startEditor()
        return (desk, daemon)
    }

    @Test("UNDO16: a window that was in front and closed before the choice changes nothing")
    func focusReturns() throws {
        let (desk, daemon) = try desk()
        try desk.ask()
        try daemon.waitForNotification()
        let other = try desk.start(["xterm", "-e", "sleep", "600"])
        try #require(desk.waitForFront(other))
        other.kill()
        try #require(desk.waitForFront(try #require(desk.editor)))
        try daemon.click()
        #expect(try desk.end() == "undone")
        #expect(desk.isUndone())
    }

    @Test("UNDO16: with another window in front at the choice nothing is pressed in it, nor in the editor")
    func focusMoved() throws {
        let (desk, daemon) = try desk()
        try desk.ask()
        try daemon.waitForNotification()
        let other = try desk.start(["stdbuf", "-oL", "xev", "-event", "keyboard"])
        _ = try desk.run(["xdotool", "search", "--sync", "--name", "Event Tester", "windowactivate", "--sync"])
        try daemon.click()
        #expect(try desk.end() == "refused")
        #expect(!other.printed.contains("KeyPress event"), "\(other.printed)")
        #expect(desk.isUntouched())
    }

    @Test("UNDO16: an editor that closes between shake and choice: no app gets the keys")
    func closed() throws {
        let (desk, daemon) = try desk()
        try desk.ask()
        try daemon.waitForNotification()
        try #require(desk.editor).kill()
        try daemon.click()
        #expect(try desk.end() == "refused")
    }

    @Test("UNDO4: with a key held down at the choice nothing is pressed; after its release the next question undoes")
    func heldKey() throws {
        let (desk, daemon) = try desk()
        _ = try desk.run(["xdotool", "keydown", "shift"])
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.click()
        #expect(try desk.end() == "refused")
        _ = try desk.run(["xdotool", "keyup", "shift"])
        #expect(desk.isUntouched())
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.click()
        #expect(try desk.end(2) == "undone")
        #expect(desk.isUndone())
    }

    @Test("UNDO18: a terminal's job continues; it is stopped if the configuration's rule lets the keys through")
    func terminal() throws {
        for isAllowed in [false, true] {
            let desk = try OfferDesk()
            let daemon = try NotificationDaemon(.dunst, on: desk)
            try desk.startAgent(Self.keys + (isAllowed ? "[app xterm]\nundo = immediate\n" : ""))
            let job = try TerminalJob(on: desk) { ["xterm", "-e"] + $0 }
            try #require(desk.waitForFront(job.terminal), "\(job.terminal.printed)")
            try desk.waitForFocus()
            try desk.shake()
            #expect(try desk.end() == (isAllowed ? "undone" : "refused"))
            #expect(job.isStopped(within: isAllowed ? .seconds(60) : .seconds(1)) == isAllowed)
            if !isAllowed { #expect(try daemon.count() == 0) }
        }
    }

    @Test(
        "never and off: no question, and no key",
        arguments: ["[app mousepad]\nundo = never\n", "[undo]\nmode = off\n"])
    func forbidden(_ configuration: String) throws {
        let (desk, daemon) = try desk(configuration)
        try desk.shake()
        #expect(try desk.end() == "refused")
        #expect(try daemon.count() == 0)
        #expect(desk.isUntouched())
    }

    @Test("confirm for one app, with mode immediate for all others")
    func confirm() throws {
        let (desk, daemon) = try desk("[undo]\nroute = xtest\nmode = immediate\n[app mousepad]\nundo = confirm\n")
        try desk.ask()
        try daemon.waitForNotification()
        #expect(desk.isUntouched())
        try daemon.click()
        #expect(try desk.end() == "undone")
        #expect(desk.isUndone())
    }
}
