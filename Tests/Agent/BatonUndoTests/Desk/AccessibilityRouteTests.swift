// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonDeskSupport
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// Undo through the accessibility bus in real editors of two toolkits, and objects without an Undo (rule UNDO11).
@MainActor
@Suite(.serialized) struct AccessibilityRouteTests {
    @Test(
        "UNDO11: an action is recognized by its keys, whatever its name and toolkit",
        arguments: [
            ("click", "u;<Alt>e:u;<Primary>z", UndoOperation.undo, true), ("click", ";;<Control>z", .undo, true),
            ("Press", "Ctrl+Z", .undo, true), ("Press", "Ctrl+Shift+Z", .redo, true), ("Press", "Ctrl+Y", .redo, true),
            ("click", "r;<Alt>e:r;<Primary><Shift>z", .redo, true), ("text.undo", "<VoidSymbol>", .undo, true),
            ("Press", "Ctrl+Shift+Z", .undo, false), ("Press", "Ctrl+Alt+Z", .undo, false),
            ("Press", "Z", .undo, false),
            ("Undo", "", .undo, false), ("click", "", .redo, false), ("text.undo", "", .redo, false),
        ])
    func keys(_ name: String, _ keys: String, _ operation: UndoOperation, _ isOne: Bool) {
        #expect(AccessibleAction(index: 0, name: name, keys: keys).performs(operation) == isOne)
    }

    @Test("a value of another type has no actions")
    func malformed() {
        #expect(AccessibleAction.list(nil).isEmpty)
        #expect(AccessibleAction.list(.string("Ctrl+Z")).isEmpty)
        #expect(AccessibleAction.list(.array(DBusArray("s", [.string("Ctrl+Z")]))).isEmpty)
    }

    /// A desk with the accessibility bus.
    private func desk() throws -> OfferDesk {
        let desk = try OfferDesk()
        try desk.wait(
            for: "org.a11y.Bus", of: try desk.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"]))
        return desk
    }

    @Test("UNDO11: mousepad's menu item undoes")
    func mousepad() throws {
        let desk = try desk()
        try desk.startEditor()
        let app = FocusedApp(process: UInt32(try #require(desk.editor).identifier))
        let route = AccessibilityRoute(connection: desk.connection)
        #expect(try desk.answer { route.probe(for: nil, then: $0) } == .ready)
        #expect(try desk.answer { route.deliver(.undo, to: app, then: $0) } == .done)
        #expect(desk.isUndone())
    }

    @Test("mousepad with two windows: only the one in front undoes, and none if that is unknown")
    func twoWindows() throws {
        let desk = try desk()
        try desk.startEditor()
        let editor = try #require(desk.editor)
        let windows = try EditorWindows(of: editor, on: desk)
        // The first window has the typed text and is not in front any more.
        #expect(try desk.run(["mousepad", "--opening-mode=window", "\(desk.directory)/other.txt"]) != nil)
        try #require(desk.turn { (try? windows.canUndo(2)) == false })
        try #require(desk.turn { (try? windows.title() ?? "")?.contains("other.txt") == true })
        _ = try desk.run(["xdotool", "type", "--delay", "20", "zzqx"])
        try #require(desk.turn { (try? windows.canUndo(2)) == true })
        let app = FocusedApp(process: UInt32(editor.identifier))
        let route = AccessibilityRoute(connection: desk.connection)
        #expect(try desk.answer { route.deliver(.undo, to: app, then: $0) } == .done)
        #expect(desk.turn { (try? windows.canRedo(2)) == true })
        #expect(try windows.canRedo(1) == false)
        // The accessibility bus named the focus: only that window counts, although it is not active any more.
        let named = try desk.answer { then in
            AccessibilityFocus(connection: desk.connection).ask(
                in: DisplayEnvironment(manager: [:], own: desk.environment), by: desk.reactor.now + .seconds(20),
                then: then)
        }.get()
        try #require(named.process == app.process)
        #expect(try desk.answer { route.deliver(.redo, to: named, then: $0) } == .done)
        #expect(desk.turn { (try? windows.canRedo(2)) == false })
        // A desktop without a window in front.
        _ = try desk.run(["xdotool", "search", "--onlyvisible", "--name", "Mousepad", "windowminimize", "%@"])
        try #require(desk.turn { (try? windows.title() ?? "") == "" })
        guard case .unreached(let reason) = try desk.answer({ route.deliver(.undo, to: app, then: $0) }) else {
            Issue.record("undone in a window that is not in front")
            return
        }
        #expect(reason == .route(.windowsAmbiguous, [.count: .number(2)]))
        #expect(try windows.canRedo(1) == false && windows.canRedo(2) == false)
    }

    @Test(
        "an app without Undo, one that is not accessible and a missing accessibility bus have different reasons"
    )
    func unreached() throws {
        let desk = try desk()
        let daemon = try desk.start(["openbox", "--sm-disable", "--replace"])
        let route = AccessibilityRoute(connection: desk.connection)
        let stranger = FocusedApp(process: UInt32(daemon.identifier))
        #expect(
            try desk.answer { route.deliver(.undo, to: stranger, then: $0) }
                == .unreached(.route(.appNotOnBus, [.bus: "accessibility"])))
        let bare = try BusStage()
        let other = AccessibilityRoute(connection: bare.connection)
        #expect(
            try bare.answer { other.probe(for: nil, then: $0) }.0 == .unavailable(.route(.accessibilityAbsent)))
    }
}
