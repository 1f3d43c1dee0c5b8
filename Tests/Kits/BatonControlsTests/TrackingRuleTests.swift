// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents
import Testing

@MainActor
@Suite("Tracking of controls (rules CT1 to CT9)")
struct TrackingRuleTests {
    private let scene = ControlScene()

    private func control() -> ScriptedControl { scene.add(ScriptedControl(scene), 100, 100, 100, 50) }

    @Test("CT1: events are bits with UIKit's values")
    func events() {
        let bits: [(ControlEvents, UInt)] = [
            (.touchDown, 0), (.touchDownRepeat, 1), (.touchDragInside, 2), (.touchDragOutside, 3),
            (.touchDragEnter, 4), (.touchDragExit, 5), (.touchUpInside, 6), (.touchUpOutside, 7), (.touchCancel, 8),
            (.valueChanged, 12), (.primaryActionTriggered, 13), (.editingDidBegin, 16), (.editingChanged, 17),
            (.editingDidEnd, 18), (.editingDidEndOnExit, 19),
        ]
        for (event, bit) in bits { #expect(event.rawValue == 1 << bit) }
        #expect(ControlEvents.allTouchEvents.rawValue == 0xFFF)
        #expect(ControlEvents.allEditingEvents.rawValue == 0xF0000)
        #expect(ControlEvents.applicationReserved.rawValue == 0x0F00_0000)
        #expect(ControlEvents.systemReserved.rawValue == 0xF000_0000)
        #expect(ControlEvents.allEvents.rawValue == 0xFFFF_FFFF)
    }

    @Test("CT2: the state is a set of bits, set by the properties without an event")
    func states() {
        let control = control()
        #expect(control.state == .normal && Control.State.normal.rawValue == 0)
        control.isHighlighted = true
        #expect(control.state.rawValue == 1)
        control.isEnabled = false
        #expect(control.state.rawValue == 3)
        control.isSelected = true
        #expect(control.state == [.highlighted, .disabled, .selected] && control.state.rawValue == 7)
        #expect(Control.State.focused.rawValue == 8)
        #expect(scene.take().isEmpty)
    }

    @Test("CT3, CT5: a tap begins, sends touchDown, ends, and sends touchUpInside")
    func tap() {
        let control = control()
        var seen: [Bool] = []
        control.onCall = { control, call in
            if call == "end" { seen = [control.isTracking, control.isTouchInside] }
        }
        scene.down(150, 120)
        #expect(scene.take() == ["begin", "down"])
        #expect(control.isTracking && control.isTouchInside && control.isHighlighted)
        scene.up(at: 50)
        #expect(scene.take() == ["end", "upInside"])
        #expect(seen == [true, true])
        #expect(!control.isTracking && !control.isTouchInside && !control.isHighlighted)
    }

    @Test("CT3: the second tap sends touchDownRepeat after touchDown")
    func repetition() {
        _ = control()
        scene.tap(150, 120)
        _ = scene.take()
        scene.down(150, 120, at: 200)
        #expect(scene.take() == ["begin", "down", "repeat"])
    }

    @Test("CT3: where beginTracking says no, nothing is sent or called any more")
    func refusal() {
        let control = control()
        control.begins = false
        scene.down(150, 120)
        scene.move(160, 120)
        scene.up()
        #expect(scene.take() == ["begin"])
        #expect(!control.isTracking && !control.isHighlighted)
        control.begins = true
        scene.tap(150, 120, at: 1000)
        #expect(scene.take() == ["begin", "down", "end", "upInside"])
    }

    @Test("CT4: a move says whether it is inside, or has crossed the edge; highlighted follows")
    func moves() {
        let control = control()
        scene.down(150, 120)
        _ = scene.take()
        scene.move(160, 120)
        #expect(scene.take() == ["dragInside", "continue"])
        scene.move(350, 120)
        #expect(scene.take() == ["exit", "continue"])
        #expect(!control.isHighlighted && control.isTracking && !control.isTouchInside)
        scene.move(351, 120)
        #expect(scene.take() == ["dragOutside", "continue"])
        scene.move(150, 120)
        #expect(scene.take() == ["enter", "continue"])
        #expect(control.isHighlighted)
        scene.move(350, 120)
        _ = scene.take()
        scene.up()
        #expect(scene.take() == ["end", "upOutside"])
    }

    @Test("CT4: where continueTracking says no, tracking ends without a touchUp")
    func noContinuation() {
        let control = control()
        scene.down(150, 120)
        control.continues = false
        _ = scene.take()
        scene.move(160, 120)
        #expect(scene.take() == ["dragInside", "continue", "end"])
        #expect(!control.isTracking && !control.isHighlighted)
        scene.move(170, 120)
        scene.up()
        #expect(scene.take().isEmpty)
    }

    @Test("CT6: the system, a removal, hiding, disabling and interaction turned off cancel, once, and no touchUp comes")
    func cancellation() {
        let ways: [(String, (ScriptedControl) -> Void)] = [
            ("cancelled", { [scene] _ in scene.cancel() }), ("cancelled", { $0.removeFromSuperview() }),
            ("cancelled by code", { $0.isHidden = true }), ("cancelled by code", { $0.isEnabled = false }),
            ("cancelled", { $0.isUserInteractionEnabled = false }),
            ("cancelled", { $0.window.map { $0.application?.removeWindow($0) } }),
        ]
        for (call, way) in ways {
            scene.application.addWindow(scene.window)
            let control = control()
            scene.down(150, 120)
            _ = scene.take()
            way(control)
            #expect(scene.take() == [call, "cancel"])
            #expect(!control.isTracking && !control.isHighlighted && !control.isTouchInside)
            way(control)
            scene.move(151, 120)
            scene.up()
            #expect(scene.take().isEmpty)
            control.removeFromSuperview()
        }
    }

    @Test("CT6: a control that is disabled while it begins hears of the end, and sends nothing")
    func disabledAtItsBeginning() {
        let control = control()
        control.onCall = { control, call in if call == "begin" { control.isEnabled = false } }
        scene.tap(150, 120)
        #expect(scene.take() == ["begin", "cancelled"])
        control.begins = false
        control.isEnabled = true
        scene.tap(150, 120, at: 1000)
        #expect(scene.take() == ["begin"])
    }

    @Test("CT6: a touch that is cancelled while another one of its message begins does not begin")
    func cancelledBeforeItsBeginning() {
        let control = control()
        control.isMultipleTouchEnabled = true
        control.onCall = { control, call in if call == "begin" { control.isUserInteractionEnabled = false } }
        scene.tracker.down(id: 2, at: Point(x: 110, y: 120))
        scene.down(150, 120)
        #expect(scene.take() == ["begin", "cancelled"])
        #expect(!control.isTracking && !control.isHighlighted)
        scene.up(id: 2)
        scene.up()
        #expect(scene.take().isEmpty)
    }

    @Test("CT6: a control that is disabled at its end has ended")
    func disabledAtItsEnd() {
        let control = control()
        control.onCall = { control, call in if call == "end" { control.isEnabled = false } }
        scene.tap(150, 120)
        #expect(scene.take() == ["begin", "down", "end", "upInside"])
    }

    @Test("CT7: a tracked touch is inside up to 70 points beside the bounds, or what the margin says")
    func margin() {
        let control = control()
        scene.down(199, 120)
        scene.move(269, 120)
        #expect(control.isTouchInside)
        scene.move(270, 120)
        #expect(!control.isTouchInside)
        control.trackingMargin = 5
        scene.move(204, 120)
        #expect(control.isTouchInside)
        scene.move(205, 120)
        #expect(!control.isTouchInside)
        scene.move(94, 120)
        #expect(!control.isTouchInside)
        control.trackingMargin = -60
        scene.move(150, 120)
        #expect(control.isTouchInside, "a shape that contains it is enough")
        scene.up()
        _ = scene.take()
        scene.tap(201, 120, at: 2000)
        #expect(scene.take().isEmpty, "outside the bounds none begins")
    }

    @Test("CT8: one touch is tracked; others do not climb, and are not waited for")
    func oneTouch() {
        final class Above: View {
            var messages = 0

            override func touchesBegan(_ touches: Set<Touch>, with event: Event) { messages += 1 }
            override func touchesEnded(_ touches: Set<Touch>, with event: Event) { messages += 1 }
        }
        let above = Above()
        above.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        scene.window.addSubview(above)
        let control = control()
        above.addSubview(control)
        // Of the control's own subview, so that the control gets a second touch.
        let label = View()
        label.frame = Rect(x: 0, y: 0, width: 50, height: 50)
        control.addSubview(label)
        scene.down(150, 120)
        scene.down(110, 120, id: 2)
        scene.up(id: 2)
        #expect(scene.take() == ["begin", "down"])
        scene.up()
        #expect(scene.take() == ["end", "upInside"])
        #expect(above.messages == 0)
    }

    @Test("CT8: with multiple touch each is tracked, with an end of its own")
    func twoTouches() {
        let control = control()
        control.isMultipleTouchEnabled = true
        scene.down(150, 120)
        scene.down(110, 120, id: 2)
        #expect(scene.take() == ["begin", "down", "begin", "down"])
        scene.move(390, 390)
        #expect(scene.take() == ["exit", "continue"])
        #expect(control.isTouchInside && control.isHighlighted, "the other one is")
        scene.up()
        #expect(scene.take() == ["end", "upOutside"])
        #expect(control.isTracking)
        control.isEnabled = false
        #expect(scene.take() == ["cancelled by code", "cancel"])
        #expect(!control.isTracking)
    }

    @Test("CT9: a disabled control keeps its touches; without interaction they go to what is behind it")
    func disabled() {
        let behind = scene.add(ScriptedControl(scene), 100, 100, 100, 50)
        let control = control()
        control.isEnabled = false
        scene.tap(150, 120)
        #expect(scene.take().isEmpty)
        #expect(scene.application.droppedEventCounts.isEmpty)
        control.isUserInteractionEnabled = false
        scene.tap(150, 120, at: 1000)
        #expect(scene.take() == ["begin", "down", "end", "upInside"])
        _ = behind
    }
}
