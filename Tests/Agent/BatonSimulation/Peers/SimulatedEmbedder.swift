// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonReactor

/// An app that embeds the event model in the same thread and the same time as everything else: a window that fingers touch,
/// with views and the six recognizers.
///
/// Fingers come and go as its own random numbers say, on timers of the reactor. So they fall between the agent's messages,
/// and a stalled agent does not stop them. It checks what each view is told.
@MainActor
final class SimulatedEmbedder {
    private enum Told {
        case began, over
    }

    private unowned let world: World
    private var random: Random
    private let application = Application()
    private let window = Window()
    private let tracker: TouchTracker
    private var views: [View] = []
    private var recognizers: [GestureRecognizer] = []
    private var states: [ObjectIdentifier: GestureState] = [:]
    private var told: [ObjectIdentifier: [Touch: Told]] = [:]
    private var timer: ReactorTimer?
    private var frames: [ReactorTimer] = []

    init(_ world: World) {
        self.world = world
        // Numbers of its own: what the other peers of a seed do stays the same.
        random = Random(seed: world.seed ^ 0x7011)
        window.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        application.addWindow(window)
        tracker = TouchTracker(window: window)
        for _ in 0..<(1 + random.below(5)) { addView() }
        addRecognizers()
    }

    private func addView() {
        let view = ToldView(self)
        view.frame = Rect(
            x: Double(random.below(200)), y: Double(random.below(200)), width: Double(50 + random.below(300)),
            height: Double(50 + random.below(300)))
        view.isMultipleTouchEnabled = random.oneIn(2)
        view.isExclusiveTouch = random.oneIn(6)
        (random.oneIn(3) ? views.last ?? window : window).addSubview(view)
        views.append(view)
    }

    private func addRecognizers() {
        let double = TapGestureRecognizer()
        double.numberOfTapsRequired = 2
        let single = TapGestureRecognizer()
        single.require(toFail: double)
        let all = [
            double, single, LongPressGestureRecognizer(), SwipeGestureRecognizer(), PanGestureRecognizer(),
            PinchGestureRecognizer(), RotationGestureRecognizer(),
        ]
        for recognizer in all {
            recognizer.delaysTouchesBegan = random.oneIn(4)
            recognizer.cancelsTouchesInView = !random.oneIn(4)
            recognizer.addTarget(self, action: "act") { embedder, recognizer in embedder.check(recognizer) }
            (random.oneIn(2) ? window : random.pick(views)).addGestureRecognizer(recognizer)
            recognizers.append(recognizer)
        }
    }

    // MARK: Fingers

    /// A step of the world: sometimes fingers come, sometimes the window changes.
    func step() {
        if random.oneIn(8) { touch() }
        if random.oneIn(16) { meddle() }
    }

    /// Puts one to three fingers on the screen, moves them, and mostly lifts them, in the next half second.
    private func touch() {
        let fingers = 1 + random.below(3)
        let steps = random.below(16)
        let (dx, dy) = (Double(random.below(21) - 10), Double(random.below(21) - 10))
        let starts = (0..<fingers).map { _ in Point(x: Double(random.below(420)), y: Double(random.below(420))) }
        let isLeft = random.oneIn(12)
        for step in 0...(steps + 1) where !(isLeft && step == steps + 1) {
            let timer = world.reactor.schedule(after: .milliseconds(step * 8)) { [weak self] in
                guard let self else { return }
                for (finger, start) in starts.enumerated() {
                    let id = UInt64(finger)
                    let place = Point(x: start.x + dx * Double(step), y: start.y + dy * Double(step))
                    switch step {
                    case 0: tracker.down(id: id, at: place)
                    case steps + 1: tracker.up(id: id)
                    default: tracker.move(id: id, to: place)
                    }
                }
                closeFrame()
            }
            frames.append(timer)
        }
    }

    /// Does what a window may do while fingers are on it, or loses its screen.
    private func meddle() {
        switch random.below(6) {
        case 0: send(tracker.cancel(at: world.now))
        case 1: random.pick(views).isUserInteractionEnabled.toggle()
        case 2: random.pick(views).removeFromSuperview()
        case 3: window.addSubview(random.pick(views))
        case 4: random.pick(recognizers).isEnabled.toggle()
        default: tracker.cancel(id: UInt64(random.below(3)))
        }
    }

    private func closeFrame() { send(tracker.frame(at: world.now)) }

    private func send(_ events: [Event]) {
        for event in events { application.postEvent(event) }
        application.processEvents()
        armTimer()
    }

    /// As an embedder has to: one timer for the next deadline (rule W1).
    private func armTimer() {
        timer?.cancel()
        checkHeld()
        guard let deadline = application.nextDeadline else { return }
        timer = world.reactor.schedule(after: max(.zero, deadline - world.now)) { [weak self] in
            guard let self else { return }
            application.advance(to: world.now)
            armTimer()
        }
    }

    // MARK: Checks

    fileprivate func note(_ phase: InputPhase, _ touches: Set<Touch>, _ view: View) {
        if touches.isEmpty { world.fail("T8: a view is told of no touch") }
        for touch in touches where touch.view === view {
            let before = told[ObjectIdentifier(view)]?[touch]
            let isInOrder = phase == .began ? before == nil : before == .began
            if !isInOrder { world.fail("T22: a touch has \(phase) after \(before.map { "\($0)" } ?? "nothing")") }
            told[ObjectIdentifier(view), default: [:]][touch] = phase.isOver ? .over : .began
        }
    }

    private func check(_ recognizer: GestureRecognizer) {
        let before = states[ObjectIdentifier(recognizer)] ?? .possible
        let start = before == .ended || before == .cancelled ? .possible : before
        if !start.allows(recognizer.state) || (start, recognizer.state) == (.possible, .cancelled) {
            world.fail("G3: \(type(of: recognizer)) goes from \(start) to \(recognizer.state)")
        }
        states[ObjectIdentifier(recognizer)] = recognizer.state
    }

    /// What is held back of a touch that is over waits for a timer.
    private func checkHeld() {
        guard application.nextDeadline == nil else { return }
        for touches in told.values where touches.contains(where: { $0.value == .began && $0.key.phase.isOver }) {
            world.fail("D10: a view waits for the end of a touch, and no time is set")
        }
    }

    /// The app's screen goes away: after the longest hold everything has ended (rules T22 and D10).
    func leave() {
        for frame in frames { frame.cancel() }
        frames = []
        send(tracker.cancel(at: world.now))
        world.run(for: .seconds(4))
        for touches in told.values where touches.contains(where: { $0.value == .began }) {
            world.fail("T22: a touch that a view saw begin never ended")
        }
        for recognizer in recognizers where recognizer.state != .possible || recognizer.isWaiting {
            world.fail("G9: \(type(of: recognizer)) is left in \(recognizer.state)")
        }
        if application.nextDeadline != nil { world.fail("W1: a deadline is left") }
        timer?.cancel()
    }
}

/// A view that notes what it is told.
private final class ToldView: View {
    private unowned let embedder: SimulatedEmbedder

    init(_ embedder: SimulatedEmbedder) { self.embedder = embedder }

    override func touchesBegan(_ touches: Set<Touch>, with event: Event) { embedder.note(.began, touches, self) }
    override func touchesMoved(_ touches: Set<Touch>, with event: Event) { embedder.note(.changed, touches, self) }
    override func touchesEnded(_ touches: Set<Touch>, with event: Event) { embedder.note(.ended, touches, self) }
    override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        embedder.note(.cancelled, touches, self)
    }
}
