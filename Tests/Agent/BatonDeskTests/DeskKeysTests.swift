// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonDeskSupport
import BatonTestSupport
import Foundation
import Testing

/// Keys on a real desktop: how soon they are pressed, and which libraries the agent loads for them.
@MainActor
@Suite(.serialized) struct DeskKeysTests {
    /// A desk whose daemon takes the user's choice over D-Bus, and an editor with a word in it.
    private func desk(_ session: OfferDesk.Session) throws -> (OfferDesk, NotificationDaemon) {
        let desk = try OfferDesk(session)
        let daemon = try NotificationDaemon(session == .x11 ? .dunst : .mako, on: desk)
        try desk.startAgent("[undo]\nroute = \(session == .x11 ? "xtest" : "virtual-keyboard")\n")
        try desk.startEditor()
        return (desk, daemon)
    }

    /// The time from the user's choice, before the notification daemon receives it, to the editor's report that it has
    /// undone; nil if that does not come within eight seconds.
    private func undoTime(_ desk: OfferDesk, _ daemon: NotificationDaemon) throws -> Duration? {
        try desk.ask()
        try daemon.waitForNotification()
        // A person takes longer to see the question.
        _ = desk.turn(within: .milliseconds(250)) { false }
        var undone: ContinuousClock.Instant?
        let match = desk.connection.addMatch(MatchRule(interface: "org.gtk.Actions", member: "Changed")) { message in
            let enabled = (try? message.arguments())?.dropFirst().first?.asVardict ?? [:]
            let mayRedo = enabled.contains { $0.key.hasSuffix("redo") && $0.value.asBool == true }
            if mayRedo, undone == nil { undone = .now }
        }
        defer { match.cancel() }
        // When the bus answers this call it has the match.
        let _: Bool = try desk.answer { then in desk.connection.nameOwner(of: .bus) { _ in then(true) } }
        let choice = ContinuousClock.now
        daemon.clickAtOnce()
        guard desk.turn(within: .seconds(8), { undone != nil }), let undone else { return nil }
        #expect(desk.isUndone())
        return undone - choice
    }

    // On a quiet machine this takes less than 0.1 s. The bound of the wait only excludes a way that waited for a deadline and
    // then went on. OfferTests shows with a manual clock that Baton lets no time pass between choice and keys.
    @Test("the choice undoes without a wait", arguments: [OfferDesk.Session.x11, .sway])
    func quick(_ session: OfferDesk.Session) throws {
        let (desk, daemon) = try desk(session)
        let time = try #require(try undoTime(desk, daemon), "not within 8 s: \(desk.agent?.printed ?? "")")
        print("from the choice to the editor's undo, \(session): \(time)")
    }

    @Test(
        "the libraries that press keys are mapped by baton-keys and not by batond",
        arguments: [OfferDesk.Session.x11, .sway])
    func libraries(_ session: OfferDesk.Session) throws {
        let (desk, daemon) = try desk(session)
        try desk.ask()
        try daemon.waitForNotification()
        try daemon.click()
        #expect(try desk.end() == "undone")
        #expect(desk.isUndone())
        let agent = try #require(desk.agent).identifier
        let children = try desk.run(["pgrep", "-P", "\(agent)", "-x", "baton-keys"]) ?? ""
        let helper = try #require(Int32(children.filter(\.isNumber)), "\(children)")
        let libraries = ["libX11", "libXRes", "libXtst", "libxcb", "libwayland-client", "libxkbcommon"]
        #expect(try mapped(libraries, by: agent) == [])
        #expect(try mapped(libraries, by: helper) == libraries)
    }

    private func mapped(_ libraries: [String], by process: Int32) throws -> [String] {
        // It is read in pieces, because the file has no length.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/maps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        return libraries.filter { maps.contains("/\($0)") }
    }
}
