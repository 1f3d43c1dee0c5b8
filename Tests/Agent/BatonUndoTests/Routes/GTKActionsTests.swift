// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// org.gtk.Actions of an app in the test's own process: which action is taken, and which is not (rules UNDO9 and
/// UNDO10).
@MainActor
@Suite struct GTKActionsTests {
    /// An app in this process: its groups of actions, and those that were activated.
    @MainActor
    final class FakeApp {
        let connection: Connection
        private(set) var activated: [String] = []

        /// How long it takes to answer DescribeAll.
        var delay = Duration.zero
        /// The number of calls of DescribeAll.
        private(set) var questions = 0

        init(on stage: BusStage) throws {
            connection = try stage.connect()
        }

        /// Exports actions: name, whether it is enabled, type of its parameter.
        func export(_ path: ObjectPath, _ actions: [(String, Bool, Signature)]) {
            let describe = Method("DescribeAll", out: [Argument("descriptions", "a{s(bgav)}")]) { [unowned self] call in
                let entries = actions.map { action in
                    DBusDictionary.Entry(
                        .string(action.0),
                        .structure([.boolean(action.1), .signature(action.2), .array(DBusArray("v", []))]))
                }
                questions += 1
                connection.reactor.schedule(after: delay) {
                    call.reply(.dictionary(DBusDictionary("s", "(bgav)", entries)))
                }
            }
            let activate = Method(
                "Activate", in: [Argument("name", "s"), Argument("parameter", "av"), Argument("data", "a{sv}")]
            ) { [unowned self] call in
                activated.append("\(path) \(call.arguments[0].asString ?? "")")
                call.reply()
            }
            connection.export(
                ExportedObject(interfaces: [Interface("org.gtk.Actions", methods: [describe, activate])]), at: path)
        }

        var focused: FocusedApp {
            var app = FocusedApp(process: UInt32(getpid()))
            app.isOnlyWindow = true
            return app
        }
    }

    private func deliver(
        _ operation: UndoOperation, to app: FocusedApp, on stage: BusStage
    ) throws -> RouteOutcome {
        let route = GTKActionsRoute(connection: stage.connection)
        return try stage.answer { route.deliver(operation, to: app, then: $0) }.0
    }

    @Test("UNDO9: the window's own action is found below the app by its usual names")
    func names() throws {
        for name in ["undo", "edit.undo", "win.undo", "edit-undo", "document.Undo"] {
            let stage = try BusStage(clock: ManualClock())
            let app = try FakeApp(on: stage)
            app.export("/org/example/Other", [("quit", true, "")])
            app.export("/org/example/App/window/12", [("save", true, ""), (name, true, ""), ("can-undo", true, "")])
            #expect(try deliver(.undo, to: app.focused, on: stage) == .done)
            #expect(app.activated == ["/org/example/App/window/12 \(name)"])
        }
    }

    @Test("UNDO9: a disabled action is refused, and a missing one makes the route unavailable")
    func disabled() throws {
        let stage = try BusStage(clock: ManualClock())
        let app = try FakeApp(on: stage)
        let route = GTKActionsRoute(connection: stage.connection)
        app.export("/a/window/1", [("undo", false, ""), ("redo", true, "")])
        guard case .refused = try deliver(.undo, to: app.focused, on: stage) else {
            Issue.record("undo")
            return
        }
        for (operation, isEnabled) in [(UndoOperation.undo, false), (.redo, true)] {
            #expect(try stage.answer { route.isEnabled(operation, in: app.focused, then: $0) }.0 == isEnabled)
        }
        #expect(app.activated.isEmpty)
        app.export("/a/window/1", [("undo", true, "s"), ("undo-all", true, ""), ("a.b.undo", true, "")])
        guard case .unreached = try deliver(.undo, to: app.focused, on: stage) else {
            Issue.record("none")
            return
        }
        #expect(try stage.answer { route.isEnabled(.undo, in: app.focused, then: $0) }.0 == nil)
        #expect(app.activated.isEmpty)
    }

    @Test("a slow app has a second at delivery, and no more")
    func slow() throws {
        for (delay, isInTime) in [(999, true), (1001, false)] {
            let clock = ManualClock()
            let stage = try BusStage(clock: clock)
            let app = try FakeApp(on: stage)
            app.export("/a/window/1", [("undo", true, "")])
            app.delay = .milliseconds(delay)
            var outcome: RouteOutcome?
            GTKActionsRoute(connection: stage.connection).deliver(.undo, to: app.focused) { outcome = $0 }
            try #require(stage.turn { app.questions == 1 })
            clock.advance(by: .milliseconds(999))
            if isInTime {
                #expect(stage.turn { outcome != nil })
                #expect(outcome == .done)
            } else {
                stage.reactor.turnUntilIdle()
                #expect(outcome == nil)
                clock.advance(by: .milliseconds(1))
                #expect(stage.turn { outcome != nil })
                #expect(outcome == .unreached(.route(.appSilent)))
            }
            #expect(app.activated.count == (isInTime ? 1 : 0))
        }
    }

    @Test("UNDO10: of two windows the one in front is unknown without the window's own address")
    func windows() throws {
        let stage = try BusStage(clock: ManualClock())
        let app = try FakeApp(on: stage)
        app.export("/a/window/1", [("undo", true, "")])
        app.export("/a/window/2", [("undo", true, "")])
        guard case .unreached(let reason) = try deliver(.undo, to: app.focused, on: stage) else {
            Issue.record("two windows")
            return
        }
        #expect(reason == .route(.windowsAmbiguous, [.count: .number(2)]))
        var focused = app.focused
        focused.gtk = GTKAddress(
            busName: app.connection.uniqueName?.rawValue ?? "", applicationPath: "/a", windowPath: "/a/window/2")
        #expect(try deliver(.undo, to: focused, on: stage) == .done)
        #expect(app.activated == ["/a/window/2 undo"])
    }

