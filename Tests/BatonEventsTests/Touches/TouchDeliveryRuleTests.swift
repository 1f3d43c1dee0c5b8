// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Touches to views (rules T8–T10, T17–T24, T28, T29, T33, V11–V13, E6, E9, E11)")
struct TouchDeliveryRuleTests {
    private final class WatchingWindow: Window {
        var isSilent = false
        var phases: [String] = []
        var onSend: ((Event) -> Void)?

        override func sendEvent(_ event: Event) {
            phases.append(event.touches(for: self).sorted().map { "\($0.phase.rawValue)" }.joined())
            onSend?(event)
            if !isSilent { super.sendEvent(event) }
        }
    }

    private final class WatchingApplication: Application {
        var isSilent = false
        var sent = 0

        override func sendEvent(_ event: Event) {
            sent += 1
            if !isSilent { super.sendEvent(event) }
        }
    }

    @Test("T8, T9, T10: one message for each phase and view, in the order of phases; views by their first touch")
    func messages() {
        let scene = TouchScene()
        let one = scene.view("one", 0, 0, 200, 400)
        let two = scene.view("two", 200, 0, 200, 400)
        one.isMultipleTouchEnabled = true
        two.isMultipleTouchEnabled = true
        for id in UInt64(1)...3 { scene.down(id, 10 * Double(id), 10) }
        scene.down(4, 300, 10)
        scene.frame(0)
        #expect(scene.log.take() == ["one B3", "two B1"])
        scene.up(1)
        scene.move(2, 25, 25)
        scene.move(3, 35, 25)
        scene.down(5, 50, 50)
        scene.down(6, 310, 50)
        scene.frame(10)
        #expect(scene.log.take() == ["one B1", "one M2", "one E1", "two B1"])
        scene.up(4)
        scene.up(6)
        scene.tracker.cancel(id: 2)
        scene.frame(20)
        #expect(scene.log.take() == ["one C1", "two E2"])
        scene.frame(30)
        #expect(scene.log.take().isEmpty)
    }

    @Test("T17: without multiple touch a view has one touch at a time; with it all are delivered")
    func multipleTouch() {
        let scene = TouchScene()
        let one = scene.view("a", 0, 0, 200, 400)
        let two = scene.view("b", 200, 0, 200, 400)
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.tap(300, 10, at: 10, id: 2)
        scene.tap(300, 10, at: 100, id: 3)
        #expect(scene.log.take() == ["a B1", "b B1", "b E1", "b B1", "b E1"], "a finger that rests elsewhere")
        scene.down(4, 300, 10)
        scene.down(5, 310, 10)
        let event = scene.frame(200)
        #expect(event?.allTouches.count == 3)
        #expect(event?.touches(for: two).count == 1)
        scene.up(4)
        scene.frame(210)
        scene.move(5, 320, 10)
        scene.frame(220)
        scene.up(5)
        scene.frame(230)
        #expect(scene.log.take() == ["b B1", "b E1"], "the second finger is dropped for its whole life")
        one.isMultipleTouchEnabled = true
        scene.down(6, 10, 20)
        scene.frame(240)
        #expect(scene.log.take() == ["a B1"])
    }

    @Test("T18, V11: interaction turned off cancels touches under way, but not one that is just ending")
    func interaction() {
        let scene = TouchScene()
        let outer = scene.view("outer", 0, 0, 200, 400)
        let inner = scene.view("inner", 0, 0, 100, 100, in: outer)
        let tail = scene.view("tail", 200, 0, 200, 400)
        scene.down(1, 50, 50)
        scene.down(2, 300, 50)
        scene.frame(0)
        outer.isUserInteractionEnabled = false
        scene.move(1, 60, 60)
        scene.frame(10)
        scene.up(1)
        scene.frame(20)
        #expect(scene.log.take() == ["inner B1", "tail B1", "inner C1"])
        scene.down(3, 50, 50)
        scene.frame(30)
        #expect(scene.log.take().isEmpty)
        tail.onMessage = { phase, _, _ in if phase == .ended { tail.isUserInteractionEnabled = false } }
        scene.up(2)
        scene.frame(40)
        #expect(scene.log.take() == ["tail E1"])
        _ = inner
    }

