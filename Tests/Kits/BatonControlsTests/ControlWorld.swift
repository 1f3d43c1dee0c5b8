// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents
import BatonTestSupport

/// Controls among views and recognizers, and fingers on them, that do what a seed says, and the promises that hold whatever
/// they do: controls are disabled, hidden, moved and removed while they track.
@MainActor
final class ControlWorld {
    /// What happened, so that a world in which nothing does is seen.
    struct Totals {
        var ends = 0
        var cancels = 0
        var changes = 0

        mutating func add(_ other: Totals) {
            ends += other.ends
            cancels += other.cancels
            changes += other.changes
        }
    }

    /// What a control has told so far.
    struct Told {
        /// Touches that were begun and not ended, and so for the events.
        var tracking = 0
        var down = 0
    }

    /// A control that checks how it is told of tracking, and sometimes meddles.
    final class Witness: Control {
        let world: ControlWorld
        let number: Int

        init(_ world: ControlWorld, _ number: Int) {
            self.world = world
            self.number = number
        }

        override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
            if !isEnabled || isHidden { world.fault("CT9: \(number) begins, disabled or hidden") }
            if world.chance(20) { world.meddle() }
            let begins = !world.chance(8)
            if begins { world.told[number].tracking += 1 }
            return begins
        }

        override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
            if world.told[number].tracking < 1 { world.fault("CT4: \(number) goes on without a beginning") }
            if world.chance(20) { world.meddle() }
            return !world.chance(12)
        }

        override func endTracking(_ touch: Touch?, with event: Event?) { end() }

        override func cancelTracking(with event: Event?) { end() }

        private func end() {
            world.told[number].tracking -= 1
            if world.told[number].tracking < 0 { world.fault("CT6: \(number) ends twice") }
            if world.chance(20) { world.meddle() }
        }
    }

    let seed: UInt64
    private(set) var totals = Totals()
    fileprivate var told: [Told] = []
    private var faults: [String] = []
    private var random: SeededRandom
    private let application = Application()
    private let window = Window()
    private let tracker: TouchTracker
    private var views: [View] = []
    private var controls: [Control] = []
    private var recognizers: [GestureRecognizer] = []
    private var clock = 0
    private var depth = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        window.frame = Rect(x: 0, y: 0, width: 200, height: 200)
        application.addWindow(window)
        tracker = TouchTracker(window: window)
        views = [window]
        for _ in 0..<number(3) { addView(View()) }
        for _ in 0..<(1 + number(6)) { addControl() }
        for _ in 0..<number(5) { addRecognizer() }
    }

    // MARK: Choices

    fileprivate func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    fileprivate func chance(_ one: Int) -> Bool { number(one) == 0 }

    private func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

    fileprivate func fault(_ text: String) { faults.append(text) }

    // MARK: Making

    private func addView(_ view: View) {
        view.frame = Rect(
            x: Double(number(100)), y: Double(number(100)), width: Double(number(150)), height: Double(number(150)))
        if chance(6) { view.transform = AffineTransform(rotation: Double(number(6))) }
        view.isMultipleTouchEnabled = chance(3)
        view.isExclusiveTouch = chance(8)
        pick(views.filter { !($0 is Control) })?.addSubview(view)
        views.append(view)
    }

    private func makeControl() -> Control {
        switch number(8) {
        case 0: return Button()
        case 1: return Switch()
        case 2:
            let slider = Slider()
            slider.isContinuous = chance(2)
            return slider
        case 3: return Stepper()
        case 4: return SegmentedControl(items: Array(repeating: "s", count: number(4)))
        default: return Witness(self, told.count)
        }
    }

    private func addControl() {
        let control = makeControl()
        let index = told.count
        told.append(Told())
        addView(control)
        if chance(4) { control.trackingMargin = Double(number(200)) - 50 }
        controls.append(control)
        // Its touches climb to the control, which so gets several at a time.
        if chance(3) {
            let label = View()
            label.frame = Rect(x: 0, y: 0, width: 60, height: 60)
            control.addSubview(label)
        }
        watch(control, index)
    }

    private func watch(_ control: Control, _ index: Int) {
        control.addTarget(self, action: "down", for: .touchDown) { $0.note(index, 1) }
        control.addTarget(self, action: "end", for: [.touchUpInside, .touchUpOutside]) { world in
            world.totals.ends += 1
            world.note(index, -1)
        }
        control.addTarget(self, action: "cancel", for: .touchCancel) { world in
            world.totals.cancels += 1
            world.note(index, -1)
        }
        control.addTarget(
            self, action: "drag", for: [.touchDragInside, .touchDragOutside, .touchDragEnter, .touchDragExit]
        ) { $0.note(index, 0) }
        control.addTarget(self, action: "value", for: .valueChanged) { world, control in
            world.totals.changes += 1
            if let slider = control as? Slider, !(0...1).contains(slider.value) { world.fault("CT15: \(slider.value)") }
            if world.chance(10) { world.meddle() }
        }
    }

    private func note(_ index: Int, _ change: Int) {
        // A control that stops by itself sends no end: then the next beginning is one more.
        if change == 0, told[index].down < 1 { fault("CT4: \(index) is dragged and not down") }
        told[index].down += change
        if told[index].down < 0 { fault("CT6: \(index) sends two ends") }
        if chance(12) { meddle() }
    }

    private func addRecognizer() {
        let recognizer: GestureRecognizer
        switch number(5) {
        case 0:
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = 1 + number(2)
            recognizer = tap
        case 1: recognizer = LongPressGestureRecognizer()
        case 2: recognizer = SwipeGestureRecognizer()
        case 3: recognizer = PinchGestureRecognizer()
        default: recognizer = PanGestureRecognizer()
        }
        recognizer.cancelsTouchesInView = !chance(3)
        recognizer.delaysTouchesBegan = chance(3)
        recognizer.delaysTouchesEnded = !chance(3)
        recognizer.addTarget(self, action: "act") { world in if world.chance(12) { world.meddle() } }
        pick(views)?.addGestureRecognizer(recognizer)
        recognizers.append(recognizer)
    }

    // MARK: Meddling

    /// Does something that an action may do.
    fileprivate func meddle() {
        guard depth < 4 else { return }
        depth += 1
        defer { depth -= 1 }
        switch number(12) {
        case 0: pick(controls)?.removeFromSuperview()
        case 1, 2: if let control = pick(controls) { control.isEnabled.toggle() }
        case 3, 4: if let control = pick(controls) { control.isHidden.toggle() }
        case 5: pick(views)?.isUserInteractionEnabled.toggle()
        case 6: moveView()
        case 7: if let recognizer = pick(recognizers) { recognizer.isEnabled.toggle() }
        case 8: pick(controls)?.bounds = .zero
        case 9: pick(controls)?.transform = AffineTransform(scaleX: Double(number(2)), y: 1)
        case 10: pick(controls)?.sendActions(for: .valueChanged)
        default: finger()
        }
    }

    private func moveView() {
        guard let view = pick(views), let other = pick(views), !(view is Window), !(other is Control) else { return }
        let above = sequence(first: other, next: \.superview)
        if !above.contains(where: { $0 === view }) { other.addSubview(view) }
    }

    // MARK: Fingers

    private func finger() {
        for _ in 0..<(1 + number(3)) {
            let id = UInt64(number(3))
            let point = Point(x: Double(number(200)), y: Double(number(200)))
            switch number(9) {
            case 0...2: tracker.down(id: id, at: point)
            case 3...5: tracker.move(id: id, to: point)
            case 6, 7: tracker.up(id: id)
            default: tracker.cancel(id: id)
            }
        }
        clock += [0, 8, 8, 100, 400].randomElement(using: &random) ?? 0
        let isCancel = chance(40)
        for event in isCancel ? tracker.cancel(at: now) : tracker.frame(at: now) { application.postEvent(event) }
        application.processEvents()
    }

    private var now: Duration { .milliseconds(clock) }

    /// Plays a number of steps, ends everything, and returns what broke.
    func play(_ steps: Int) -> [String] {
        for _ in 0..<steps where faults.isEmpty {
            switch number(8) {
            case 0: meddle()
            case 1:
                clock += number(800)
                application.advance(to: now)
            default: finger()
            }
            application.processEvents()
            check()
        }
        end()
        return faults.map { "seed \(seed): \($0)" }
    }

    /// What holds between two events, when no handler runs.
    private func check() {
        for (control, told) in zip(controls, told) {
            if control.isTracking, !control.isEnabled || control.isHidden || control.window == nil {
                fault("CT6: \(type(of: control)) tracks, disabled, hidden or outside")
            }
            if control is Witness, control.isTracking != (told.tracking > 0) {
                fault("CT6: tracking is \(control.isTracking), but told of \(told.tracking)")
            }
            if !(control is Witness), control.isTracking != (told.down > 0) {
                fault("CT6: \(type(of: control)) tracks: \(control.isTracking), but sent \(told.down)")
            }
            if !control.isTracking, control.isHighlighted { fault("CT5: highlighted without a touch") }
        }
    }

    private func end() {
        // No action meddles any more.
        depth = .max
        for event in tracker.cancel(at: now) { application.postEvent(event) }
        application.processEvents()
        for _ in 0..<8 {
            clock += 2000
            application.advance(to: now)
        }
        for (control, told) in zip(controls, told) {
            if control.isTracking || control.isTouchInside { fault("CT6: \(type(of: control)) tracks for ever") }
            if told.tracking != 0 { fault("CT6: a beginning without an end") }
        }
        check()
    }
}
