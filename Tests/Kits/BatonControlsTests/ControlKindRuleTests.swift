// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents
import Testing

@MainActor
@Suite("Button, switch, slider, stepper and segments (rules CT13 to CT17)")
struct ControlKindRuleTests {
    private let scene = ControlScene()

    @Test("CT13: a button sends primaryActionTriggered after touchUpInside, and not for code or outside")
    func button() {
        let button = scene.add(Button(), 0, 0, 100, 40)
        scene.tap(50, 20)
        #expect(scene.take() == ["down", "upInside", "primary"])
        scene.down(50, 20, at: 1000)
        scene.move(350, 350, at: 1010)
        scene.up(at: 1020)
        #expect(scene.take() == ["down", "exit", "upOutside"])
        button.sendActions(for: .touchUpInside)
        #expect(scene.take() == ["upInside"])
    }

    @Test("CT14: a button's title is that of its state, else that of the normal state")
    func titles() {
        let button = Button()
        #expect(button.currentTitle == nil)
        button.setTitle("Play", for: .normal)
        button.setTitle("Pause", for: .selected)
        #expect(button.currentTitle == "Play" && button.title(for: .disabled) == "Play")
        button.isSelected = true
        #expect(button.currentTitle == "Pause")
        button.isEnabled = false
        #expect(button.currentTitle == "Play", "of both states there is none")
        button.setTitle(nil, for: .selected)
        #expect(button.title(for: .selected) == "Play")
    }

    @Test("CT13: a tap toggles a switch, and tells it once; code tells nothing")
    func toggling() {
        let toggle = scene.add(Switch(), 100, 100, 51, 31)
        scene.tap(140, 115)
        #expect(toggle.isOn && toggle.knobPosition == 1)
        #expect(scene.take() == ["down", "value", "upInside"])
        scene.tap(110, 115, at: 1000)
        #expect(!toggle.isOn)
        _ = scene.take()
        toggle.isOn = true
        toggle.setOn(false, animated: true)
        #expect(!toggle.isOn && scene.take().isEmpty)
        scene.down(110, 115, at: 2000)
        scene.move(110, 390, at: 2100)
        scene.up(at: 2200)
        #expect(!toggle.isOn, "a touch that ends outside is no tap")
        #expect(scene.take() == ["down", "exit", "upOutside"])
    }

    @Test("CT13: a drag of the knob past the middle sets a switch, and back it does not")
    func dragging() {
        let toggle = scene.add(Switch(), 100, 100, 51, 31)
        scene.down(110, 115)
        scene.move(119, 115)
        #expect(toggle.knobPosition == 9.0 / 20)
        #expect(toggle.knobRect(forBounds: toggle.bounds) == Rect(x: 9, y: 0, width: 31, height: 31))
        scene.move(121, 115)
        #expect(!toggle.isOn)
        scene.up()
        #expect(toggle.isOn)
        #expect(scene.take().filter { $0 == "value" }.count == 1)
        scene.down(140, 115, at: 1000)
        scene.move(120, 115, at: 1010)
        scene.move(139, 115, at: 1020)
        scene.up(at: 1030)
        #expect(toggle.isOn, "there and back is a drag, no tap")
        scene.down(140, 115, at: 2000)
        scene.move(60, 200, at: 2010)
        scene.up(at: 2020)
        #expect(!toggle.isOn, "a drag counts outside too")
        scene.down(140, 115, at: 3000)
        scene.move(120, 115, at: 3010)
        scene.up(at: 3020)
        #expect(toggle.isOn, "off the knob it is a tap")
        _ = scene.take()
        scene.down(140, 115, at: 4000)
        scene.move(100, 115, at: 4010)
        scene.cancel()
        #expect(toggle.isOn && toggle.knobPosition == 1)
        #expect(!scene.take().contains("value"))
    }

