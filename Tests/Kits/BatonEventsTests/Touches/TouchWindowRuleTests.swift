// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Touches, windows and changes of views (rules T28, T29, T33, V11–V13, E6, E7, E11, G13)")
struct TouchWindowRuleTests {
    @Test("E6, V13: a touch goes to the frontmost window that it hits, and its events to each window with a touch")
    func windows() {
        let back = WatchingWindow()
        let front = WatchingWindow()
        let scene = TouchScene(window: back)
        front.frame = Rect(x: 100, y: 0, width: 100, height: 100)
        scene.application.addWindow(front)
        #expect(back.isKeyWindow && !front.isKeyWindow && !Window().isKeyWindow)
        let low = scene.view("low", 0, 0, 400, 400)
        let high = TouchView("high", scene.log, Rect(x: 0, y: 0, width: 100, height: 100))
        front.addSubview(high)
        scene.down(1, 150, 50)
        scene.down(2, 50, 50)
        let event = scene.frame(0)
        #expect(scene.log.take() == ["high B1", "low B1"])
        #expect(event?.touches(for: front).first?.location(in: nil) == Point(x: 50, y: 50))
        #expect(event?.touches(for: front).first?.location(in: low) == Point(x: 150, y: 50))
        #expect(front.phases == ["0"] && back.phases == ["0"])
        scene.move(2, 60, 50)
        scene.frame(10)
        #expect(front.phases == ["0", "2"] && back.phases == ["0", "1"])
        front.isHidden = true
        scene.down(3, 150, 50)
        scene.frame(20)
        #expect(scene.log.take() == ["low M1"], "low has one touch at a time")
        let none = scene.tracker
        none.down(id: 9, at: Point(x: 900, y: 900))
        let last = scene.frame(30)
        let stray = last?.allTouches.max()
        #expect(stray?.window == nil && stray?.view == nil)
        _ = high
    }

    @Test("T33: a hitTest that gives a view of another window counts as none")
    func foreignView() {
        final class Wrong: Window {
            var answer: View?

            override func hitTest(_ point: Point, with event: Event?) -> View? { answer }
        }
        let wrong = Wrong()
        let scene = TouchScene(window: wrong)
        let view = scene.view("a", 0, 0, 100, 100)
        for answer in [View(), Window()] {
            wrong.answer = answer
            scene.tap(50, 50, at: 0)
            #expect(scene.log.take().isEmpty)
        }
        wrong.answer = view
        scene.tap(350, 350, at: 100)
        #expect(scene.log.take() == ["a B1", "a E1"])
    }

    @Test("T36: a touch is coalesced of itself alone, and nothing is predicted; a stranger has neither")
    func coalescedTouches() throws {
        let scene = TouchScene()
        _ = scene.view("a", 0, 0, 100, 100)
        scene.down(1, 50, 50)
        let event = try #require(scene.frame(0))
        let touch = try #require(event.allTouches.first)
        #expect(event.coalescedTouches(for: touch) == [touch] && event.predictedTouches(for: touch) == [])
        let none = Event(remoteControl: .play, timestamp: .zero)
        #expect(none.coalescedTouches(for: touch) == nil && none.predictedTouches(for: touch) == nil)
    }

