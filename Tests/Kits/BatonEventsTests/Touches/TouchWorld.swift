// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport

/// Views, recognizers and fingers that do what a seed says, and the promises that hold whatever they do.
@MainActor
final class TouchWorld {
    /// What one view was told of one touch.
    private enum Told {
        case began, ended
    }

    /// A view that checks what it is told, and sometimes meddles.
    final class Witness: View {
        let world: TouchWorld

        init(_ world: TouchWorld) { self.world = world }

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            world.note(.began, touches, self, event)
            if world.chance(8) { super.touchesBegan(touches, with: event) }
        }

        override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
            world.note(.moved, touches, self, event)
            if world.chance(8) { super.touchesMoved(touches, with: event) }
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
            world.note(.ended, touches, self, event)
        }

        override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
            world.note(.cancelled, touches, self, event)
        }
    }

    /// A recognizer that sets states as it likes, impossible ones included.
    final class Wild: GestureRecognizer {
        let world: TouchWorld

        init(_ world: TouchWorld) { self.world = world }

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) { act(touches, event) }
        override func touchesMoved(_ touches: Set<Touch>, with event: Event) { act(touches, event) }
        override func touchesEnded(_ touches: Set<Touch>, with event: Event) { act(touches, event) }
        override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { act(touches, event) }
        override func deadlineReached(at timestamp: Duration) { state = world.pick(GestureState.allCases) ?? .failed }
        override func didRefuse(_ next: GestureState) {}

        private func act(_ touches: Set<Touch>, _ event: Event) {
            if touches.isEmpty { world.fault("an empty set for a recognizer") }
            switch world.number(10) {
            case 0, 1: state = world.pick(GestureState.allCases) ?? .failed
            case 2: if let touch = touches.first { ignore(touch, for: event) }
            case 3: deadline = event.timestamp + .milliseconds(world.number(900))
            default: break
            }
            _ = (location(in: view), numberOfTouches, location(ofTouch: 3, in: nil))
        }
    }

    /// A delegate that never answers the same twice.
    final class Fickle: GestureRecognizerDelegate {
        let world: TouchWorld

        init(_ world: TouchWorld) { self.world = world }

        func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
            if world.chance(40) { world.meddle() }
            return !world.chance(10)
        }
        func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { !world.chance(10) }
        func gestureRecognizer(
            _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
        ) -> Bool { world.chance(3) }
        func gestureRecognizer(
            _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
        ) -> Bool { world.chance(10) }
    }

    let seed: UInt64
    private(set) var faults: [String] = []
    private(set) var messages = 0
    private var random: SeededRandom
    private let application = Application()
    private var trackers: [TouchTracker] = []
    private var views: [View] = []
    private var recognizers: [GestureRecognizer] = []
    private var states: [ObjectIdentifier: GestureState] = [:]
    private lazy var delegate = Fickle(self)
    private var told: [ObjectIdentifier: [Touch: Told]] = [:]
    private var clock = 0
    private var depth = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        for number in 0..<(1 + self.number(2)) { addWindow(number) }
        for _ in 0..<number(7) { addRecognizer() }
    }

    // MARK: Choices

    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    func chance(_ one: Int) -> Bool { number(one) == 0 }

    func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

    func fault(_ text: String) { faults.append(text) }

    // MARK: Making

    private func addWindow(_ number: Int) {
        let window = Window()
        window.frame = Rect(x: Double(number) * 150, y: 0, width: 200, height: 200)
        application.addWindow(window)
        trackers.append(TouchTracker(window: window))
        views.append(window)
        for _ in 0..<self.number(6) { addView() }
    }

    private func addView() {
        let view = Witness(self)
        view.frame = Rect(
            x: Double(number(120)), y: Double(number(120)), width: Double(number(200)), height: Double(number(200)))
        view.isMultipleTouchEnabled = chance(2)
        view.isExclusiveTouch = chance(6)
        if chance(5) { view.transform = AffineTransform(rotation: Double(number(6))) }
        if chance(20) { view.transform = AffineTransform(scaleX: 0, y: 0) }
        pick(views)?.addSubview(view)
        views.append(view)
    }

    private func addRecognizer() {
        let recognizer = makeRecognizer()
        recognizer.cancelsTouchesInView = !chance(3)
        recognizer.delaysTouchesBegan = chance(3)
        recognizer.delaysTouchesEnded = !chance(3)
        if chance(2) { recognizer.delegate = delegate }
        let id = ObjectIdentifier(recognizer)
        recognizer.addTarget(self, action: "act") { world, recognizer in
            let before = world.states[id] ?? .possible
            let start = before == .ended || before == .cancelled ? .possible : before
            if !Self.isLegal(start, recognizer) {
                world.fault("G3: \(type(of: recognizer)) from \(start) to \(recognizer.state)")
            }
            world.states[id] = recognizer.state
            if world.chance(12) { world.meddle() }
        }
        if chance(3), let other = pick(recognizers) { recognizer.require(toFail: other) }
        pick(views)?.addGestureRecognizer(recognizer)
        recognizers.append(recognizer)
    }

    /// Whether a recognizer may act now (rules G2 and G3). What never began is not cancelled, and each of the six begins
    /// always or never.
    private static func isLegal(_ start: GestureState, _ recognizer: GestureRecognizer) -> Bool {
        let next = recognizer.state
        guard start == .possible else { return start.allows(next) }
        if recognizer is Wild { return next == .began || next == .ended }
        let isDiscrete = recognizer is TapGestureRecognizer || recognizer is SwipeGestureRecognizer
        return next == (isDiscrete ? .ended : .began)
    }

    private func makeRecognizer() -> GestureRecognizer {
        switch number(8) {
        case 0:
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = 1 + number(3)
            tap.numberOfTouchesRequired = 1 + number(2)
            return tap
        case 1:
            let hold = LongPressGestureRecognizer()
            hold.numberOfTapsRequired = number(2)
            hold.minimumPressDuration = .milliseconds(number(2) * 300)
            return hold
        case 2:
            let swipe = SwipeGestureRecognizer()
            swipe.direction = [.left, .right]
            return swipe
        case 3: return PanGestureRecognizer()
        case 4: return PinchGestureRecognizer()
        case 5: return RotationGestureRecognizer()
        default: return Wild(self)
        }
    }

    // MARK: What views are told

    func note(_ phase: InputPhase, _ touches: Set<Touch>, _ view: View, _ event: Event) {
        messages += 1
        if touches.isEmpty { fault("T8: an empty set") }
        for touch in touches where touch.view === view {
            let before = told[ObjectIdentifier(view)]?[touch]
            switch phase {
            case .began: if before != nil { fault("T22: began twice") }
            case .changed: if before != .began { fault("T22: moved, but \(String(describing: before))") }
            case .ended, .cancelled:
                if before != .began { fault("T22: \(phase), but \(String(describing: before))") }
                if !event.touches(for: view).contains(touch) { fault("T12: an end that the event does not show") }
            case .stationary: break
            }
            if touch.phase != phase { fault("T26: \(touch.phase) in a message of \(phase)") }
            if !event.allTouches.contains(touch) { fault("T3: not in its event") }
            told[ObjectIdentifier(view), default: [:]][touch] = phase.isOver ? .ended : .began
        }
        if chance(20) { meddle() }
    }

    // MARK: Meddling

    /// Does something that a handler may do.
    func meddle() {
        guard depth < 4 else { return }
        depth += 1
        defer { depth -= 1 }
        switch number(12) {
        case 0: pick(views)?.removeFromSuperview()
        case 1: pick(views)?.isUserInteractionEnabled.toggle()
        case 2: pick(recognizers)?.isEnabled.toggle()
        case 3: if let recognizer = pick(recognizers) { recognizer.view?.removeGestureRecognizer(recognizer) }
        case 4: if let recognizer = pick(recognizers) { pick(views)?.addGestureRecognizer(recognizer) }
        case 5: moveView()
        case 6: application.beginIgnoringInteractionEvents()
        case 7, 8: application.endIgnoringInteractionEvents()
        case 9: finger()
        case 10: application.advance(to: .milliseconds(clock + number(500)))
        default: if views.count < 20 { addView() }
        }
    }

    private func moveView() {
        guard let view = pick(views), let other = pick(views), !(view is Window) else { return }
        let above = sequence(first: other, next: \.superview)
        if !above.contains(where: { $0 === view }) { other.addSubview(view) }
    }

    // MARK: Fingers

    private func finger() {
        guard let tracker = pick(trackers) else { return }
        for _ in 0..<(1 + number(3)) {
            let id = UInt64(number(4))
            let point = Point(x: Double(number(200)), y: Double(number(200)))
            switch number(9) {
            case 0...2: tracker.down(id: id, at: point)
            case 3...5: tracker.move(id: id, to: point)
            case 6, 7: tracker.up(id: id)
            default: tracker.cancel(id: id)
            }
        }
        clock += [0, 0, 8, 8, 8, 100, 400].randomElement(using: &random) ?? 0
        let isCancel = chance(40)
        for event in isCancel ? tracker.cancel(at: now) : tracker.frame(at: now) { application.postEvent(event) }
        if !chance(5) { application.processEvents() }
    }

    private var now: Duration { .milliseconds(clock) }

    /// Plays a number of steps, ends everything, and returns what broke.
    func play(_ steps: Int) -> [String] {
        for _ in 0..<steps where faults.isEmpty {
            switch number(12) {
            case 0: meddle()
            case 1:
                clock += number(800)
                application.advance(to: now)
            default: finger()
            }
            application.processEvents()
            checkHeld()
        }
        end()
        return faults.map { "seed \(seed): \($0)" }
    }

    /// What a view was told of a finger that is up is over, or waits for a timer (rule D10).
    private func checkHeld() {
        guard application.nextDeadline == nil else { return }
        for (view, touches) in told {
            for (touch, state) in touches where state == .began && touch.phase.isOver {
                fault("D10: \(view) waits for the end of \(touch.number), and no time is set")
            }
        }
    }

    private func end() {
        // No handler meddles any more.
        depth = .max
        while application.isIgnoringInteractionEvents { application.endIgnoringInteractionEvents() }
        for tracker in trackers {
            for event in tracker.cancel(at: now) { application.postEvent(event) }
        }
        application.processEvents()
        for _ in 0..<8 {
            clock += 2000
            application.advance(to: now)
        }
        for touches in told.values {
            for (touch, state) in touches where state == .began { fault("T22: \(touch.number) never ended") }
        }
        for recognizer in recognizers where recognizer.state != .possible || recognizer.isWaiting {
            // A recognizer that begins with its last touch's end, and then hears of no other, ends when it wants to.
            if recognizer is Wild, recognizer.state == .began || recognizer.state == .changed { continue }
            fault("G9: \(type(of: recognizer)) is left in \(recognizer.state)")
        }
        if application.nextDeadline != nil { fault("W1: a deadline is left") }
    }
}
