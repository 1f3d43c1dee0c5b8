// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@Suite("The memory of touches")
@MainActor
struct TouchLifetimeTests {
    /// Notes the touches that a view is told of, without keeping them.
    private final class Witness {
        weak var touch: Touch?
        var count = 0

        func see(_ touches: Set<Touch>) {
            count += 1
            touch = touches.first
        }
    }

    private func watch(_ view: TouchView) -> Witness {
        let witness = Witness()
        view.onMessage = { _, touches, _ in witness.see(touches) }
        return witness
    }

    private func forgetEvents(_ view: TouchView) { view.events = [] }

    @Test(
        "W10, T2: nothing keeps a touch that is over, however it ended",
        arguments: ["up", "cancel", "gesture", "leave"])
    func overTouch(_ end: String) {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        for recognizer in [TapGestureRecognizer(), PanGestureRecognizer(), PinchGestureRecognizer()] {
            recognizer.cancelsTouchesInView = end == "gesture"
            view.addGestureRecognizer(recognizer)
        }
        let witness = watch(view)
        scene.down(1, 10, 10)
        scene.frame(0)
        scene.move(1, 12, 10)
        scene.frame(10)
        #expect(witness.touch != nil)
        if end == "leave" { view.removeFromSuperview() }
        if end == "cancel" { scene.cancel(20) } else { scene.up(1) }
        scene.frame(20)
        scene.advance(5000)
        forgetEvents(view)
        #expect(witness.touch == nil, "after \(witness.count) messages the touch is still there")
    }

    @Test("W10, D10: nothing keeps a touch whose end was held back, nor one that was dropped")
    func heldTouch() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        let double = TapGestureRecognizer()
        double.numberOfTapsRequired = 2
        view.addGestureRecognizer(double)
        let witness = watch(view)
        scene.tap(10, 10, at: 0)
        scene.down(2, 30, 10)
        scene.frame(100)
        scene.down(3, 60, 10)
        scene.frame(110)
        scene.up(2)
        scene.up(3)
        scene.frame(120)
        scene.advance(5000)
        forgetEvents(view)
        #expect(witness.count > 0 && witness.touch == nil)
    }

    @Test("W10, V12: an application that lets its window go while fingers are down leaves no touch behind")
    func goneApplication() {
        weak var touch: Touch?
        do {
            let scene = TouchScene()
            let view = scene.view("a", 0, 0, 400, 400)
            scene.add(TapGestureRecognizer(), "tap", to: view)
            scene.down(1, 10, 10)
            touch = scene.frame(0)?.allTouches.first
            view.events = []
            #expect(touch != nil)
            scene.application.removeWindow(scene.window)
            view.events = []
        }
        #expect(touch == nil)
    }
}