    @Test("T19: an exclusive view tracks alone in its window; dropped touches stay dropped; other windows go on")
    func exclusive() {
        let scene = TouchScene()
        let a = scene.view("A", 0, 0, 100, 100)
        _ = scene.view("B", 100, 0, 100, 100)
        _ = scene.view("C", 200, 0, 100, 100)
        a.isExclusiveTouch = true
        scene.down(1, 50, 50)
        scene.frame(0)
        scene.down(2, 150, 50)
        scene.frame(10)
        scene.up(1)
        scene.frame(20)
        scene.move(2, 160, 50)
        scene.frame(30)
        #expect(scene.log.take() == ["A B1", "A E1"], "(ii), and the dropped one stays dropped")
        scene.down(3, 250, 50)
        scene.frame(40)
        scene.down(4, 110, 50)
        scene.frame(50)
        scene.down(5, 50, 50)
        scene.frame(60)
        #expect(scene.log.take() == ["C B1", "B B1"], "(iii), then (i)")
        let other = Window()
        other.frame = Rect(x: 400, y: 0, width: 100, height: 100)
        scene.application.addWindow(other)
        let far = TouchView("far", scene.log, Rect(x: 0, y: 0, width: 100, height: 100))
        other.addSubview(far)
        far.isExclusiveTouch = true
        scene.down(6, 450, 50)
        scene.frame(70)
        #expect(scene.log.take() == ["far B1"], "(iv)")
    }

