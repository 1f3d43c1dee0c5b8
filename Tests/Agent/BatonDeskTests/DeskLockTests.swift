// SPDX-License-Identifier: Apache-2.0

import BatonDeskSupport
import BatonTestSupport
import Foundation
import Testing

/// Screen lockers that only grab the X server's keyboard, and announce the lock neither to logind nor on the session
/// bus (rule UNDO20). No route delivers behind the lock.
@MainActor
@Suite(.serialized) struct DeskLockTests {
    /// A desk with dunst, batond and an editor with a word in it.
    private func desk(_ configuration: String) throws -> (OfferDesk, NotificationDaemon) {
        let desk = try OfferDesk()
        let daemon = try NotificationDaemon(.dunst, on: desk)
        try desk.startAgent(configuration)
        try desk.startEditor()
        return (desk, daemon)
    }

    private func lock(_ desk: OfferDesk, _ program: ScreenLocker.Program) throws -> ScreenLocker {
        let locker = try ScreenLocker(program, environment: desk.environment, directory: desk.directory)
        try #require(desk.turn { locker.holdsKeyboard }, "\(locker.process.printed)")
        return locker
    }

    @Test(
        "UNDO20: behind the lock neither keys nor the app's action undo; after it the next shake does",
        arguments: ScreenLocker.Program.allCases, ["xtest", "gtk-actions"])
    func locked(_ program: ScreenLocker.Program, _ route: String) throws {
        let (desk, daemon) = try desk("[undo]\nroute = \(route)\nmode = immediate\n")
        let locker = try lock(desk, program)
        try desk.shake()
        #expect(try desk.end() == "refused")
        #expect(try desk.run([desk.built("batonctl"), "undo"]) == nil, "it exits with a failure")
        #expect(try daemon.count() == 0)
        locker.unlock()
        #expect(desk.isUntouched())
        try #require(desk.waitForFront(try #require(desk.editor)))
        try desk.waitForFocus()
        try desk.shake()
        #expect(try desk.end(2) == "undone")
        #expect(desk.isUndone())
    }

    @Test("UNDO20: a lock between question and choice: nothing is undone")
    func lockedMeanwhile() throws {
        let (desk, daemon) = try desk("")
        try desk.ask()
        try daemon.waitForNotification()
        let locker = try lock(desk, .i3lock)
        try daemon.click()
        #expect(try desk.end() == "refused")
        #expect(desk.logged("another program holds the keyboard"))
        locker.unlock()
        #expect(desk.isUntouched())
    }
}
