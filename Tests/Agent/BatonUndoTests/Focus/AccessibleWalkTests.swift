// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonUndo

/// The walk through an app's objects on the accessibility bus, and its bounds (rule UNDO64).
@MainActor
@Suite struct AccessibleWalkTests {
    private typealias Node = FakeAccessibility.Node
    private static let window: ObjectPath = "/window"

    /// An app with one window in front, whose objects below it are given.
    private func app(_ below: [ObjectPath: Node], on stage: BusStage) throws -> FakeAccessibility {
        var nodes = below
        nodes[FakeAccessibility.root] = Node(children: [Self.window])
        return try FakeAccessibility(nodes, on: stage)
    }

    private func walk(
        _ stage: BusStage, _ bounds: AccessibleWalk.Bounds, within time: Duration = .seconds(30)
    ) throws -> AccessibleWalk {
        let walk = AccessibleWalk(
            at: stage.bus.address, reactor: stage.reactor, by: stage.reactor.now + time, within: bounds)
        try walk.open()
        return walk
    }

    /// Walks through all objects of the app; the levels that were looked at, and the end.
    private func levels(
        _ app: FakeAccessibility, _ walk: AccessibleWalk, _ stage: BusStage
    ) throws -> ([[ObjectPath]], AccessibleWalk.End) {
        var seen: [[ObjectPath]] = []
        var end: AccessibleWalk.End?
        let start = try #require(app.object)
        walk.go(through: [start]) { level, descend in
            seen.append(level.map(\.path))
            descend(level)
        } end: {
            end = $0
        }
        try #require(stage.turn { end != nil })
        walk.close()
        return (seen, try #require(end))
    }

    @Test("UNDO64: it goes level by level to the last object")
    func whole() throws {
        let stage = try BusStage()
        let app = try app(
            [Self.window: Node(children: ["/a", "/b"]), "/a": Node(children: ["/c"]), "/b": Node(), "/c": Node()],
            on: stage)
        let walk = try walk(stage, AccessibleWalk.Bounds(objects: 10, children: 4, depth: 8))
        let (seen, end) = try levels(app, walk, stage)
        #expect(seen == [[FakeAccessibility.root], [Self.window], ["/a", "/b"], ["/c"]])
        #expect(end == .over)
    }

    @Test(
        "UNDO64: an object that contains itself, one with very many children, and a deep tree come to an end",
        arguments: [
            AccessibleWalk.Bounds(objects: 1000, children: 4, depth: 5),
            AccessibleWalk.Bounds(objects: 7, children: 1000, depth: 1000),
            AccessibleWalk.Bounds(objects: 1000, children: 0, depth: 5),
        ])
    func bounds(_ bounds: AccessibleWalk.Bounds) throws {
        let stage = try BusStage()
        let app = try app([Self.window: Node(children: Array(repeating: Self.window, count: 3))], on: stage)
        let (seen, end) = try levels(app, try walk(stage, bounds), stage)
        #expect(end == .over)
        #expect(seen.count <= bounds.depth + 1 && seen.joined().count <= bounds.objects, "\(seen.map(\.count))")
        #expect(app.questions <= bounds.objects)
    }

    @Test("UNDO64: an app does not have the objects of others")
    func foreign() throws {
        let stage = try BusStage()
        let app = try app([Self.window: Node()], on: stage)
        app.foreign = [(try #require(stage.connection.uniqueName), "/window"), ("org.a11y.atspi.Registry", "/window")]
        let walk = try walk(stage, AccessibleWalk.Bounds(objects: 100, children: 10, depth: 9))
        #expect(try levels(app, walk, stage).0 == [[FakeAccessibility.root], [Self.window]])
    }

    @Test("UNDO64: a silent app costs the time of the deadline, and no more")
    func silent() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let app = try app([Self.window: Node()], on: stage)
        app.isSilent = true
        let walk = try walk(
            stage, AccessibleWalk.Bounds(objects: 100, children: 10, depth: 9), within: .milliseconds(300))
        var end: AccessibleWalk.End?
        walk.go(through: [try #require(app.object)]) {
            $1($0)
        } end: {
            end = $0
        }
        try #require(stage.turn { app.questions == 1 })
        stage.pass(.milliseconds(200), on: clock)
        #expect(end == nil)
        stage.pass(.milliseconds(150), on: clock)
        #expect(stage.turn { end == .late })
        walk.close()
    }

    @Test(
        "UNDO46: a field for a password in the window in front is found if it is shown, and menus are passed over",
        arguments: [(true, false, true), (false, false, false), (true, true, false)])
    func secrets(_ isShown: Bool, _ isInMenu: Bool, _ isFound: Bool) throws {
        let stage = try BusStage()
        let (menu, panel, password) = (UInt32(33), UInt32(39), UInt32(40))
        let app = try app(
            [
                Self.window: Node(role: 23, states: AccessibleWalk.State.active, children: ["/panel"]),
                "/panel": Node(role: isInMenu ? menu : panel, children: ["/field"]),
                "/field": Node(role: password, states: isShown ? AccessibleWalk.State.showing : 0),
            ], on: stage)
        var answers: [Bool] = []
        AccessibleSecrets(
            of: UInt32(getpid()), at: stage.bus.address, reactor: stage.reactor, by: stage.reactor.now + .seconds(30)
        ) { answers.append($0) }.start()
        #expect(stage.turn { !answers.isEmpty })
        #expect(answers == [isFound])
        #expect(app.questions > 0)
    }
}