    @Test("CT13: a slider's knob follows the touch less the offset at its beginning, clamped")
    func sliding() {
        let slider = scene.add(Slider(), 100, 100, 231, 31)
        scene.tap(200, 115)
        #expect(scene.take().isEmpty, "off the knob nothing begins")
        scene.down(120, 115, at: 1000)
        #expect(slider.value == 0)
        scene.move(170, 300, at: 1010)
        #expect(slider.value == 0.25)
        let knob = slider.thumbRect(
            forBounds: slider.bounds, trackRect: slider.trackRect(forBounds: slider.bounds), value: slider.value)
        #expect(knob == Rect(x: 50, y: 0, width: 31, height: 31))
        scene.move(390, 115, at: 1020)
        #expect(slider.value == 1)
        scene.move(0, 115, at: 1030)
        #expect(slider.value == 0)
        scene.move(220, 115, at: 1040)
        #expect(scene.take().filter { $0 == "value" }.count == 4)
        scene.up(at: 1050)
        #expect(slider.value == 0.5)
        #expect(scene.take() == ["end", "upInside"].filter { $0 != "end" })
    }

    @Test("CT13: a slider that is not continuous tells once at the end, a cancelled one too, and keeps the value")
    func notContinuous() {
        let slider = scene.add(Slider(), 100, 100, 231, 31)
        slider.isContinuous = false
        scene.down(115, 115)
        scene.move(165, 115)
        scene.move(215, 115)
        #expect(scene.take() == ["down", "dragInside", "dragInside"])
        scene.up()
        #expect(scene.take() == ["value", "upInside"])
        #expect(slider.value == 0.5)
        scene.tap(215, 115, at: 1000)
        #expect(scene.take() == ["down", "upInside"], "nothing has changed")
        scene.down(215, 115, at: 2000)
        scene.move(265, 115, at: 2010)
        scene.cancel()
        #expect(scene.take() == ["down", "dragInside", "value", "cancel"])
        #expect(slider.value == 0.75)
        slider.value = 0.1
        #expect(scene.take().isEmpty)
    }

    @Test("CT13: a target that rounds the value keeps it when the finger goes up at the same place")
    func rounding() {
        let slider = scene.add(Slider(), 100, 100, 231, 31)
        slider.addTarget(scene, action: "round", for: .valueChanged) { _, slider in
            slider.value = slider.value.rounded()
        }
        scene.down(115, 115)
        scene.move(255, 115)
        scene.up()
        #expect(slider.value == 1)
        #expect(scene.take().filter { $0 == "value" }.count == 1)
    }

    @Test("CT15: values are between their ends, which stay in order")
    func ranges() {
        let slider = Slider()
        slider.value = 7
        #expect(slider.value == 1)
        slider.minimumValue = 3
        #expect(slider.maximumValue == 3 && slider.value == 3)
        slider.maximumValue = -1
        #expect(slider.minimumValue == -1 && slider.value == -1)
        slider.minimumValue = -Double.greatestFiniteMagnitude
        slider.maximumValue = Double.greatestFiniteMagnitude
        slider.setValue(0, animated: false)
        slider.frame = Rect(x: 0, y: 0, width: 131, height: 31)
        let knob = slider.thumbRect(
            forBounds: slider.bounds, trackRect: slider.trackRect(forBounds: slider.bounds), value: 0)
        #expect(knob.middle == Point(x: 65.5, y: 15.5))
    }

    @Test("CT16: a stepper steps where a touch began and ended, within its range, or around it")
    func stepping() {
        let stepper = scene.add(Stepper(), 100, 100, 94, 32)
        stepper.maximumValue = 2
        for time in [0, 1000, 2000] { scene.tap(180, 115, at: time) }
        #expect(stepper.value == 2)
        #expect(scene.take().filter { $0 == "value" }.count == 2)
        scene.tap(110, 115, at: 3000)
        #expect(stepper.value == 1)
        stepper.value = 0
        scene.tap(110, 115, at: 4000)
        #expect(stepper.value == 0)
        stepper.wraps = true
        scene.tap(110, 115, at: 5000)
        #expect(stepper.value == 2)
        stepper.stepValue = 0.5
        scene.tap(180, 115, at: 6000)
        #expect(stepper.value == 0)
        scene.down(110, 115, at: 7000)
        scene.move(180, 115, at: 7010)
        scene.up(at: 7020)
        #expect(stepper.value == 0, "the other half")
        scene.down(180, 115, at: 8000)
        scene.cancel()
        scene.tap(180, 115, at: 9000)
        #expect(stepper.value == 0.5)
    }

