// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("The guide's listings of chapter 2, driven by a tracker")
struct MultitouchListingTests {
    private func add<Fixture: View>(_ view: Fixture, to scene: TouchScene) -> Fixture {
        view.frame = Rect(x: 100, y: 100, width: 200, height: 200)
        scene.window.addSubview(view)
        return view
    }

    /// Moves a finger through places, 10 ms apart, and lifts it.
    private func drag(_ scene: TouchScene, _ places: [(Double, Double)], at time: Int) {
        for (step, place) in places.enumerated() {
            if step == 0 { scene.down(1, place.0, place.1) } else { scene.move(1, place.0, place.1) }
            scene.frame(time + step * 10)
        }
        scene.up(1)
        scene.frame(time + places.count * 10)
    }

    // MARK: Listing 2-1 (2013: 3-1)

    private final class FrontView: View {
        var doubleTaps = 0

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            for touch in touches where touch.tapCount >= 2 {
                superview?.bringSubviewToFront(self)
                doubleTaps += 1
            }
        }
    }

    @Test(
        "T13, T14, V9: listing 2-1: a double tap brings the view to the front; nine taps act eight times, a drag never")
    func doubleTap() {
        let scene = TouchScene()
        let view = add(FrontView(), to: scene)
        let other = View()
        other.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        scene.window.addSubview(other)
        // As the recording of nine taps: 90 ms long, 140 ms apart.
        for number in 0..<9 { scene.tap(200 + Double(number % 3) * 9, 200, at: number * 190) }
        #expect(view.doubleTaps == 8)
        #expect(scene.window.subviews.last === view)
        drag(scene, [(200, 200), (260, 200)], at: 5000)
        drag(scene, [(200, 200), (260, 200)], at: 5100)
        #expect(view.doubleTaps == 8)
    }

    // MARK: Listing 2-2

    /// Handles single and double taps by hand, as the listing does.
    private final class TapView: View {
        var singleTap: DelayedWork?
        var acts: [String] = []

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            if touches.contains(where: { $0.tapCount == 2 }) { singleTap?.cancel() }
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            guard let touch = touches.first else { return }
            if touch.tapCount == 1 {
                singleTap = window?.application?.perform(after: .milliseconds(300)) { [unowned self] in
                    act("single", 0.9)
                }
            } else if touch.tapCount == 2 {
                act("double", 1.1)
            }
        }

        override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}

        private func act(_ name: String, _ factor: Double) {
            acts.append(name)
            var frame = frame
            frame.size.width *= factor
            frame.size.height *= factor
            self.frame = frame
        }
    }

    @Test(
        "T32, V1, W3: listing 2-2: the single action after 0.3 s, the double one at once, never both; of three taps one double"
    )
    func singleAndDouble() {
        let scene = TouchScene()
        let view = add(TapView(), to: scene)
        scene.tap(200, 200, at: 0)
        scene.application.advance(to: .milliseconds(349))
        #expect(view.acts.isEmpty)
        scene.application.advance(to: .milliseconds(350))
        #expect(view.acts == ["single"])
        #expect(view.frame.size == Size(width: 180, height: 180))
        for start in [1000, 1100, 1200] { scene.tap(150, 150, at: start) }
        scene.application.advance(to: .seconds(5))
        #expect(view.acts == ["single", "double"])
        #expect((view.frame.size.width - 198).magnitude < 1e-9)
    }

    // MARK: Listings 2-3 and 3-2 of 2013

    private final class SwipeView: View {
        let tracksEachMove: Bool
        var start = Point.zero
        var swipes: [String] = []

        init(tracksEachMove: Bool) { self.tracksEachMove = tracksEachMove }

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            start = touches.first?.location(in: self) ?? .zero
        }

        override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
            if tracksEachMove { test(touches) }
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            if !tracksEachMove { test(touches) }
        }

        private func test(_ touches: Set<Touch>) {
            guard let place = touches.first?.location(in: self), (place.x - start.x).magnitude >= 12,
                (place.y - start.y).magnitude <= 4
            else { return }
            swipes.append(start.x < place.x ? "right" : "left")
        }
    }

    @Test("T30, T31: listings 2-3 and 3-2: 12 and 4 count; tested at the end, a swipe is one, on every move several")
    func swipe() {
        for (dx, dy, isSwipe) in [(12.0, 4.0, true), (-12, -4, true), (11.9, 4, false), (12, 4.1, false)] {
            let scene = TouchScene()
            let view = add(SwipeView(tracksEachMove: false), to: scene)
            drag(scene, [(200, 200), (200 + dx, 200 + dy)], at: 0)
            #expect(view.swipes == (isSwipe ? [dx > 0 ? "right" : "left"] : []), "\(dx) \(dy)")
        }
        let path = [(200.0, 200.0), (215, 200), (230, 200), (201, 200)]
        for tracksEachMove in [true, false] {
            let scene = TouchScene()
            let view = add(SwipeView(tracksEachMove: tracksEachMove), to: scene)
            drag(scene, path, at: 0)
            #expect(view.swipes == (tracksEachMove ? ["right", "right"] : []), "out and back")
        }
    }

    // MARK: Listing 2-4 (2013: 3-3)

    private final class DragView: View {
        override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
            guard let touch = touches.first else { return }
            let (here, before) = (touch.location(in: self), touch.previousLocation(in: self))
            frame.origin = Point(x: frame.origin.x + here.x - before.x, y: frame.origin.y + here.y - before.y)
        }
    }

    @Test("T35, T6, V5: listing 2-4: the view follows the finger; turned by 90 degrees it goes at right angles to it")
    func follow() {
        let scene = TouchScene()
        let view = add(DragView(), to: scene)
        drag(scene, [(200, 200), (210.5, 200.25), (230, 190)], at: 0)
        #expect(view.frame == Rect(x: 130, y: 90, width: 200, height: 200))
        view.transform = AffineTransform(rotation: .pi / 2)
        drag(scene, [(200, 200), (220, 200)], at: 1000)
        #expect(view.frame.origin.isNear(Point(x: 130, y: 70)), "\(view.frame)")
    }

    // MARK: Listings 2-5 and 2-6 (2013: 3-4 and 3-5)

    private final class PairView: View {
        private var beginnings: [Touch: Point] = [:]
        var similarity: AffineTransform?

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            for touch in touches { beginnings[touch] = touch.location(in: superview) }
        }

        override func touchesMoved(_ touches: Set<Touch>, with event: Event) {}

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            let pair = event.touches(for: self).sorted()
            guard pair.count == 2, let one = beginnings[pair[0]], let two = beginnings[pair[1]] else { return }
            let (here, there) = (pair[0].location(in: superview), pair[1].location(in: superview))
            let (old, new) = (
                Point(x: two.x - one.x, y: two.y - one.y), Point(x: there.x - here.x, y: there.y - here.y)
            )
            let square = old.x * old.x + old.y * old.y
            let (a, b) = ((old.x * new.x + old.y * new.y) / square, (old.x * new.y - old.y * new.x) / square)
            similarity = AffineTransform(a: a, b: b, c: -b, d: a, tx: 0, ty: 0)
            for touch in touches { beginnings[touch] = nil }
        }
    }

    @Test("T34, T2, V15: listings 2-5 and 2-6: two touches kept by their beginnings give a similarity")
    func pair() {
        let scene = TouchScene()
        let view = add(PairView(), to: scene)
        view.isMultipleTouchEnabled = true
        scene.down(1, 150, 200)
        scene.down(2, 250, 200)
        scene.frame(0)
        scene.move(1, 200, 150)
        scene.move(2, 200, 290)
        scene.frame(10)
        scene.up(1)
        scene.up(2)
        scene.frame(20)
        let moved = view.similarity?.apply(to: Point(x: 1, y: 0))
        #expect(moved?.isNear(Point(x: 0, y: 1.4)) == true)
    }

    // MARK: Listing 3-6 of 2013 (2-7)

    private final class PlacardView: View {
        var rest = Point.zero
        var text = 0

        override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
            if let touch = touches.first { center = touch.location(in: superview) }
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            // The animation back must not be disturbed: no touch until it is over.
            isUserInteractionEnabled = false
            center = rest
        }

        override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { center = rest }
    }

    private final class BoardView: View {
        let placard = PlacardView()

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            guard let touch = touches.first else { return }
            if touch.view !== placard, touch.tapCount == 2 { placard.text += 1 }
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {}
    }

    @Test(
        "V5, V11, T18, T21: listing 3-6: a placard moves when it is touched, springs back at the end and when cancelled"
    )
    func placard() {
        let scene = TouchScene()
        let board = add(BoardView(), to: scene)
        let placard = board.placard
        placard.frame = Rect(x: 80, y: 80, width: 40, height: 40)
        placard.rest = placard.center
        board.addSubview(placard)
        scene.down(1, 200, 200)
        scene.frame(0)
        scene.move(1, 250, 220)
        scene.frame(10)
        #expect(placard.center == Point(x: 150, y: 120))
        scene.up(1)
        scene.frame(20)
        #expect(placard.center == placard.rest && !placard.isUserInteractionEnabled)
        placard.isUserInteractionEnabled = true
        scene.down(1, 200, 200)
        scene.frame(1000)
        scene.move(1, 250, 220)
        scene.frame(1010)
        scene.cancel(1020)
        #expect(placard.center == placard.rest && placard.isUserInteractionEnabled)
        scene.tap(120, 120, at: 2000)
        scene.tap(120, 120, at: 2100)
        #expect(placard.text == 1, "a double tap outside")
    }

    // MARK: Listing 2-9

    private final class FinderView: View {
        var found: View?

        override func hitTest(_ point: Point, with event: Event?) -> View? {
            super.hitTest(point, with: event) == nil ? nil : self
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            guard let touch = touches.first else { return }
            found = super.hitTest(touch.location(in: self), with: event)
        }
    }

    @Test("V7: listing 2-9, with views: a hit test inside touchesEnded finds the subview")
    func finder() {
        let scene = TouchScene()
        let view = add(FinderView(), to: scene)
        let part = View()
        part.frame = Rect(x: 50, y: 50, width: 40, height: 40)
        part.transform = AffineTransform(scaleX: 2, y: 2)
        view.addSubview(part)
        scene.tap(135, 135, at: 0)
        #expect(view.found === part)
        scene.tap(295, 295, at: 1000)
        #expect(view.found === view)
    }

    // MARK: Listings 2-10 and 2-11 (2013: 3-8)

    private final class LastWindow: Window {
        override func hitTest(_ point: Point, with event: Event?) -> View? {
            let hit = super.hitTest(point, with: event)
            return hit === self ? subviews.last : hit
        }
    }

    @Test("T33: listing 2-10: the window gives its last subview where it would give itself")
    func lastSubview() {
        let scene = TouchScene(window: LastWindow())
        let view = scene.view("last", 0, 0, 10, 10)
        scene.tap(300, 300, at: 0)
        #expect(scene.log.take() == ["last B1", "last E1"])
        _ = view
    }

    private final class HelperWindow: Window {
        let helper = Helper()

        override func sendEvent(_ event: Event) {
            var phases: [InputPhase: Set<Touch>] = [:]
            for touch in event.allTouches { phases[touch.phase, default: []].insert(touch) }
            if let began = phases[.began] { helper.touchesBegan(began, with: event) }
            if let moved = phases[.moved] { helper.touchesMoved(moved, with: event) }
            if let ended = phases[.ended] { helper.touchesEnded(ended, with: event) }
            super.sendEvent(event)
        }
    }

    private final class Helper: Responder {
        var lines: [String] = []

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) { lines.append("B\(touches.count)") }
        override func touchesMoved(_ touches: Set<Touch>, with event: Event) { lines.append("M\(touches.count)") }
        override func touchesEnded(_ touches: Set<Touch>, with event: Event) { lines.append("E\(touches.count)") }
    }

    @Test(
        "T9, T24, E7, E11: listing 2-11: a helper gets the touches by phase, before super; the view's counts are unchanged"
    )
    func helper() {
        let window = HelperWindow()
        let scene = TouchScene(window: window)
        let view = scene.view("a", 0, 0, 400, 400)
        view.isMultipleTouchEnabled = true
        scene.down(1, 10, 10)
        scene.down(2, 20, 20)
        scene.frame(0)
        scene.up(1)
        scene.move(2, 30, 30)
        scene.down(3, 40, 40)
        scene.frame(10)
        #expect(window.helper.lines == ["B2", "B1", "M1", "E1"])
        #expect(scene.log.take() == ["a B2", "a B1", "a M1", "a E1"])
    }
}
