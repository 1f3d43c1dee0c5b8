// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents
import Testing

@MainActor
@Suite("Controls below gesture recognizers (rules CT20 to CT24)")
struct ControlGestureRuleTests {
    private let scene = ControlScene()

    /// A view that notes that it was asked.
    private final class Asked: View {
        let name: String
        let scene: ControlScene
        var answer = true

        init(_ name: String, _ scene: ControlScene, in superview: View) {
            self.name = name
            self.scene = scene
            super.init()
            frame = Rect(x: 0, y: 0, width: 100, height: 100)
            superview.addSubview(self)
        }

        override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
            scene.lines.append(name)
            return answer
        }
    }

    private final class Delegate: GestureRecognizerDelegate {
        var answer = true

        func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { answer }
    }

    private func tapping(_ taps: Int = 1, fingers: Int = 1) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = fingers
        return tap
    }

    @Test("CT20: a single tap of a view above is not taken from a button, switch, stepper or segmented control")
    func singleTap() {
        scene.add(tapping(), "tap", to: scene.window)
        let controls: [Control] = [Button(), Switch(), Stepper(), SegmentedControl(items: ["a", "b"])]
        for (index, control) in controls.enumerated() {
            scene.add(control, 100, 100, 100, 50)
            scene.tap(110, 120, at: index * 1000)
            let lines = scene.take()
            #expect(lines.contains("upInside") && !lines.contains("tap ended"), "\(type(of: control))")
            // A disabled one has nothing to lose.
            control.isEnabled = false
            scene.tap(110, 120, at: index * 1000 + 500)
            #expect(scene.take() == ["tap ended"])
            control.removeFromSuperview()
        }
        let plain = scene.add(Control(), 100, 100, 100, 50)
        scene.tap(150, 120, at: 9000)
        #expect(scene.take() == ["down", "cancel", "tap ended"], "any other control loses it")
        _ = plain
    }

    @Test("CT22: two taps and two fingers of a view above are the recognizer's, and the control is cancelled")
    func otherTaps() {
        let button = scene.add(Button(), 100, 100, 100, 50)
        let double = scene.add(tapping(2), "double", to: scene.window)
        scene.tap(150, 120)
        scene.tap(150, 120, at: 150)
        let lines = scene.take()
        #expect(lines.last == "double ended" && lines.contains("cancel") && !lines.contains("upInside"))
        scene.window.removeGestureRecognizer(double)
        scene.add(tapping(1, fingers: 2), "two", to: scene.window)
        button.isMultipleTouchEnabled = true
        scene.down(120, 120, at: 2000)
        scene.down(180, 120, id: 2, at: 2010)
        scene.up(at: 2050)
        scene.up(id: 2, at: 2060)
        #expect(scene.take() == ["down", "down", "cancel", "cancel", "two ended"])
    }

    private func drag(_ from: (Double, Double), _ to: (Double, Double), at time: Int) {
        scene.down(from.0, from.1, at: time)
        for step in 1...8 {
            let part = Double(step) / 8
            scene.move(
                from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part, at: time + step * 10)
        }
        scene.up(at: time + 100)
    }

    @Test("CT21: a pan along the track that began on the knob is the slider's; across and off the knob it is not")
    func panOfSlider() {
        let slider = scene.add(Slider(), 100, 100, 231, 31)
        scene.add(PanGestureRecognizer(), "pan", to: scene.window)
        drag((115, 115), (195, 120), at: 0)
        #expect(slider.value == 0.4)
        #expect(!scene.take().contains { $0.hasPrefix("pan") })
        drag((195, 115), (200, 195), at: 1000)
        #expect(scene.take().contains("pan began"), "across")
        #expect(slider.value < 0.5)
        drag((300, 115), (200, 115), at: 2000)
        let lines = scene.take()
        #expect(lines.contains("pan began") && !lines.contains("down"), "off the knob")
    }

    @Test("CT21: so is a swipe, also while it keeps the touch from the slider until it has failed")
    func swipeOfSlider() {
        let slider = scene.add(Slider(), 100, 100, 231, 31)
        let swipe = scene.add(SwipeGestureRecognizer(), "swipe", to: scene.window)
        drag((115, 115), (195, 115), at: 0)
        #expect(slider.value == 0.4 && !scene.take().contains("swipe ended"))
        swipe.delaysTouchesBegan = true
        slider.value = 0
        drag((115, 115), (195, 115), at: 1000)
        #expect(slider.value == 0.4 && !scene.take().contains("swipe ended"))
        slider.value = 0
        drag((215, 115), (295, 115), at: 2000)
        #expect(scene.take() == ["swipe ended"], "off the knob")
        slider.isEnabled = false
        drag((115, 115), (195, 115), at: 3000)
        #expect(scene.take() == ["swipe ended"], "disabled")
    }

    @Test("CT21: a pan of a switch's knob along it is the switch's; off the knob and across it is not")
    func panOfSwitch() {
        let toggle = scene.add(Switch(), 100, 100, 51, 31)
        scene.add(PanGestureRecognizer(), "pan", to: scene.window)
        drag((110, 115), (135, 115), at: 0)
        #expect(toggle.isOn && !scene.take().contains { $0.hasPrefix("pan") })
        drag((110, 115), (135, 115), at: 1000)
        #expect(toggle.isOn && scene.take().contains("pan began"), "off the knob")
        drag((140, 115), (141, 195), at: 2000)
        #expect(toggle.isOn && scene.take().contains("pan began"), "across")
    }

    @Test("CT22: two fingers along the track are the recognizer's")
    func twoFingers() {
        let slider = scene.add(Slider(), 100, 100, 231, 31)
        let pan = scene.add(PanGestureRecognizer(), "pan", to: scene.window)
        pan.minimumNumberOfTouches = 2
        scene.down(115, 115)
        scene.down(115, 300, id: 2)
        scene.tracker.move(id: 2, to: Point(x: 155, y: 300))
        scene.move(155, 115, at: 20)
        #expect(scene.take().contains("pan began"))
        #expect(!slider.isTracking)
    }

    @Test("CT23: a recognizer of the control itself comes before the control, as on any view")
    func ownRecognizer() {
        let button = scene.add(Button(), 100, 100, 100, 50)
        scene.add(tapping(), "own", to: button)
        scene.tap(150, 120)
        #expect(scene.take() == ["down", "cancel", "own ended"])
        let slider = scene.add(Slider(), 100, 200, 231, 31)
        scene.add(PanGestureRecognizer(), "pan", to: slider)
        drag((115, 215), (195, 215), at: 1000)
        #expect(scene.take().contains("pan began"))
    }

    @Test("CT24: after the delegate, the views from the one that is hit up to the recognizer's are asked")
    func asking() {
        let outside = Asked("outside", scene, in: scene.window)
        let outer = Asked("outer", scene, in: outside)
        let inner = Asked("inner", scene, in: outer)
        let delegate = Delegate()
        let tap = scene.add(tapping(), "tap", to: outer)
        tap.delegate = delegate
        scene.tap(50, 50)
        #expect(scene.take() == ["inner", "outer", "tap ended"])
        inner.answer = false
        scene.tap(50, 50, at: 1000)
        #expect(scene.take() == ["inner"] && tap.state == .possible)
        (inner.answer, outer.answer) = (true, false)
        scene.tap(50, 50, at: 2000)
        #expect(scene.take() == ["inner", "outer"])
        delegate.answer = false
        scene.tap(50, 50, at: 3000)
        #expect(scene.take().isEmpty, "after the delegate's no, no view is asked")
    }

    @Test("CT24: a recognizer of presses asks its own view")
    func presses() {
        final class Refusing: View {
            override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { false }
        }
        let (view, environment, tracker) = (Refusing(), GestureEnvironment(), PressTracker())
        scene.add(tapping(), "click", to: view)
        if let event = tracker.down(.playPause, at: .zero) { environment.send(event, to: view) }
        if let event = tracker.up(.playPause, at: .milliseconds(50)) { environment.send(event, to: view) }
        #expect(scene.take().isEmpty)
    }
}
