// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
package import BatonTouchscreen

/// A window that covers a panel, with the shipped recognizers for one to ten fingers, each with its default settings: what
/// `batonctl touches` and `make score-touches` watch.
///
/// Recognizers do not exclude each other, but for two things that a count of gestures needs: a swipe waits until no swipe
/// with more fingers is possible, because the last finger may land when the others have gone their way; and of two or more
/// fingers that go the same way only a swipe is recognized, of others only a pinch and a rotation.
@MainActor
package final class GestureBoard {
    /// The most fingers of a gesture.
    package static let mostFingers = 10

    package let application = Application()
    package let window: Window
    /// What was recognized so far.
    package private(set) var counts = GestureCounts()
    /// Called for each gesture that is recognized or begins, with the time.
    package var onGesture: ((FoundGesture, Duration) -> Void)?
    /// The recognizers, by the name of their gesture.
    package private(set) var recognizers: [(name: String, recognizer: GestureRecognizer)] = []

    private let pad = GesturePad()
    private let judge = GestureJudge()

    package init(size: Size) {
        let window = PanelWindow()
        self.window = window
        window.frame = Rect(origin: .zero, size: size)
        window.isMultipleTouchEnabled = true
        application.addWindow(window)
        pad.frame = window.bounds
        pad.isMultipleTouchEnabled = true
        window.addSubview(pad)
        window.onEvent = { [weak self] event in self?.note(event) }
        for fingers in 1...Self.mostFingers { addRecognizers(fingers: fingers) }
        addSwipes()
        add(PanGestureRecognizer(), "pan", .began) { .pan }
        add(PinchGestureRecognizer(), "pinch", .began) { .pinch }
        add(RotationGestureRecognizer(), "rotation", .began) { .rotation }
    }

    /// The touches that are down, with their places in the window.
    package var touches: [Touch] { judge.touches }

    // MARK: Time

    /// The time of the latest event or deadline.
    package private(set) var now = Duration.zero

    /// Sends events to the window.
    package func post(_ events: [Event]) {
        for event in events {
            advance(to: event.timestamp)
            now = max(now, event.timestamp)
            application.postEvent(event)
            application.processEvents()
        }
    }

    /// Lets time pass, one deadline after the other.
    package func advance(to time: Duration) {
        // Each deadline that has passed is one less, unless a recognizer sets a new one: bounded for that.
        for _ in 0..<1000 {
            guard let deadline = application.nextDeadline, deadline <= time else { return }
            now = max(now, deadline)
            application.advance(to: deadline)
        }
    }

    /// Lets the time pass that recognizers wait for after the last event of a recording.
    package func finish() { advance(to: now + .seconds(10)) }

    /// Plays a recording to its end. Fingers that are down then are cancelled, as if the panel was unplugged.
    package func play(_ recording: TouchRecording, on panel: TouchPanel) {
        let slots = TouchSlots(panel: panel, of: recording, tracker: TouchTracker(window: window))
        for event in recording.events { post(slots.take(event)) }
        post(slots.cancel(at: recording.events.last?.timestamp ?? .zero))
        finish()
    }

    // MARK: Recognizers

    private func addRecognizers(fingers: Int) {
        for taps in 1...2 {
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = taps
            tap.numberOfTouchesRequired = fingers
            add(tap, taps == 1 ? "tap" : "double tap", .ended) { [judge] in
                taps == 1 ? .tap(fingers: fingers, count: judge.tapCount) : .doubleTap(fingers: fingers)
            }
        }
        let hold = LongPressGestureRecognizer()
        hold.numberOfTouchesRequired = fingers
        add(hold, "long press", .began) { .longPress(fingers: fingers) }
    }

    private func addSwipes() {
        var more: [SwipeGestureRecognizer] = []
        for fingers in (1...Self.mostFingers).reversed() {
            var present: [SwipeGestureRecognizer] = []
            for direction in GestureDirection.allCases {
                let swipe = SwipeGestureRecognizer()
                swipe.numberOfTouchesRequired = fingers
                swipe.direction = direction.swipe
                for other in more { swipe.require(toFail: other) }
                add(swipe, "swipe", .ended) { .swipe(fingers: fingers, direction) }
                present.append(swipe)
            }
            more += present
        }
    }

    private func add(
        _ recognizer: GestureRecognizer, _ name: String, _ state: GestureState,
        _ gesture: @escaping @MainActor () -> FoundGesture
    ) {
        recognizer.cancelsTouchesInView = false
        recognizer.delaysTouchesEnded = false
        recognizer.delegate = judge
        recognizer.addTarget(self, action: name) { board, recognizer in
            guard recognizer.state == state else { return }
            let found = gesture()
            board.counts.add(found)
            board.onGesture?(found, board.now)
        }
        recognizers.append((name, recognizer))
        pad.addGestureRecognizer(recognizer)
    }

    private func note(_ event: Event) {
        for touch in event.allTouches where touch.phase == .cancelled { counts.cancelled += 1 }
        judge.note(event)
    }
}

/// A view that takes all its touches, so that none climbs the chain.
private final class GesturePad: View {
    override func point(inside point: Point, with event: Event?) -> Bool { true }
    override func touchesBegan(_ touches: Set<Touch>, with event: Event) {}
    override func touchesMoved(_ touches: Set<Touch>, with event: Event) {}
    override func touchesEnded(_ touches: Set<Touch>, with event: Event) {}
    override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}
}

/// A window that every touch of the panel hits, also one at its right or bottom edge.
private final class PanelWindow: Window {
    var onEvent: ((Event) -> Void)?

    override func point(inside point: Point, with event: Event?) -> Bool { true }

    override func sendEvent(_ event: Event) {
        onEvent?(event)
        super.sendEvent(event)
    }
}
