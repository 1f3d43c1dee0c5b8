// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("The guide's listings of chapter 3, driven by a tracker")
struct GestureListingTests {
    private func view(in scene: TouchScene) -> View {
        let view = View()
        view.frame = Rect(x: 100, y: 100, width: 200, height: 200)
        scene.window.addSubview(view)
        return view
    }

    @Test("T28, G6, G13: listing 3-1: a pinch works on a view with one touch at a time; one recognizer has two targets")
    func defaultView() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        let pinch = scene.add(PinchGestureRecognizer(), "pinch", to: view)
        let double = TapGestureRecognizer()
        double.numberOfTapsRequired = 2
        scene.add(double, "double", to: view)
        scene.add(PanGestureRecognizer(), "pan", to: view).minimumNumberOfTouches = 3
        pinch.addTarget(scene, action: "second") { scene in scene.log.lines.append("second") }
        #expect(view.gestureRecognizers.count == 3)
        scene.down(1, 100, 100)
        scene.down(2, 200, 200)
        scene.frame(0)
        scene.move(2, 300, 300)
        scene.frame(10)
        #expect(scene.log.take() == ["a B1", "a C1", "pinch began", "second"])
        scene.up(1)
        scene.up(2)
        scene.frame(20)
        #expect(scene.log.take() == ["pinch ended", "second"])
    }

    /// The recognizers of listing 3-2, and what they do with their view.
    private func addHandlers(to view: View) {
        var start = AffineTransform.identity
        var frame = Rect.zero
        let (pinch, pan, double) = (PinchGestureRecognizer(), PanGestureRecognizer(), TapGestureRecognizer())
        double.numberOfTapsRequired = 2
        pan.maximumNumberOfTouches = 1
        for recognizer in [pinch, pan, double] as [GestureRecognizer] { view.addGestureRecognizer(recognizer) }
        pinch.addTarget(view, action: "pinch") { view, _ in
            if pinch.state == .began { start = view.transform }
            view.transform = start.scaled(byX: pinch.scale, y: pinch.scale)
        }
        pan.addTarget(view, action: "pan") { view, _ in
            if pan.state == .began { frame = view.frame }
            let way = pan.translation(in: view.superview)
            view.frame = Rect(origin: Point(x: frame.origin.x + way.x, y: frame.origin.y + way.y), size: frame.size)
        }
        double.addTarget(view, action: "center") { view, _ in view.center = Point(x: 200, y: 200) }
    }

    @Test(
        "G96, V3, G12, G60: listing 3-2: a pinch scales from its beginning, a pan adds to a kept frame, a double tap centers"
    )
    func handlers() {
        let scene = TouchScene()
        let view = view(in: scene)
        addHandlers(to: view)
        scene.down(1, 180, 200)
        scene.down(2, 220, 200)
        scene.frame(0)
        scene.move(2, 230, 200)
        scene.frame(10)
        scene.move(2, 280, 200)
        scene.frame(20)
        scene.up(1)
        scene.up(2)
        scene.frame(30)
        #expect(view.frame.isNear(Rect(x: 0, y: 0, width: 400, height: 400)))
        scene.down(1, 200, 200)
        scene.frame(1000)
        scene.move(1, 211, 200)
        scene.frame(1010)
        scene.move(1, 221.5, 204)
        scene.frame(1020)
        scene.up(1)
        scene.frame(1030)
        #expect(view.frame.isNear(Rect(x: 10.5, y: 4, width: 400, height: 400)))
        scene.tap(200, 200, at: 2000)
        scene.tap(200, 200, at: 2100)
        #expect(view.center == Point(x: 200, y: 200))
    }

    // MARK: Listings 3-3 and 3-4

    /// The guide's checkmark as printed. The strict one wants the whole way up, and one finger.
    private final class CheckmarkGestureRecognizer: GestureRecognizer {
        let isStrict: Bool
        private(set) var midPoint = Point.zero
        private var strokeUp = false
        private var fingers = 0

        init(isStrict: Bool) { self.isStrict = isStrict }

        override func reset() {
            super.reset()
            midPoint = .zero
            strokeUp = false
            fingers = 0
        }

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            super.touchesBegan(touches, with: event)
            fingers += touches.count
            if touches.count != 1 || (isStrict && fingers != 1) { state = .failed }
        }

        override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
            super.touchesMoved(touches, with: event)
            guard state != .failed, let touch = touches.first else { return }
            let (now, before) = (touch.location(in: view), touch.previousLocation(in: view))
            let isDown = now.x >= before.x && now.y >= before.y
            let isUp = now.x >= before.x && now.y <= before.y
            if !strokeUp {
                if isDown { midPoint = now } else if isUp { strokeUp = true } else { state = .failed }
            } else if isStrict, !isUp {
                state = .failed
            }
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            super.touchesEnded(touches, with: event)
            if state == .possible { state = strokeUp ? .recognized : .failed }
        }

        override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
            super.touchesCancelled(touches, with: event)
            state = .failed
        }
    }

    private func check(_ path: [(Double, Double)], isStrict: Bool, second: Bool = false) -> Point? {
        let scene = TouchScene()
        let view = view(in: scene)
        let checkmark = CheckmarkGestureRecognizer(isStrict: isStrict)
        view.addGestureRecognizer(checkmark)
        var midPoint: Point?
        checkmark.addTarget(scene, action: "check") { _, recognizer in
            midPoint = (recognizer as? CheckmarkGestureRecognizer)?.midPoint
        }
        for (step, place) in path.enumerated() {
            if step == 0 { scene.down(1, place.0, place.1) } else { scene.move(1, place.0, place.1) }
            if step == 1, second { scene.down(2, 150, 150) }
            scene.frame(step * 10)
        }
        scene.up(1)
        scene.up(2)
        scene.frame(1000)
        return midPoint
    }

    @Test("G95, G8: listings 3-3 and 3-4: the checkmark, as printed and strict; its target still reads the middle")
    func checkmark() {
        let good = [(150.0, 150.0), (160, 170), (170, 200), (190, 170), (220, 120)]
        let falls = [(150.0, 150.0), (160, 170), (170, 200), (190, 170), (180, 260)]
        for isStrict in [true, false] {
            #expect(check(good, isStrict: isStrict) == Point(x: 70, y: 100))
            #expect(check([(150, 150), (160, 170), (170, 200)], isStrict: isStrict) == nil, "no stroke up")
            #expect(check([(150, 150), (140, 170)], isStrict: isStrict) == nil, "to the left")
        }
        #expect(check(falls, isStrict: false) != nil, "after the first step up nothing is checked")
        #expect(check(falls, isStrict: true) == nil)
        #expect(check(good, isStrict: false, second: true) != nil, "a second finger that comes later is not noticed")
        #expect(check(good, isStrict: true, second: true) == nil)
    }

    // MARK: Excerpts of 2013

    @Test("G22: the delegate refuses the touches of a subview; the subview gets them")
    func shouldReceive() {
        final class Delegate: GestureRecognizerDelegate {
            weak var refused: View?
            var questions = 0

            func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
                questions += 1
                return touch.view !== refused
            }
        }
        let scene = TouchScene()
        let outer = scene.view("outer", 0, 0, 400, 400)
        let button = scene.view("button", 0, 0, 100, 100, in: outer)
        let tap = scene.add(TapGestureRecognizer(), "tap", to: outer)
        let delegate = Delegate()
        delegate.refused = button
        tap.delegate = delegate
        scene.tap(50, 50, at: 0)
        #expect(scene.log.take() == ["button B1", "button E1"])
        scene.tap(200, 200, at: 1000)
        #expect(scene.log.take() == ["outer B1", "outer C1", "tap ended"])
        #expect(delegate.questions == 2)
    }

    @Test("G20, G24, G28: recognizers of superviews see the touch; those of two views that share it exclude each other")
    func betweenViews() {
        let scene = TouchScene()
        let outer = scene.view("outer", 0, 0, 400, 400)
        let inner = scene.view("inner", 0, 0, 100, 100, in: outer)
        let low = scene.add(PanGestureRecognizer(), "low", to: outer)
        let high = scene.add(PanGestureRecognizer(), "high", to: inner)
        scene.down(1, 50, 50)
        let touch = scene.frame(0)?.allTouches.first
        #expect(touch?.gestureRecognizers.elementsEqual([high, low], by: ===) == true, "the hit view's first")
        scene.move(1, 90, 50)
        scene.frame(10)
        #expect(high.state == .began && low.state == .failed)
        #expect(scene.log.take() == ["inner B1", "inner C1", "high began"])
    }

    @Test("M1, M2, V1: listings 4-1 and 4-2: the first responder gets the shake's end, and turns the views back")
    func shake() {
        final class Table: View {
            override var canBecomeFirstResponder: Bool { true }

            override func motionEnded(_ motion: EventSubtype, with event: Event) {
                guard motion == .motionShake else { return }
                for view in subviews { view.transform = .identity }
            }
        }
        let scene = TouchScene()
        let table = Table()
        scene.window.addSubview(table)
        let card = View()
        card.transform = AffineTransform(rotation: 1)
        table.addSubview(card)
        table.becomeFirstResponder()
        scene.send([Event(motion: .shake, phase: .began, timestamp: .zero)])
        #expect(card.transform != .identity)
        scene.send([Event(motion: .shake, phase: .ended, timestamp: .milliseconds(500))])
        #expect(card.transform == .identity)
    }
}