    @Test("V11: hidden or moved in the middle of a touch, the view keeps it; places follow the geometry of the moment")
    func changes() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 100, 100)
        scene.down(1, 50, 50)
        let touch = scene.frame(0)?.allTouches.first
        view.isHidden = true
        view.alpha = 0
        view.frame.origin = Point(x: 10, y: 0)
        #expect(touch?.location(in: view) == Point(x: 40, y: 50))
        scene.move(1, 60, 50)
        scene.frame(10)
        scene.up(1)
        scene.frame(20)
        #expect(scene.log.take() == ["a B1", "a M1", "a E1"])
    }

    @Test("V12: a finger that a handler puts down while the view leaves does not hit it")
    func fingerWhileLeaving() {
        let scene = TouchScene()
        let outer = scene.view("outer", 0, 0, 400, 400)
        let inner = scene.view("inner", 0, 0, 400, 400, in: outer)
        inner.onMessage = { [unowned scene] phase, _, _ in
            guard phase == .cancelled else { return }
            scene.down(2, 60, 60)
            scene.frame(10)
        }
        scene.down(1, 50, 50)
        scene.frame(0)
        outer.removeFromSuperview()
        #expect(scene.log.take() == ["inner B1", "inner C1"])
        scene.up(2)
        scene.up(1)
        scene.frame(20)
        scene.window.addSubview(outer)
        scene.tap(50, 50, at: 1000)
        #expect(scene.log.take() == ["inner B1", "inner E1"], "back in a window it is hit")
    }

    @Test("V12: a view that leaves its window is cancelled before, along its chain; recognizers that stay go on")
    func leaving() {
        let scene = TouchScene()
        let outer = scene.view("outer", 0, 0, 400, 400)
        let middle = scene.view("middle", 0, 0, 400, 400, in: outer)
        let inner = scene.view("inner", 0, 0, 100, 100, in: middle)
        inner.passesOn = true
        middle.passesOn = true
        let staying = scene.add(TouchScript(), "staying", to: outer)
        let leaving = scene.add(TouchScript(), "leaving", to: inner)
        scene.down(1, 50, 50)
        scene.frame(0)
        _ = scene.log.take()
        middle.removeFromSuperview()
        #expect(scene.log.take() == ["inner C1", "middle C1", "outer C1"])
        #expect(leaving.state == .failed)
        scene.move(1, 60, 60)
        let event = scene.frame(10)
        #expect(event?.allTouches.count == 1)
        #expect(event?.allTouches.first?.view === inner)
        scene.up(1)
        scene.frame(20)
        #expect(staying.calls == ["B1", "M1", "E1"])
        #expect(leaving.calls == ["B1"])
        #expect(scene.log.take().isEmpty)
        weak var weakView: View?
        do {
            let view = View()
            view.frame = Rect(x: 0, y: 0, width: 50, height: 50)
            scene.window.addSubview(view)
            weakView = view
            scene.down(2, 20, 20)
            scene.frame(30)
            view.removeFromSuperview()
        }
        scene.move(2, 30, 30)
        let last = scene.frame(40)
        #expect(last?.allTouches.first?.view == nil && weakView == nil)
    }

    @Test("G13: a recognizer that its action adds to another view, as it leaves one, is in one view only")
    func addedByItsAction() {
        let scene = TouchScene()
        let views = (0..<3).map { scene.view("\($0)", 0, 0, 400, 400) }
        let hold = LongPressGestureRecognizer()
        hold.minimumPressDuration = .zero
        views[2].addGestureRecognizer(hold)
        hold.addTarget(scene, action: "move") { _, recognizer in
            if recognizer.state == .cancelled { views[1].addGestureRecognizer(recognizer) }
        }
        scene.down(1, 10, 10)
        scene.frame(0)
        views[0].addGestureRecognizer(hold)
        #expect(views.map(\.gestureRecognizers.count) == [0, 1, 0])
        #expect(hold.view === views[1])
    }

    @Test("E7, E11: a window or an application that keeps an event delivers it to nobody; the next one is unaffected")
    func silence() {
        let window = WatchingWindow()
        let application = WatchingApplication()
        let scene = TouchScene(application: application, window: window)
        let view = scene.view("a", 0, 0, 400, 400)
        let script = scene.add(TouchScript(), "script", to: view)
        var seen: View?
        window.onSend = { event in seen = event.allTouches.first?.view }
        window.isSilent = true
        scene.tap(50, 50, at: 0)
        #expect(seen === view, "bound before the window is asked")
        #expect(scene.log.take().isEmpty && script.calls.isEmpty)
        window.isSilent = false
        scene.tap(50, 50, at: 100)
        #expect(scene.log.take() == ["a B1", "a E1"])
        #expect(script.calls == ["B1", "E1"])
        scene.down(1, 50, 50)
        scene.frame(200)
        application.isSilent = true
        scene.up(1)
        scene.frame(210)
        application.isSilent = false
        #expect(application.sent == 6)
        scene.tap(50, 50, at: 300)
        #expect(scene.log.take() == ["a B1", "a C1", "a B1", "a E1"], "what was lost counts as cancelled")
        #expect(script.calls.suffix(4) == ["B1", "C1", "B1", "E1"])
        Window().sendEvent(Event(remoteControl: .play, timestamp: .zero))
    }

    @Test("T28: a touch that the view does not get is a touch of the recognizers all the same")
    func droppedForView() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        let script = scene.add(TouchScript(), "script", to: view)
        scene.down(1, 10, 10)
        scene.down(2, 20, 20)
        let event = scene.frame(0)
        #expect(scene.log.take() == ["a B1"])
        #expect(script.calls == ["B2"])
        #expect(event?.touches(for: script).count == 2)
        #expect(event?.touches(for: view).count == 1)
        script.state = .began
        #expect(scene.log.take() == ["a C1", "script began"], "the cancel is for the delivered one only")
    }

    @Test("T29: fingers on another tracker are another sequence, but exclusive touch and taps look at views")
    func trackers() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 200, 400)
        let other = scene.view("b", 200, 0, 200, 400)
        let second = TouchTracker(window: scene.window)
        scene.down(1, 10, 10)
        scene.frame(0)
        second.down(id: 1, at: Point(x: 300, y: 10))
        let events = second.frame(at: .milliseconds(10))
        scene.send(events)
        #expect(events.first?.allTouches.count == 1)
        #expect(scene.log.take() == ["a B1", "b B1"])
        view.isExclusiveTouch = true
        second.up(id: 1)
        scene.send(second.frame(at: .milliseconds(20)))
        second.down(id: 2, at: Point(x: 300, y: 10))
        scene.send(second.frame(at: .milliseconds(30)))
        #expect(scene.log.take() == ["b E1"])
        _ = other
    }

    @Test("R10, R11: a touch makes no responder first; one that implements some handlers gets some phases")
    func firstResponder() {
        final class Ender: View {
            var ends = 0

            override var canBecomeFirstResponder: Bool { true }

            override func touchesEnded(_ touches: Set<Touch>, with event: Event) { ends += 1 }
        }
        let scene = TouchScene()
        let outer = scene.view("outer", 0, 0, 400, 400)
        let ender = Ender()
        ender.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        outer.addSubview(ender)
        scene.tap(50, 50, at: 0)
        #expect(ender.ends == 1)
        #expect(scene.log.take() == ["outer B1"])
        #expect(scene.window.firstResponder == nil)
    }
}
