// SPDX-License-Identifier: Apache-2.0

/// Delivers inputs and the time to gesture recognizers.
///
/// It has no clock: the time is that of the events and of ``advance(to:)``. The owner arms one timer for
/// ``nextDeadline``, and calls `advance(to:)` when it fires. Recognizers of one environment can exclude each other and
/// wait for each other; those of different environments cannot.
///
/// For example:
/// ```swift
/// let environment = GestureEnvironment()
/// let tracker = PressTracker()
/// if let event = tracker.down(.playPause, at: timestamp) { environment.send(event, to: view) }
/// if let deadline = environment.nextDeadline { setTimer(at: deadline) }
/// ```
@MainActor
public final class GestureEnvironment {
    /// The latest time of an event or of ``advance(to:)``, since boot.
    public private(set) var now = Duration.zero

    /// The recognizers that have received an input or left possible, in the order in which they did.
    private(set) var active: [GestureRecognizer] = []
    /// Whether everything is being cancelled: a recognizer must not proceed because another one failed.
    private(set) var isCancelling = false
    private var depth = 0
    private var isDelivering = false
    private var backlog: [() -> Void] = []

    private static let order: [InputPhase] = [.began, .changed, .ended, .cancelled]

    /// Makes an environment that has received no event.
    public init() {}

    // MARK: Time

    /// The earliest deadline of a recognizer; nil if there is none. Costs O(active recognizers).
    public var nextDeadline: Duration? { active.lazy.compactMap(\.deadline).min() }

    /// Lets time pass. All deadlines until `time`, inclusive, are reached in their order, each at its own time.
    ///
    /// A call from an action has no effect. A time before ``now`` changes nothing.
    public func advance(to time: Duration) {
        guard !isDelivering else { return }
        isDelivering = true
        pass(until: time)
        isDelivering = false
        drain()
    }

    // MARK: Presses

    /// Delivers presses to the recognizers of a view and of all its superviews (rule G20), after the deadlines until
    /// then.
    ///
    /// An event that is sent from an action waits until the present one has been handled.
    public func send(_ event: PressesEvent, to view: View) {
        enqueue { [weak self] in self?.handle(event, recognizers: Self.recognizers(of: view)) }
    }

    /// Tells the active recognizers of an input that none of them can receive, such as a key that is not bound. It may
    /// end their gestures; see ``GestureRecognizer/otherInputsBegan(at:)``.
    public func noticeOtherInput(at timestamp: Duration) {
        enqueue { [weak self] in
            guard let self else { return }
            pass(until: timestamp)
            turn {
                for recognizer in self.active where recognizer.isOpen { recognizer.otherInputsBegan(at: timestamp) }
            }
        }
    }

    /// Cancels everything: gestures that have begun are cancelled, all other recognizers fail, and clicks that wait are
    /// dropped (rules T21 and B9). The event has the presses that were down; it may have none.
    public func cancel(with event: PressesEvent) {
        enqueue { [weak self] in
            guard let self else { return }
            pass(until: event.timestamp)
            event.apply()
            isCancelling = true
            turn {
                self.deliver(event)
                for recognizer in self.active { recognizer.abandon() }
            }
            isCancelling = false
        }
    }

    // MARK: Turns

    /// Runs a body that changes states. At the end of the outermost call, recognizers whose gesture is over are reset.
    func turn(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        guard depth == 0 else { return }
        for recognizer in active { recognizer.settle() }
        active.removeAll { $0.storedState == .possible && $0.received.isEmpty }
    }

    func include(_ recognizer: GestureRecognizer) {
        if !active.contains(where: { $0 === recognizer }) { active.append(recognizer) }
    }

    // MARK: Delivery

    /// The recognizers that receive the inputs of a view: its own, then its superview's, and so on (rules G20 and G21).
    private static func recognizers(of view: View) -> [GestureRecognizer] {
        sequence(first: view, next: \.superview).flatMap(\.gestureRecognizers)
    }

    private func enqueue(_ work: @escaping () -> Void) {
        backlog.append(work)
        drain()
    }

    private func drain() {
        guard !isDelivering else { return }
        isDelivering = true
        while !backlog.isEmpty { backlog.removeFirst()() }
        isDelivering = false
    }

    private func pass(until time: Duration) {
        while let next = active.lazy.filter({ $0.deadline != nil }).min(by: Self.isEarlier),
            let deadline = next.deadline, deadline <= time
        {
            now = max(now, deadline)
            next.deadline = nil
            turn { next.deadlineReached(at: deadline) }
            // A new deadline that is not later would make this loop endless.
            if let again = next.deadline, again <= deadline { next.deadline = nil }
        }
        now = max(now, time)
    }

    private static func isEarlier(_ left: GestureRecognizer, _ right: GestureRecognizer) -> Bool {
        guard let left = left.deadline, let right = right.deadline else { return false }
        return left < right
    }

    private func handle(_ event: some GestureEvent, recognizers: [GestureRecognizer]) {
        pass(until: event.timestamp)
        event.apply()
        turn {
            bind(event, to: recognizers)
            tellOthers(event)
            deliver(event)
        }
    }

    /// Decides which recognizers receive the new inputs, for all of them before any handler is called: whether a
    /// recognizer takes part must not depend on its place in the list (rules G21 and G26).
    private func bind(_ event: some GestureEvent, to recognizers: [GestureRecognizer]) {
        for input in event.inputs where input.phase == .began {
            input.environment = self
            for recognizer in recognizers where recognizer.isOpen {
                guard event.isAllowed(input, by: recognizer), event.mayDeliver(input, to: recognizer) else { continue }
                if recognizer.environment !== self { recognizer.environment = self }
                recognizer.received.append(input)
                include(recognizer)
            }
        }
    }

    private func tellOthers(_ event: some GestureEvent) {
        let new = event.inputs.filter { $0.phase == .began }
        guard !new.isEmpty else { return }
        for recognizer in active where recognizer.isOpen && !new.contains(where: recognizer.receives) {
            recognizer.otherInputsBegan(at: event.timestamp)
        }
    }

    /// Calls one handler for each recognizer and phase, in the order began, changed, ended, cancelled (rules T8 and
    /// T9).
    private func deliver(_ event: some GestureEvent) {
        for recognizer in active {
            for phase in Self.order where recognizer.isHandling {
                let inputs = event.inputs.filter { $0.phase == phase && recognizer.receives($0) }
                guard !inputs.isEmpty else { continue }
                event.deliver(inputs, in: phase, to: recognizer)
                if phase == .cancelled { recognizer.cancelIfAbandoned() }
            }
        }
    }
}
