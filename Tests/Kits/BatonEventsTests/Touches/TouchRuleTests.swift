// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Touches: identity, phases, places, taps (rules T1–T7, T11–T14, T34, T35, E8)")
struct TouchRuleTests {
    @Test("T1, T2, T3: one object for each finger in all events of the sequence, with one phase in each event")
    func phases() throws {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        var seen: [[String]] = []
        var objects: Set<Touch> = []
        view.onMessage = { _, _, event in
            objects.formUnion(event.allTouches)
            seen.append(event.allTouches.sorted().map { "\($0.phase.rawValue)" })
        }
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.down(2, 50, 50)
        scene.frame(10)
        scene.move(1, 20, 20)
        scene.frame(20)
        scene.up(1)
        scene.frame(30)
        scene.move(2, 60, 60)
        scene.frame(40)
        scene.up(2)
        scene.frame(50)
        #expect(seen == [["0"], ["2", "0"], ["1", "2"], ["3", "2"], ["1"], ["3"]])
        #expect(objects.count == 2)
        #expect(InputPhase.moved.rawValue == 1 && InputPhase.cancelled.rawValue == 4)
        #expect(scene.log.take() == ["a B1", "a B1", "a M1", "a E1", "a M1", "a E1"])
    }

    @Test("T4: view and window stay those of the beginning, though the finger leaves the view")
    func fixedView() {
        let scene = TouchScene()
        let one = scene.view("one", 0, 0, 100, 100)
        _ = scene.view("two", 100, 0, 100, 100)
        var views: [View?] = []
        one.onMessage = { _, touches, event in
            views.append(touches.first?.view)
            #expect(event.touches(for: scene.window).count == 1)
        }
        scene.down(1, 50, 50)
        scene.frame(0)
        scene.move(1, 150, 50)
        scene.frame(10)
        scene.up(1)
        scene.frame(20)
        #expect(scene.log.take() == ["one B1", "one M1", "one E1"])
        #expect(views.allSatisfy { $0 === one })
    }

