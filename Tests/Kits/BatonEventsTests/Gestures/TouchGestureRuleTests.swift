// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Tap, long press and swipe of fingers (rules G12, G31–G34, G40, G41, G50, G51, G90)")
struct TouchGestureRuleTests {
    private func stage() -> (scene: TouchScene, view: View) {
        let scene = TouchScene()
        let view = View()
        view.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        scene.window.addSubview(view)
        return (scene, view)
    }

    private func tap(_ taps: Int, _ fingers: Int = 1) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = fingers
        return tap
    }

    @Test("G40: a tap is recognized at its last release; too far, too long and too many fingers fail at that moment")
    func tapLimits() {
        let (scene, view) = stage()
        let one = scene.add(tap(1), "tap", to: view)
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.move(1, 55, 10)
        scene.frame(10)
        #expect(one.state == .possible)
        scene.up(1)
        scene.frame(749)
        #expect(scene.log.take() == ["tap ended"])
        scene.down(1, 10, 10)
        scene.frame(1000)
        scene.move(1, 55.5, 10)
        scene.frame(1010)
        #expect(one.state == .failed)
        scene.up(1)
        scene.frame(1020)
        scene.down(1, 10, 10)
        scene.frame(2000)
        scene.advance(2749)
        #expect(one.state == .possible)
        scene.advance(2750)
        #expect(one.state == .failed, "on the timer, without an event")
        scene.up(1)
        scene.frame(2800)
        scene.down(1, 10, 10)
        scene.down(2, 50, 10)
        scene.frame(3000)
        #expect(one.state == .failed)
        scene.up(1)
        scene.up(2)
        scene.frame(3010)
        #expect(scene.log.take().isEmpty)
        #expect(one.state == .possible)
    }

    @Test("G40: several taps come within 350 ms and 45 points; the next too late fails on a timer")
    func severalTaps() {
        let (scene, view) = stage()
        let double = scene.add(tap(2), "double", to: view)
        scene.tap(10, 10, at: 0)
        scene.tap(10, 55, at: 399)
        #expect(scene.log.take() == ["double ended"])
        scene.tap(10, 10, at: 1000)
        scene.advance(1399)
        #expect(double.state == .possible)
        scene.advance(1400)
        #expect(double.state == .possible && scene.application.nextDeadline == nil, "failed, and reset")
        scene.tap(10, 10, at: 2000)
        scene.down(1, 10, 56)
        scene.frame(2100)
        #expect(double.state == .failed, "46 points away")
        scene.up(1)
        scene.frame(2150)
        #expect(scene.log.take().isEmpty)
    }

    @Test("G40, G12: with two fingers all are down within 350 ms; its place is the middle of the last tap")
    func twoFingers() {
        let (scene, view) = stage()
        let two = scene.add(tap(1, 2), "two", to: view)
        var place: Point?
        var count = 0
        two.addTarget(scene, action: "place") { _, recognizer in
            place = recognizer.location(in: view)
            count = recognizer.numberOfTouches
            #expect(recognizer.location(ofTouch: 1, in: view) == Point(x: 50, y: 30))
            #expect(recognizer.location(ofTouch: 2, in: view) == nil)
            #expect(recognizer.location(ofTouch: -1, in: view) == nil)
        }
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.down(2, 50, 30)
        scene.frame(349)
        scene.up(1)
        scene.frame(400)
        scene.up(2)
        scene.frame(420)
        #expect(scene.log.take() == ["two ended"])
        #expect(place == Point(x: 30, y: 20))
        #expect(count == 2)
        scene.down(1, 10, 10)
        scene.frame(1000)
        scene.advance(1350)
        #expect(two.state == .failed, "the second finger does not come")
        scene.up(1)
        scene.frame(1400)
        scene.tap(10, 10, at: 2000)
        scene.tap(10, 10, at: 2100)
        #expect(scene.log.take().isEmpty, "one finger after the other")
    }

    @Test("G41: a recognizer for one tap recognizes each tap of a double tap")
    func fewerTaps() {
        let (scene, view) = stage()
        scene.add(tap(1), "one", to: view)
        scene.add(tap(2), "two", to: view)
        scene.tap(10, 10, at: 0)
        scene.tap(10, 10, at: 100)
        #expect(scene.log.take() == ["one ended", "one ended", "two ended"])
    }

    @Test("G31: with a requirement two taps are a double tap only, and one tap acts when the interval has run out")
    func requirement() {
        let (scene, view) = stage()
        let single = scene.add(tap(1), "single", to: view)
        let double = scene.add(tap(2), "double", to: view)
        single.require(toFail: double)
        scene.tap(10, 10, at: 0)
        scene.tap(10, 10, at: 100)
        #expect(scene.log.take() == ["double ended"])
        scene.tap(10, 10, at: 1000)
        scene.advance(1399)
        #expect(scene.log.take().isEmpty)
        #expect(scene.application.nextDeadline == .milliseconds(1400))
        scene.advance(1400)
        #expect(scene.log.take() == ["single ended"])
        let (other, pad) = stage()
        let one = other.add(tap(1), "one", to: pad)
        let two = other.add(tap(2, 2), "two", to: pad)
        #expect(one.canPrevent(two), "with another number of fingers it prevents")
    }

    @Test("G26: a recognizer of another sequence does not make one wait")
    func otherSequence() {
        let (scene, view) = stage()
        let inner = scene.view("inner", 0, 0, 100, 100)
        let one = scene.add(tap(1), "one", to: view)
        let two = scene.add(TouchScript(), "two", to: inner)
        one.require(toFail: two)
        let second = TouchTracker(window: scene.window)
        second.down(id: 1, at: Point(x: 50, y: 50))
        scene.send(second.frame(at: .zero))
        scene.tap(300, 300, at: 10)
        #expect(scene.log.take().contains("one ended"))
    }

    @Test("G32: with no input, no deadline and nothing to wait for, a possible recognizer fails in the same turn")
    func withoutInputs() {
        let (scene, view) = stage()
        let script = scene.add(TouchScript(), "script", to: view)
        let single = scene.add(tap(1), "single", to: view)
        single.require(toFail: script)
        scene.tap(10, 10, at: 0)
        #expect(scene.log.take() == ["single ended"])
        script.onCall = { script, phase, _, event in
            if phase == .ended { script.deadline = event.timestamp + .milliseconds(100) }
        }
        script.onDeadline = { $0.state = .failed }
        scene.tap(10, 10, at: 1000)
        #expect(scene.log.take().isEmpty)
        scene.advance(1150)
        #expect(scene.log.take() == ["single ended"])
    }

    @Test("G33: presses are inputs without a place: travel and separation are 0")
    func presses() {
        let scene = GestureScene()
        let tap = scene.taps(2, "double")
        tap.maximumTapMovement = 0
        tap.maximumTapSeparation = 0
        scene.click(0)
        scene.click(100)
        #expect(scene.log == ["double ended"])
    }

    @Test("G34: a recognizer sees all touches whatever multiple touch says, keys do not matter, and kinds do not mix")
    func kinds() {
        let (scene, view) = stage()
        let script = scene.add(TouchScript(), "script", to: view)
        script.allowedKeys = [.mute]
        scene.down(1, 10, 10)
        scene.down(2, 20, 20)
        scene.frame(0)
        #expect(script.calls == ["B2"])
        let presses = GestureEnvironment()
        let keys = PressTracker()
        if let event = keys.down(.mute, at: .milliseconds(5)) {
            presses.send(event, to: view)
            #expect(event.presses(for: script).isEmpty, "it is busy with touches")
        }
        scene.up(1)
        scene.up(2)
        scene.frame(10)
        if let event = keys.up(.mute, at: .milliseconds(15)) { presses.send(event, to: view) }
        if let event = keys.down(.mute, at: .milliseconds(20)) {
            presses.send(event, to: view)
            #expect(event.presses(for: script).count == 1)
        }
    }

    @Test("G90: a long press begins after 500 ms, changes when a finger moves, and ends when one goes up")
    func longPress() {
        let (scene, view) = stage()
        let hold = scene.add(LongPressGestureRecognizer(), "hold", to: view)
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.move(1, 20, 10)
        scene.frame(100)
        scene.advance(499)
        #expect(hold.state == .possible)
        scene.advance(500)
        #expect(hold.state == .began)
        scene.move(1, 200, 10)
        scene.frame(600)
        scene.up(1)
        scene.frame(700)
        #expect(scene.log.take() == ["hold began", "hold changed", "hold ended"])
        scene.down(1, 10, 10)
        scene.frame(1000)
        scene.move(1, 20.5, 10)
        scene.frame(1100)
        #expect(hold.state == .failed, "10.5 points before it began")
        scene.up(1)
        scene.frame(1700)
        scene.down(1, 10, 10)
        scene.frame(2000)
        scene.advance(2600)
        scene.cancel(2700)
        #expect(scene.log.take() == ["hold began", "hold cancelled"])
    }

    @Test("G90: with two fingers and a tap before, all are held for the whole time, and the first that goes up ends it")
    func longPressOfTwo() {
        let (scene, view) = stage()
        let hold = scene.add(LongPressGestureRecognizer(), "hold", to: view)
        hold.numberOfTouchesRequired = 2
        hold.numberOfTapsRequired = 1
        scene.down(1, 10, 10)
        scene.down(2, 50, 10)
        scene.frame(0)
        scene.up(1)
        scene.up(2)
        scene.frame(50)
        scene.down(1, 10, 10)
        scene.frame(100)
        scene.down(2, 50, 10)
        scene.frame(155)
        scene.advance(654)
        #expect(hold.state == .possible)
        scene.advance(655)
        #expect(hold.state == .began)
        scene.down(3, 90, 10)
        scene.frame(660)
        scene.up(2)
        scene.frame(700)
        #expect(scene.log.take() == ["hold began", "hold ended"])
        scene.up(1)
        scene.up(3)
        scene.frame(710)
    }

    @Test(
        "G50: a swipe is recognized while it moves, at 50 points, and at most 50 sideways on the whole path",
        arguments: [(SwipeDirection.right, 1.0, 0.0), (.left, -1, 0), (.up, 0, -1), (.down, 0, 1)])
    func swipe(_ direction: SwipeDirection, _ dx: Double, _ dy: Double) {
        let (scene, view) = stage()
        for candidate in [SwipeDirection.right, .left, .up, .down] {
            let swipe = scene.add(SwipeGestureRecognizer(), "\(candidate.rawValue)", to: view)
            swipe.direction = candidate
        }
        var place: Point?
        view.gestureRecognizers.forEach { recognizer in
            recognizer.addTarget(scene, action: "place") { _, recognizer in place = recognizer.location(in: nil) }
        }
        scene.down(1, 200, 200)
        scene.frame(0)
        for step in 1...4 {
            scene.move(1, 200 + dx * 12.4 * Double(step), 200 + dy * 12.4 * Double(step))
            scene.frame(step * 10)
        }
        #expect(scene.log.take().isEmpty)
        scene.move(1, 200 + dx * 50, 200 + dy * 50)
        scene.frame(50)
        #expect(scene.log.take() == ["\(direction.rawValue) ended"])
        #expect(place == Point(x: 200, y: 200), "where it began")
        scene.up(1)
        scene.frame(60)
    }

    @Test("G50, T31: sideways, another direction, too slow and a finger up early fail")
    func noSwipe() {
        let (scene, view) = stage()
        let swipe = scene.add(SwipeGestureRecognizer(), "swipe", to: view)
        let paths: [[(Double, Double)]] = [
            [(20, 51), (60, 0)], [(-51, 0), (60, 0)], [(40, 0)], [(50, 50.5)],
        ]
        for (number, path) in paths.enumerated() {
            scene.down(1, 200, 200)
            scene.frame(number * 1000)
            for (step, way) in path.enumerated() {
                scene.move(1, 200 + way.0, 200 + way.1)
                scene.frame(number * 1000 + 10 * (step + 1))
            }
            scene.up(1)
            scene.frame(number * 1000 + 100)
            #expect(scene.log.take().isEmpty, "\(path)")
        }
        scene.down(1, 200, 200)
        scene.frame(9000)
        scene.advance(9500)
        #expect(swipe.state == .failed)
        scene.move(1, 300, 200)
        scene.frame(9501)
        #expect(scene.log.take().isEmpty)
    }

    @Test("G51: with several fingers the mean of each one's way counts, while exactly as many are down")
    func swipeOfThree() {
        let (scene, view) = stage()
        for fingers in 2...3 {
            let swipe = scene.add(SwipeGestureRecognizer(), "\(fingers)", to: view)
            swipe.numberOfTouchesRequired = fingers
            swipe.direction = [.left, .right]
        }
        scene.down(1, 300, 200)
        scene.frame(0)
        scene.move(1, 260, 200)
        scene.frame(50)
        scene.down(2, 300, 250)
        scene.frame(60)
        scene.down(3, 300, 300)
        scene.frame(111)
        scene.move(1, 230, 200)
        scene.move(2, 265, 250)
        scene.move(3, 260, 300)
        scene.frame(120)
        #expect(scene.log.take().isEmpty, "48.3 points")
        scene.move(3, 255, 300)
        scene.frame(130)
        #expect(scene.log.take() == ["3 ended"])
    }
}