    @Test(
        "T20: ignored, nothing is delivered; touches under way are cancelled; those that begin stay silent; calls nest")
    func ignoring() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        let tap = scene.add(TapGestureRecognizer(), "tap", to: scene.window)
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.application.beginIgnoringInteractionEvents()
        scene.application.beginIgnoringInteractionEvents()
        #expect(scene.application.isIgnoringInteractionEvents)
        #expect(tap.state == .possible)
        scene.down(2, 50, 50)
        scene.frame(10)
        scene.application.endIgnoringInteractionEvents()
        #expect(scene.application.isIgnoringInteractionEvents)
        scene.application.endIgnoringInteractionEvents()
        scene.application.endIgnoringInteractionEvents()
        #expect(!scene.application.isIgnoringInteractionEvents)
        scene.up(1)
        scene.up(2)
        scene.frame(20)
        #expect(scene.log.take() == ["a B1", "a C1"])
        scene.tap(10, 10, at: 1000)
        #expect(scene.log.take() == ["a B1", "a C1", "tap ended"])
        let other = Event(motion: .shake, phase: .began, timestamp: .zero)
        scene.application.beginIgnoringInteractionEvents()
        scene.application.postEvent(other)
        scene.application.processEvents()
        #expect(scene.application.droppedEventCounts[.motion] == 1, "other events still pass")
    }

    @Test("T20: begun in a handler, nothing more of the event is delivered, and what was delivered is cancelled")
    func ignoringInHandler() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        view.onMessage = { phase, _, _ in
            if phase == .began { scene.application.beginIgnoringInteractionEvents() }
        }
        scene.down(3, 10, 10)
        scene.down(4, 20, 20)
        scene.frame(2000)
        scene.application.endIgnoringInteractionEvents()
        scene.up(3)
        scene.up(4)
        scene.frame(2010)
        #expect(scene.log.take() == ["a B2", "a C2"])
    }

    @Test("T21, T22: cancelled by the system, every touch ends as cancelled once, and nothing of it arrives later")
    func systemCancel() {
        let scene = TouchScene()
        let one = scene.view("a", 0, 0, 200, 400)
        _ = scene.view("b", 200, 0, 200, 400)
        one.isMultipleTouchEnabled = true
        let recognizer = scene.add(TouchScript(), "script", to: scene.window)
        scene.down(1, 10, 10)
        scene.down(2, 20, 20)
        scene.down(3, 300, 10)
        scene.frame(0)
        scene.cancel(10)
        #expect(recognizer.calls == ["B3", "C3"])
        #expect(recognizer.state == .possible, "failed, and reset")
        scene.move(1, 50, 50)
        scene.up(1)
        scene.up(2)
        scene.up(3)
        scene.frame(20)
        scene.cancel(30)
        #expect(scene.log.take() == ["a B2", "b B1", "a C2", "b C1"])
    }

    @Test("T23, R4: a view whose hitTest returns itself gets its subviews' touches; unhandled messages climb")
    func climbing() {
        final class Panel: View {
            override func hitTest(_ point: Point, with event: Event?) -> View? {
                super.hitTest(point, with: event) == nil ? nil : self
            }
        }
        let scene = TouchScene()
        let outer = scene.view("outer", 0, 0, 200, 400)
        let plain = View()
        plain.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        outer.addSubview(plain)
        scene.tap(50, 50, at: 0)
        #expect(scene.log.take() == ["outer B1", "outer E1"])
        #expect(scene.application.droppedEventCounts[.touches] == nil)
        outer.passesOn = true
        scene.tap(50, 50, at: 1000)
        #expect(scene.application.droppedEventCounts[.touches] == 2)
        let panel = Panel()
        panel.frame = Rect(x: 200, y: 0, width: 200, height: 200)
        scene.window.addSubview(panel)
        let button = scene.view("button", 0, 0, 100, 100, in: panel)
        var view: View?
        scene.down(1, 250, 50)
        view = scene.frame(2000)?.allTouches.first?.view
        #expect(view === panel)
        #expect(scene.log.take().filter { $0.hasPrefix("button") }.isEmpty)
        _ = button
    }

    @Test("T24, R5: forwarded by hand, touches keep their view, and no responder gets a message twice")
    func forwarding() {
        let scene = TouchScene()
        let outer = scene.view("outer", 0, 0, 400, 400)
        let middle = scene.view("middle", 0, 0, 400, 400, in: outer)
        let inner = scene.view("inner", 0, 0, 100, 100, in: middle)
        let friend = scene.view("friend", 0, 0, 100, 100, in: outer)
        outer.sendSubviewToBack(friend)
        friend.passesOn = true
        inner.passesOn = true
        middle.passesOn = true
        var count = 0
        inner.onMessage = { phase, touches, event in
            if phase == .began { friend.touchesBegan(touches, with: event) }
            count = event.touches(for: inner).count
            #expect(event.touches(for: friend).isEmpty)
        }
        outer.onMessage = { _, touches, _ in #expect(touches.first?.view === inner) }
        scene.down(1, 50, 50)
        scene.frame(0)
        #expect(count == 1)
        #expect(scene.log.take() == ["inner B1", "friend B1", "outer B1"])
        scene.up(1)
        scene.frame(10)
        #expect(scene.log.take() == ["inner E1", "middle E1", "outer E1"])
    }

    @Test("T24: forwarded by a window before super, a responder above the view is not called again")
    func forwardedFirst() {
        let window = WatchingWindow()
        let scene = TouchScene(window: window)
        let outer = scene.view("outer", 0, 0, 400, 400)
        let inner = scene.view("inner", 0, 0, 100, 100, in: outer)
        let friend = scene.view("friend", 0, 0, 10, 10, in: outer)
        outer.passesOn = true
        inner.passesOn = true
        friend.passesOn = true
        window.onSend = { event in friend.touchesBegan(event.allTouches, with: event) }
        scene.down(1, 50, 50)
        scene.frame(0)
        #expect(scene.log.take() == ["friend B1", "outer B1", "inner B1"])
    }

    @Test("R5, E9: passed on late, past those that have left; dropped and counted once, when the last walk has ended")
    func lateWalks() {
        let scene = TouchScene()
        let one = scene.view("one", 0, 0, 200, 400)
        let inner = scene.view("inner", 0, 0, 100, 100, in: one)
        let two = scene.view("two", 200, 0, 200, 400)
        one.passesOn = true
        two.passesOn = true
        var late: (() -> Void)?
        inner.onMessage = { _, touches, event in late = { one.superview?.touchesBegan(touches, with: event) } }
        scene.down(1, 50, 50)
        scene.down(2, 300, 50)
        let event = scene.frame(0)
        #expect(scene.log.take() == ["inner B1", "two B1"])
        #expect(scene.application.droppedEventCounts[.touches] == nil, "inner took its message")
        var unhandled = 0
        event?.onUnhandled = { unhandled += 1 }
        late?()
        #expect(scene.application.droppedEventCounts[.touches] == 1)
        late?()
        #expect(scene.application.droppedEventCounts[.touches] == 1)
        #expect(unhandled == 1)
    }

    @Test("E6, V13: a touch goes to the frontmost window that it hits, and its events to each window with a touch")
    func windows() {
        let back = WatchingWindow()
        let front = WatchingWindow()
        let scene = TouchScene(window: back)
        front.frame = Rect(x: 100, y: 0, width: 100, height: 100)
        scene.application.addWindow(front)
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
        script.isContinuousScript = true
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

/// A recognizer that notes its calls as "B1", and does what a test sets.
@MainActor
final class TouchScript: GestureRecognizer {
    var isContinuousScript = false
    var calls: [String] = []
    var onCall: ((TouchScript, InputPhase, Set<Touch>, Event) -> Void)?
    var onDeadline: ((TouchScript) -> Void)?
    var refused: [GestureState] = []

    override var isContinuous: Bool { isContinuousScript }

    override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
        calls.append("B\(touches.count)")
        onCall?(self, .began, touches, event)
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        calls.append("M\(touches.count)")
        onCall?(self, .moved, touches, event)
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        super.touchesEnded(touches, with: event)
        calls.append("E\(touches.count)")
        onCall?(self, .ended, touches, event)
    }

    override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        super.touchesCancelled(touches, with: event)
        calls.append("C\(touches.count)")
        onCall?(self, .cancelled, touches, event)
    }

    override func deadlineReached(at timestamp: Duration) {
        super.deadlineReached(at: timestamp)
        onDeadline?(self)
    }

    override func didRefuse(_ next: GestureState) { refused.append(next) }
}
