// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Recognizers of an app's own, as the guide and Apple's reference write them (rules G2, G3, G5, G26)")
struct CustomStateTests {
    /// Follows one finger. It says nowhere what kind of recognizer it is, and sets the state without looking at it.
    private final class FollowGestureRecognizer: GestureRecognizer {
        var threshold = 0.0
        private var start = Point.zero

        override func reset() {
            super.reset()
            start = .zero
        }

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            super.touchesBegan(touches, with: event)
            start = location(in: view)
            if threshold == 0 { state = .began }
        }

        override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
            super.touchesMoved(touches, with: event)
            if state != .possible || threshold == 0 {
                state = .changed
            } else if start.distance(to: location(in: view)) >= threshold {
                state = .began
            }
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            super.touchesEnded(touches, with: event)
            state = .ended
        }

        override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
            super.touchesCancelled(touches, with: event)
            state = .cancelled
        }
    }

    private let scene = TouchScene()
    private let recognizer = FollowGestureRecognizer()

    init() {
        _ = scene.view("a", 0, 0, 400, 400)
        scene.add(recognizer, "it", to: scene.window)
    }

    private func drag(_ start: Int = 0) {
        scene.down(1, 10, 10)
        scene.frame(start)
        for step in 1...2 {
            scene.move(1, 10 + Double(step) * 20, 10)
            scene.frame(start + step * 10)
        }
        scene.up(1)
        scene.frame(start + 30)
    }

    @Test("G3, G5: began, changed and ended need no declaration; each is an action")
    func continuous() {
        drag()
        #expect(scene.log.take() == ["it began", "it changed", "it changed", "it ended"])
        #expect(recognizer.state == .possible)
        scene.down(1, 10, 10)
        scene.frame(100)
        scene.cancel(110)
        #expect(scene.log.take() == ["it began", "it cancelled"])
    }

    @Test("G2, G3: ended without a beginning is a recognition, of any recognizer")
    func endedAtOnce() {
        recognizer.threshold = 15
        drag()
        #expect(scene.log.take() == ["a B1", "a C1", "it began", "it changed", "it ended"])
        scene.tap(10, 10, at: 100)
        #expect(scene.log.take() == ["a B1", "a C1", "it ended"])
        #expect(recognizer.state == .possible)
    }

    @Test("G3: cancelled without a beginning is a failure: there is no action, and the view is told of no gesture")
    func cancelledAtOnce() {
        recognizer.threshold = 15
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.cancel(10)
        #expect(scene.log.take() == ["a B1", "a C1"])
        #expect(recognizer.state == .possible)
        drag(100)
        #expect(scene.log.take() == ["a B1", "a C1", "it began", "it changed", "it ended"])
    }

    @Test("G26: while it waits for another one to fail, changes change nothing; then it begins where it is")
    func waiting() {
        let other = scene.add(TouchScript(), "other", to: scene.window)
        recognizer.require(toFail: other)
        other.onCall = { script, phase, _, event in
            if phase == .moved, event.timestamp >= .milliseconds(20) { script.state = .failed }
        }
        drag()
        #expect(scene.log.take() == ["a B1", "a M1", "a C1", "it began", "it ended"])
        other.onCall = { script, phase, _, _ in if phase == .ended { script.deadline = .milliseconds(500) } }
        other.onDeadline = { $0.state = .failed }
        drag(100)
        #expect(scene.log.take() == ["a B1", "a M1", "a M1"], "it wants to begin, and has ended meanwhile")
        scene.advance(500)
        #expect(scene.log.take() == ["a C1", "it began", "it ended"])
        #expect(recognizer.state == .possible)
        other.onCall = { script, phase, _, _ in if phase == .ended { script.state = .recognized } }
        drag(1000)
        #expect(scene.log.take() == ["a B1", "a M1", "a M1", "a C1", "other ended"])
        #expect(recognizer.state == .possible)
    }

    @Test("G26: ended while it waits, with a finger still down, it begins and ends when it may")
    func endedWhileWaiting() {
        let other = scene.add(TouchScript(), "other", to: scene.window)
        recognizer.require(toFail: other)
        scene.down(1, 10, 10)
        scene.down(2, 50, 10)
        scene.frame(0)
        scene.up(1)
        scene.frame(10)
        _ = scene.log.take()
        other.state = .failed
        #expect(scene.log.take().suffix(2) == ["it began", "it ended"])
        scene.up(2)
        scene.frame(30)
        #expect(scene.log.take().isEmpty && recognizer.state == .possible)
    }
}
