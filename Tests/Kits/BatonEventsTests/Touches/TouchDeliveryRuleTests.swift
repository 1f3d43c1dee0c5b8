// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Touches to views (rules T8–T10, T17–T24, R4, R5, E9)")
struct TouchDeliveryRuleTests {
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

    @Test("T17: a third finger is dropped while the dropped second one is still down; with all up the next counts")
    func thirdFinger() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 200, 400)
        _ = scene.view("b", 200, 0, 200, 400)
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.down(2, 20, 10)
        scene.down(9, 300, 10)
        scene.frame(10)
        scene.up(1)
        scene.frame(20)
        #expect(scene.log.take() == ["a B1", "b B1", "a E1"])
        scene.down(3, 30, 10)
        let event = scene.frame(30)
        #expect(scene.log.take().isEmpty, "the sequence of the view goes on with its second finger")
        #expect(event?.allTouches.count == 3 && event?.touches(for: view).isEmpty == true)
        scene.up(2)
        scene.frame(40)
        scene.down(4, 40, 10)
        scene.frame(50)
        #expect(scene.log.take().isEmpty, "and with its third")
        scene.up(3)
        scene.up(4)
        scene.down(5, 50, 10)
        scene.frame(60)
        #expect(scene.log.take() == ["a B1"], "all are up, also in the same event; a finger elsewhere changes nothing")
        scene.down(6, 60, 10)
        scene.frame(70)
        scene.up(5)
        scene.frame(80)
        view.isMultipleTouchEnabled = true
        scene.down(7, 70, 10)
        scene.frame(90)
        #expect(scene.log.take() == ["a E1", "a B1"])
    }

    @Test("T17, V12: a finger that the view's sequence waits for may be cancelled, and the view may leave")
    func droppedFingerGoes() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 200, 400)
        scene.down(1, 10, 10)
        scene.down(2, 20, 10)
        scene.frame(0)
        scene.up(1)
        scene.tracker.cancel(id: 2)
        scene.frame(10)
        scene.tap(10, 10, at: 20, id: 3)
        #expect(scene.log.take() == ["a B1", "a E1", "a B1", "a E1"])
        scene.down(4, 10, 10)
        scene.down(5, 20, 10)
        scene.frame(100)
        scene.up(4)
        scene.frame(110)
        view.removeFromSuperview()
        _ = scene.view("b", 0, 0, 200, 400)
        scene.tap(10, 10, at: 120, id: 6)
        #expect(scene.log.take() == ["a B1", "a E1", "b B1", "b E1"])
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
}
