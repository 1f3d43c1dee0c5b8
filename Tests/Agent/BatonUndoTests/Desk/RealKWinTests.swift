// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonKeysLink
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// The app in front by a script in the real KWin: both programs of Debian's 5.27, with a real editor (rule UNDO14).
@MainActor
@Suite(
    .serialized,
    .enabled(if: !KWinDesk.Kind.installed.isEmpty, "neither kwin_x11 nor kwin_wayland is installed: .ci/setup test"))
struct RealKWinTests {
    @Test(
        "UNDO14: KWin names the editor in front, the next one and the first again, and no script is left",
        arguments: KWinDesk.Kind.installed)
    func front(_ kind: KWinDesk.Kind) throws {
        let desk = try KWinDesk(kind)
        let source = KWinFocus(connection: desk.stage.connection)
        guard case .failure(.noApp) = try desk.stage.ask(source, desk.environment) else {
            Issue.record("an app is in front without a window")
            return
        }
        let first = try desk.start(["mousepad", "--disable-server"])
        let app = try desk.waitForFront(first, source)
        #expect(app.names.contains { $0.lowercased().contains("mousepad") })
        #expect(!app.window.isEmpty)
        #expect(app.provider == .kwin)
        let second = try desk.start(["mousepad", "--disable-server"])
        let other = try desk.waitForFront(second, source)
        #expect(!other.isSameWindow(as: app))
        second.kill()
        #expect(try desk.waitForFront(first, source).isSameWindow(as: app))
        #expect(desk.stage.turn { (try? desk.scripts) == [] })
    }

    @Test(
        "a script that gets the number of an older one reports too",
        arguments: KWinDesk.Kind.installed)
    func sameNumber(_ kind: KWinDesk.Kind) throws {
        let desk = try KWinDesk(kind)
        let source = KWinFocus(connection: desk.stage.connection)
        let editor = try desk.start(["mousepad", "--disable-server"])
        _ = try desk.waitForFront(editor, source)
        #expect(desk.stage.turn { (try? desk.scripts) == [] })
        #expect(try desk.load("first") == 0)
        #expect(try desk.load("second") == 1)
        try desk.call("/Scripting", "org.kde.kwin.Scripting", "start")
        try desk.call("/Scripting", "org.kde.kwin.Scripting", "unloadScript", [.string("first")])
        try #require(desk.stage.turn { (try? desk.scripts.count) == 1 })
        for _ in 0..<3 {
            #expect(try desk.stage.ask(source, desk.environment).get().process == UInt32(editor.identifier))
        }
        #expect(try desk.scripts.count == 1)
    }

    @Test(
        "UNDO8: KWin lets programs have no virtual keyboard, and baton-keys says so",
        .enabled(if: KWinDesk.Kind.wayland.path != nil))
    func noVirtualKeyboard() throws {
        let desk = try KWinDesk(.wayland)
        let environment = SessionEnvironment(
            connection: desk.stage.connection,
            own: desk.environment.merging(["WAYLAND_DISPLAY": "\(desk.stage.directory)/kwin-0"]) { $1 })
        let helper = KeysSupervisor(
            program: ChildProcess.built("baton-keys"), reactor: desk.stage.reactor, logger: TestLog().logger)
        defer { helper.close() }
        let route = KeysRoute(.wayland, helper: helper, environment: environment) { _ in .controlShiftZ }
        let answer = try desk.stage.answer { route.probe(for: nil, then: $0) }.0
        #expect(answer == .unavailable(.route(.noVirtualKeyboard)))
    }

    @Test("ten questions at once all get the answer", arguments: KWinDesk.Kind.installed)
    func atOnce(_ kind: KWinDesk.Kind) throws {
        let desk = try KWinDesk(kind)
        let source = KWinFocus(connection: desk.stage.connection)
        let editor = try desk.start(["mousepad", "--disable-server"])
        _ = try desk.waitForFront(editor, source)
        let environment = DisplayEnvironment(manager: [:], own: desk.environment)
        var answers: [Result<FocusedApp, FocusProblem>] = []
        for _ in 0..<10 {
            source.ask(in: environment, by: desk.stage.reactor.now + .seconds(20)) { answers.append($0) }
        }
        try #require(desk.stage.turn { answers.count == 10 })
        #expect(answers.allSatisfy { (try? $0.get())?.process == UInt32(editor.identifier) })
        #expect(desk.stage.turn { (try? desk.scripts) == [] })
    }
}