    @Test("CT25: segments come and go, and the selected one stays selected until it goes")
    func segmentsComeAndGo() {
        let segments = SegmentedControl(items: ["a", "b", "c"])
        segments.selectedSegmentIndex = 1
        segments.insertSegment(withTitle: "d", at: 0, animated: true)
        segments.insertSegment(withTitle: "e", at: 9, animated: false)
        segments.insertSegment(withTitle: "f", at: -9, animated: false)
        #expect((0..<7).map { segments.titleForSegment(at: $0) ?? "–" } == ["f", "d", "a", "b", "c", "e", "–"])
        #expect(segments.selectedSegmentIndex == 3)
        segments.removeSegment(at: 6, animated: false)
        segments.removeSegment(at: -1, animated: false)
        segments.removeSegment(at: 4, animated: false)
        segments.removeSegment(at: 0, animated: false)
        #expect(segments.numberOfSegments == 4 && segments.selectedSegmentIndex == 2)
        segments.removeSegment(at: 2, animated: false)
        #expect(segments.selectedSegmentIndex == SegmentedControl.noSegment && segments.numberOfSegments == 3)
        segments.selectedSegmentIndex = 1
        segments.removeAllSegments()
        #expect(segments.numberOfSegments == 0 && segments.selectedSegmentIndex == SegmentedControl.noSegment)
    }

    @Test("CT13, CT16, V17: controls are made with a frame; a switch and a stepper keep their size")
    func frames() {
        let frame = Rect(x: 10, y: 20, width: 200, height: 44)
        #expect(Button(frame: frame).frame == frame && Slider(frame: frame).frame == frame)
        #expect(Switch(frame: frame).frame == Rect(x: 10, y: 20, width: 51, height: 31))
        #expect(Stepper(frame: frame).frame == Rect(x: 10, y: 20, width: 94, height: 32))
        #expect(Switch().bounds.size == Size(width: 51, height: 31))
        #expect(Stepper().bounds.size == Size(width: 94, height: 32))
    }

    @Test("CT17: a touch selects the segment where it ends; a change is told once, a momentary one each time")
    func segments() {
        let segments = scene.add(SegmentedControl(items: ["a", "b", "c"]), 0, 0, 300, 30)
        #expect(segments.selectedSegmentIndex == SegmentedControl.noSegment && segments.numberOfSegments == 3)
        scene.tap(150, 15)
        #expect(segments.selectedSegmentIndex == 1)
        #expect(scene.take() == ["down", "value", "upInside"])
        scene.tap(150, 15, at: 1000)
        #expect(!scene.take().contains("value"))
        scene.down(50, 15, at: 2000)
        scene.move(320, 15, at: 2010)
        scene.up(at: 2020)
        #expect(segments.selectedSegmentIndex == 2, "beside the bounds it is the nearest")
        segments.selectedSegmentIndex = 7
        #expect(segments.selectedSegmentIndex == -1)
        #expect(segments.rectForSegment(at: 1) == Rect(x: 100, y: 0, width: 100, height: 30))
        #expect(segments.rectForSegment(at: 3) == nil)
        segments.setTitle("B", forSegmentAt: 1)
        segments.setTitle("no", forSegmentAt: 9)
        #expect(segments.titleForSegment(at: 1) == "B" && segments.titleForSegment(at: -1) == nil)
        segments.isMomentary = true
        var seen: [Int] = []
        segments.addTarget(scene, action: "seen", for: .valueChanged) { seen.append($1.selectedSegmentIndex) }
        for time in [3000, 4000] { scene.tap(150, 15, at: time) }
        #expect(seen == [1, 1] && segments.selectedSegmentIndex == -1)
    }
}
