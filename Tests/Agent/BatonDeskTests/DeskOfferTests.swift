// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonDeskSupport
import BatonTestSupport
import Testing

/// The question by real notification daemons, the answer as a user gives it, and a real editor that undoes (rules
/// UNDO24 to UNDO28).
@MainActor
@Suite(.serialized) struct DeskOfferTests {
    /// Keys, although mousepad exports an action: it then stands for any X11 app.
    private static let keys = "[undo]\nroute = xtest\n"

    /// A desk with dunst and an editor, at which the question is shown.
    private func asked(_ configuration: String = keys) throws -> (OfferDesk, NotificationDaemon) {
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.dunst, on: desk)
        try desk.startAgent(configuration)
        try desk.startEditor()
        try desk.ask()
        try daemon.waitForNotification()
        return (desk, daemon)
    }

    @Test("UNDO26: dunst: a click undoes, and the menu of the next question redoes")
    func dunst() throws {
        let (desk, daemon) = try asked()
        #expect(desk.isUntouched(), "nothing before the choice")
        try daemon.click()
        #expect(try desk.end() == "undone")
        #expect(desk.isUndone())
        #expect(desk.turn { (try? daemon.count()) == 0 }, "the question is gone")
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.choose("Redo")
        #expect(try desk.end(2) == "redone")
        #expect(desk.isRedone())
    }

    @Test("UNDO27: dunst: dismissed, expired or not shown, nothing is undone, and nothing is shown later")
    func nothingChosen() throws {
        let (desk, daemon) = try asked("[undo]\nroute = xtest\ntimeout = 4s\n")
        try daemon.dismiss()
        #expect(try desk.end() == "declined")
        try desk.ask()
        try daemon.waitForNotification()
        #expect(try desk.end(2) == "declined", "expired")
        try daemon.setQuiet(true)
        try desk.ask()
        #expect(try desk.end(3) == "declined", "never shown")
        #expect(desk.turn { (try? daemon.count("waiting")) == 0 }, "withdrawn")
        try daemon.setQuiet(false)
        #expect(try daemon.count() == 0)
        #expect(desk.isUntouched())
    }

    @Test("UNDO23, UNDO24: dunst: a second shake replaces the first question, and one click is one undo")
    func replaced() throws {
        let (desk, daemon) = try asked()
        try desk.shake()
        #expect(try desk.end() == "declined")
        try #require(desk.turn { (try? desk.isOffered) == true })
        #expect(try daemon.count() == 1)
        try daemon.click()
        #expect(try desk.end(2) == "undone")
        #expect(desk.isUndone())
    }

    @Test("dunst: a daemon that ends with the question on the screen ends it; without a daemon there is no question")
    func dies() throws {
        let (desk, daemon) = try asked()
        daemon.process.kill()
        #expect(try desk.end() == "failed")
        #expect(desk.logged("no undo: the question cannot be shown: the notification daemon went away"))
        try desk.shake()
        #expect(try desk.end(2) == "failed")
        #expect(desk.isUntouched())
    }

    @Test("dunst: mode immediate undoes at once, and its notification redoes")
    func immediate() throws {
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.dunst, on: desk)
        try desk.startAgent(Self.keys + "mode = immediate\n")
        try desk.startEditor()
        try desk.shake()
        #expect(try desk.end() == "undone")
        #expect(desk.isUndone())
        try #require(desk.turn { (try? daemon.count()) == 1 })
        try daemon.choose("Redo")
        #expect(desk.isRedone())
    }

    @Test("UNDO25: dunst: the signal of another program is ignored, the daemon's is not")
    func hostile() throws {
        let (desk, daemon) = try asked()
        for identifier in UInt32(1)...40 {
            for key in ["undo", "default", "redo"] {
                try FakeLogin.signal(
                    "org.freedesktop.Notifications", "ActionInvoked", at: "/org/freedesktop/Notifications",
                    [.uint32(identifier), .string(key)], from: desk.connection)
            }
        }
        #expect(desk.isUntouched())
        #expect(try desk.isOffered)
        #expect(desk.outcomes.isEmpty)
        try daemon.click()
        #expect(try desk.end() == "undone")
        #expect(desk.isUndone())
    }

    @Test("UNDO26: xfce4-notifyd: buttons, pressed with the mouse, undo and redo")
    func xfce() throws {
        // The editor's own action undoes, or keys if it takes longer than a second to describe its actions;
        // RealEditorTests has the action.
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.xfce, on: desk)
        try desk.startAgent()
        try desk.startEditor()
        try desk.ask()
        try daemon.choose("Undo")
        #expect(try desk.end() == "undone")
        #expect(desk.isUndone())
        try desk.ask()
        try daemon.choose("Redo")
        #expect(try desk.end(2) == "redone")
        #expect(desk.isRedone())
    }

    @Test("UNDO26, UNDO41: mako on sway: click, choice, dismissal and do-not-disturb, with a virtual keyboard")
    func mako() throws {
        let desk = try OfferDesk(.sway)
        let daemon = try NotificationDaemon(.mako, on: desk)
        let keys = "[undo]\nroute = virtual-keyboard\n"
        try desk.startAgent(keys + "timeout = 1min\n")
        try desk.startEditor()
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.dismiss()
        #expect(try desk.end() == "declined")
        #expect(desk.isUntouched())
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.click()
        #expect(try desk.end(2) == "undone")
        #expect(desk.isUndone())
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.choose("Redo")
        #expect(try desk.end(3) == "redone")
        #expect(desk.isRedone())
        try daemon.setQuiet(true)
        try desk.reload(keys + "timeout = 3s\n")
        try desk.ask()
        #expect(try desk.end(4) == "declined")
        #expect(desk.isUntouched())
    }
}
