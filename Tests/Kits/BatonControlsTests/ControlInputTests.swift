// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents
import Testing

@MainActor
@Suite("Bad input of controls (rules CT6, CT13, CT18, CT19)")
struct ControlInputTests {
    private let scene = ControlScene()

    private func makeControls() -> [Control] {
        let segments: [Control] = [SegmentedControl(items: []), SegmentedControl(items: ["a"])]
        return [Control(), Button(), Switch(), Slider(), Stepper()] + segments
    }

    @Test("CT18: a control of size zero gets no touch; one that becomes so keeps its touch, and its values are numbers")
    func sizeZero() {
        for control in makeControls() {
            scene.add(control, 100, 100, 0, 0)
            scene.tap(100, 100)
            #expect(scene.take().isEmpty)
            control.frame = Rect(x: 100, y: 100, width: 51, height: 31)
            scene.down(110, 115, at: 1000)
            let begun = scene.take().filter { $0 == "down" }.count
            control.bounds = .zero
            scene.move(150, 130, at: 1010)
            scene.up(at: 1020)
            #expect(scene.take().filter { $0 == "upInside" }.count == begun)
            if let slider = control as? Slider { #expect(slider.value == 0) }
            if let toggle = control as? Switch { #expect(toggle.knobPosition == 0 || toggle.knobPosition == 1) }
            control.removeFromSuperview()
        }
    }

    @Test("CT18: in a control that is transformed to nothing, itself or with a superview, a touch is outside")
    func transformedToNothing() {
        for control in makeControls() {
            let box = View()
            box.frame = Rect(x: 0, y: 0, width: 400, height: 400)
            scene.window.addSubview(box)
            scene.add(control, 100, 100, 51, 31)
            box.addSubview(control)
            for (time, view) in [(0, control), (1000, box)] {
                scene.down(110, 115, at: time)
                let begun = scene.take().filter { $0 == "down" }.count
                view.transform = AffineTransform(scaleX: 0, y: 0)
                scene.move(111, 115, at: time + 10)
                scene.up(at: time + 20)
                #expect(scene.take().filter { $0 == "upOutside" }.count == begun, "\(type(of: control))")
                view.transform = .identity
            }
            box.removeFromSuperview()
        }
    }

    @Test("CT18: a margin that is infinite is possible for no control; a negative one has no area of its own")
    func margins() {
        let control = scene.add(Control(), 100, 100, 50, 50)
        control.trackingMargin = -1000
        scene.down(120, 120)
        scene.move(125, 125)
        #expect(control.isTouchInside)
        scene.move(151, 120)
        #expect(!control.isTouchInside)
    }

    @Test("CT19: a control that is removed, hidden, disabled or released by any of its actions sends one end")
    func leavingInCallbacks() {
        let ways: [@MainActor (Control) -> Void] = [
            { $0.removeFromSuperview() }, { $0.isHidden = true }, { $0.isEnabled = false },
            { $0.isUserInteractionEnabled = false },
            { $0.window?.application.map { $0.removeWindow($0.windows[0]) } },
            { $0.removeTarget(nil, action: nil, for: .allEvents) },
        ]
        let events: [ControlEvents] = [
            .touchDown, .touchDragInside, .touchDragExit, .touchDragOutside, .touchDragEnter, .touchUpInside,
            .touchUpOutside, .touchCancel, .valueChanged, .primaryActionTriggered,
        ]
        for way in ways {
            for event in events {
                for index in makeControls().indices { play(index, event, way) }
            }
        }
    }

    /// Drags a control that changes itself when it sends an event, and expects nothing to be left.
    private func play(_ index: Int, _ event: ControlEvents, _ way: @escaping @MainActor (Control) -> Void) {
        let scene = ControlScene()
        weak var watched: Control?
        do {
            let control = scene.add(makeControls()[index], 100, 100, 51, 31)
            watched = control
            control.addTarget(scene, action: "way", for: event) { _, control in way(control) }
        }
        scene.down(110, 115)
        scene.move(112, 115)
        scene.move(390, 390)
        scene.move(391, 390)
        scene.move(112, 116)
        scene.up()
        scene.down(110, 115, at: 2000)
        scene.cancel()
        let ends = scene.lines.filter { ["upInside", "upOutside", "cancel"].contains($0) }.count
        let begins = scene.lines.filter { $0 == "down" }.count
        // One that removes its targets says nothing more.
        if watched?.allTargets.isEmpty == false { #expect(ends == begins) }
        #expect(watched?.isTracking != true)
        watched?.removeFromSuperview()
        #expect(watched == nil, "nothing keeps it")
    }

    @Test("CT19: a view controller that is released by an action, and a target that is, end nothing else")
    func releasedController() {
        final class Owner {
            var controller: ViewController?
        }
        let owner = Owner()
        weak var watched: ViewController?
        let button = Button()
        do {
            let controller = ViewController(view: View())
            controller.view.frame = Rect(x: 0, y: 0, width: 200, height: 200)
            watched = controller
            owner.controller = controller
            scene.window.addSubview(controller.view)
            scene.add(button, 10, 10, 100, 40)
            controller.view.addSubview(button)
            button.addTarget(controller, action: "close", for: .touchUpInside) { controller in
                controller.view.removeFromSuperview()
                owner.controller = nil
            }
        }
        scene.tap(50, 20)
        #expect(watched == nil)
        #expect(scene.take() == ["down", "upInside", "primary"])
        #expect(button.allTargets.count == 1)
    }

    @Test("CT20, CT24: ten thousand recognizers above a button take nothing from it")
    func manyRecognizers() {
        scene.add(Button(), 100, 100, 100, 50)
        for number in 0..<10_000 {
            let tap = TapGestureRecognizer()
            tap.delaysTouchesEnded = number % 2 == 0
            scene.window.addGestureRecognizer(tap)
        }
        scene.tap(150, 120)
        #expect(scene.take() == ["down", "upInside", "primary"])
        scene.tap(350, 350, at: 1000)
        #expect(scene.take().isEmpty)
    }
}