    @Test("UNDO10: a window that names the connection of another process gets nothing")
    func stranger() throws {
        let stage = try BusStage(clock: ManualClock())
        let app = try FakeApp(on: stage)
        app.export("/a/window/1", [("undo", true, "")])
        var focused = FocusedApp(process: 1)
        focused.gtk = GTKAddress(busName: app.connection.uniqueName?.rawValue ?? "", windowPath: "/a/window/1")
        guard case .unreached = try deliver(.undo, to: focused, on: stage) else {
            Issue.record("activated")
            return
        }
        #expect(app.activated.isEmpty)
    }

    @Test("UNDO45: a dialog, which has no address, does not get the actions of the document behind it")
    func dialog() throws {
        let stage = try BusStage(clock: ManualClock())
        let app = try FakeApp(on: stage)
        app.export("/a", [("app.undo", true, "")])
        app.export("/a/window/1", [("undo", true, "")])
        let owner = app.connection.uniqueName?.rawValue ?? ""
        let route = GTKActionsRoute(connection: stage.connection)
        for gtk in [nil, GTKAddress(busName: owner), GTKAddress(busName: owner, applicationPath: "/a")] {
            var dialog = FocusedApp(process: UInt32(getpid()))
            dialog.gtk = gtk
            #expect(
                try stage.answer { route.probe(for: dialog, then: $0) }.0
                    == .unavailable(.route(.windowWithoutActions)))
            #expect(try deliver(.undo, to: dialog, on: stage) == .unreached(.route(.windowWithoutActions)))
        }
        #expect(app.activated.isEmpty)
    }

    @Test("malformed names, and an app that hangs or is gone, are reported before the deadline")
    func bad() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        var focused = FocusedApp(process: 1)
        focused.isOnlyWindow = true
        for name in ["", "x", ":", ":1.99999", "org.gtk.App", "\u{0}"] {
            focused.gtk = GTKAddress(busName: name, applicationPath: "x", windowPath: "")
            guard case .unreached = try deliver(.undo, to: focused, on: stage) else {
                Issue.record("'\(name)'")
                continue
            }
        }
        let app = try FakeApp(on: stage)
        let hang = Method("DescribeAll", out: [Argument("descriptions", "a{s(bgav)}")]) { held.append($0) }
        app.connection.export(
            ExportedObject(interfaces: [Interface("org.gtk.Actions", methods: [hang])]), at: "/a/window/1")
        let route = GTKActionsRoute(connection: stage.connection)
        var outcome: RouteOutcome?
        route.deliver(.undo, to: app.focused) { outcome = $0 }
        try #require(stage.turn { held.count == 1 })
        clock.advance(by: .seconds(1))
        #expect(stage.turn { outcome != nil })
        #expect(outcome == .unreached(.route(.appSilent)))
        held = []
    }

    @Test(
        "descriptions of objects: tags are read, all else is skipped",
        arguments: [
            ("<node><interface name='a'/><node name=\"x\"/><node name='y'></node></node>", ["a"], ["x", "y"]),
            (
                "<!DOCTYPE node PUBLIC \"a>b\" 'c'>\n<?xml v?><!-- <node> --><node name=\"/o\"><interface name=\"i\">"
                    + "<method name=\"m\"><arg name='q' type='s'/></method></interface><node name='c'><interface "
                    + "name='no'/><node name='d'/></node></node>", ["i"], ["c"]
            ),
        ] as [(String, [String], [String])])
    func xml(_ text: String, _ interfaces: [String], _ children: [String]) {
        let node = IntrospectedNode(text)
        #expect(node?.interfaces == interfaces)
        #expect(node?.children == children)
    }

    @Test(
        "text that is not a description is refused",
        arguments: [
            "<", "<node", "<node>", "</node>", "<node name>", "<node name=x/>", "<node name='x/>", "<node/><!--", "<>",
            "<node / >", "<!", "<node><node></node>", String(repeating: "<node>", count: 100),
            String(repeating: " ", count: 300 << 10),
        ])
    func noXML(_ text: String) {
        #expect(IntrospectedNode(text) == nil)
    }

    @Test("a description of 256 KiB is read, and a longer one is refused")
    func longestXML() {
        let node = "<node><interface name='a'/></node>"
        let most = node + String(repeating: " ", count: 256 << 10 - node.utf8.count)
        #expect(IntrospectedNode(most)?.interfaces == ["a"])
        #expect(IntrospectedNode(most + " ") == nil)
    }

    @Test("a description with any damage is read or refused, and never traps")
    func damagedXML() {
        let text = Array("<!DOCTYPE n 'x'><!-- c --><node name='/'><interface name=\"i\"/><node name='c'/></node>".utf8)
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var bytes = text
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = Array("<>/'\"!-?= \0\u{FF}".utf8).randomElement(using: &random) ?? 0
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 7))
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            let node = IntrospectedNode(String(decoding: bytes, as: UTF8.self))
            #expect((node?.interfaces.count ?? 0) + (node?.children.count ?? 0) < 20, "seed \(seed)")
        }
    }
}

/// Calls that stay unanswered while they are here.
@MainActor private var held: [Invocation] = []