    @Test("T5, T6, T7: places in the view's coordinates, nil the window's, unrounded; times of the last change")
    func places() {
        let scene = TouchScene()
        let view = scene.view("a", 100.5, 100, 200, 200)
        view.isMultipleTouchEnabled = true
        var lines: [String] = []
        view.onMessage = { _, touches, _ in
            for touch in touches {
                let (here, before) = (touch.location(in: view), touch.previousLocation(in: view))
                lines.append("\(here.x) \(here.y) \(before.x) \(touch.location(in: nil).x) \(touch.timestamp)")
            }
        }
        scene.down(1, 110.5, 110.25)
        scene.frame(5)
        scene.move(1, 111, 110.125)
        scene.frame(10)
        scene.down(2, 200, 200)
        let event = scene.frame(20)
        #expect(event?.allTouches.min()?.timestamp == .milliseconds(10), "a stationary touch keeps its time")
        scene.up(1)
        scene.frame(30)
        #expect(
            lines == [
                "10.0 10.25 10.0 110.5 0.005 seconds", "10.5 10.125 10.0 111.0 0.01 seconds",
                "99.5 100.0 99.5 200.0 0.02 seconds", "10.5 10.125 10.5 111.0 0.03 seconds",
            ])
    }

    @Test("T11, T12: the last finger of a view has left it when the message has as many touches as the view")
    func lastFinger() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 200, 400)
        let other = scene.view("b", 200, 0, 200, 400)
        view.isMultipleTouchEnabled = true
        var isLast: [Bool] = []
        view.onMessage = { phase, touches, event in
            if phase == .ended { isLast.append(touches.count == event.touches(for: view).count) }
        }
        scene.down(1, 10, 10)
        scene.down(2, 20, 20)
        scene.down(3, 30, 30)
        scene.down(4, 300, 300)
        scene.frame(0)
        scene.up(1)
        scene.up(2)
        let event = scene.frame(10)
        #expect(event?.touches(for: other).count == 1)
        #expect(event?.allTouches.count == 4)
        scene.up(3)
        scene.frame(20)
        #expect(isLast == [false, true])
        scene.down(5, 40, 40)
        scene.frame(30)
        scene.up(5)
        scene.frame(40)
        #expect(isLast == [false, true, true], "the other view's finger does not count")
    }

    @Test("T13: the tap count grows within 350 ms and 45 points in the same view; other views count for themselves")
    func tapCount() {
        let scene = TouchScene()
        let one = scene.view("one", 0, 0, 200, 400)
        let two = scene.view("two", 200, 0, 200, 400)
        var counts: [Int] = []
        for view in [one, two] {
            view.onMessage = { phase, touches, _ in if phase == .began { counts += touches.map(\.tapCount) } }
        }
        scene.tap(10, 10, at: 0)
        scene.tap(10, 55, at: 399)
        scene.tap(10, 55, at: 500)
        scene.tap(300, 55, at: 600)
        scene.tap(10, 55, at: 700)
        #expect(counts == [1, 2, 3, 1, 4])
        scene.tap(10, 101, at: 800)
        scene.tap(10, 101, at: 1200)
        #expect(counts == [1, 2, 3, 1, 4, 1, 1], "46 points away; 350 ms later")
        scene.application.touchSettings.tapInterval = .milliseconds(500)
        scene.tap(10, 101, at: 1700)
        #expect(counts.last == 2)
    }

    @Test("T4, T14: the count becomes 0, once, when the finger travels or stays too long; the next touch counts from 1")
    func noTap() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        var counts: [Int] = []
        view.onMessage = { _, touches, _ in counts += touches.map(\.tapCount) }
        scene.down(1, 0, 0)
        scene.frame(0)
        scene.move(1, 45, 0)
        scene.frame(10)
        scene.move(1, 45.5, 0)
        scene.frame(20)
        scene.move(1, 0, 0)
        scene.frame(30)
        scene.up(1)
        scene.frame(40)
        #expect(counts == [1, 1, 0, 0, 0])
        scene.tap(0, 0, at: 100)
        #expect(counts.suffix(2) == [1, 1])
        scene.down(1, 0, 0)
        scene.frame(200)
        scene.up(1)
        scene.frame(951)
        #expect(counts.suffix(2) == [2, 0])
    }

    @Test("T34: touches are ordered by when they began, then by number, and are keys by identity")
    func order() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        var orders: [[UInt64]] = []
        var beginnings: [Touch: Point] = [:]
        view.onMessage = { phase, touches, event in
            for touch in touches where phase == .began { beginnings[touch] = touch.location(in: view) }
            orders.append(event.allTouches.sorted().map(\.number))
            for touch in touches { #expect(beginnings[touch] != nil) }
        }
        for id in UInt64(1)...5 { scene.down(id, Double(id) * 10, 5) }
        scene.frame(0)
        for step in 1..<5 {
            for id in UInt64(1)...5 { scene.move(id, Double(id) * 10 + Double(step), 5) }
            scene.frame(step * 10)
        }
        #expect(Set(orders).count == 1)
        #expect(orders.first == orders.first?.sorted())
        #expect(beginnings.count == 5)
    }

    @Test(
        "T35: a view that adds the difference of the two places to its frame follows the finger, fraction by fraction")
    func follow() {
        let scene = TouchScene()
        let view = scene.view("a", 10, 10, 50, 50)
        view.onMessage = { phase, touches, _ in
            guard phase == .moved, let touch = touches.first else { return }
            let (here, before) = (touch.location(in: view), touch.previousLocation(in: view))
            let origin = view.frame.origin
            view.frame.origin = Point(x: origin.x + here.x - before.x, y: origin.y + here.y - before.y)
        }
        scene.down(1, 20.5, 20.25)
        scene.frame(0)
        for step in 1...50 {
            scene.move(1, 20.5 + Double(step) * 2.5, 20.25 + Double(step) * 0.125)
            scene.frame(step)
        }
        #expect(view.frame.origin == Point(x: 135, y: 16.25))
    }

    @Test("E8: a kept event shows the last state of its touches, and a snapshot the old one")
    func snapshot() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        var kept: Event?
        var snapshot: EventSnapshot?
        view.onMessage = { phase, _, event in
            guard phase == .began else { return }
            kept = event
            snapshot = event.snapshot()
        }
        scene.down(1, 10, 10)
        scene.frame(5)
        scene.move(1, 30, 10)
        scene.frame(15)
        #expect(kept?.allTouches.first?.location(in: nil).x == 30)
        #expect(kept?.allTouches.first?.phase == .moved)
        #expect(snapshot?.touches.map(\.location.x) == [10])
        #expect(snapshot?.touches.map(\.phase) == [.began])
        #expect(snapshot?.timestamp == .milliseconds(5))
        #expect(snapshot?.type == .touches && snapshot?.subtype == EventSubtype.none)
        #expect(kept?.snapshot().touches.map(\.location.x) == [30])
        #expect(Event(remoteControl: .play, timestamp: .zero).snapshot().touches.isEmpty)
    }
}
