// SPDX-License-Identifier: Apache-2.0

/// Brings inputs to gesture recognizers, and time to those that wait for it.
///
/// It has no clock of its own: time is that of the events, and of ``advance(to:)``. Whoever owns it arms one timer for
/// ``nextDeadline`` and calls `advance(to:)` when it fires. Recognizers that share an environment can exclude each other and
/// wait for each other; those of different environments never do.
@MainActor
public final class GestureEnvironment {
    /// The latest time it knows, since boot.
    public private(set) var now = Duration.zero

    /// The recognizers that are in the middle of something, in the order in which they came into it.
    private(set) var active: [GestureRecognizer] = []
    /// Everything is being cancelled: nobody may go on because somebody else failed.
    private(set) var isCancelling = false
    private var depth = 0
    private var isDelivering = false
    private var backlog: [() -> Void] = []

    private static let order: [InputPhase] = [.began, .changed, .ended, .cancelled]

    /// Makes an environment in which nothing has happened.
    public init() {}

    // MARK: Time

    /// The earliest moment at which something happens without any new event, or nil. Costs O(recognizers under way).
    public var nextDeadline: Duration? { active.lazy.compactMap(\.deadline).min() }

    /// Lets time pass: whatever was due until `time`, itself included, happens in its order, each at its own moment.
    ///
    /// Called from an action it does nothing. A time before ``now`` changes nothing.
    public func advance(to time: Duration) {
        guard !isDelivering else { return }
        isDelivering = true
        pass(until: time)
        isDelivering = false
        drain()
    }

    // MARK: Presses

    /// Hands presses to the recognizers of a view and of all its superviews (rule G20), having let time pass until then.
    ///
    /// Called from an action, the event waits until the present one is done.
    public func send(_ event: PressesEvent, to view: View) {
        enqueue { [weak self] in self?.handle(event, recognizers: Self.recognizers(of: view)) }
    }

    /// An input began that no recognizer here can receive, a key that is none of theirs: what they are in the middle of may
    /// end by it; see ``GestureRecognizer/otherInputsBegan(at:)``.
    public func noticeOtherInput(at timestamp: Duration) {
        enqueue { [weak self] in
            guard let self else { return }
            pass(until: timestamp)
            turn {
                for recognizer in self.active where recognizer.isOpen { recognizer.otherInputsBegan(at: timestamp) }
            }
        }
    }

    /// Breaks everything off: gestures that have begun are cancelled, all others fail, and what waited is dropped
    /// (rules T21, B9). The event says which presses were down; it may hold none.
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

    /// Runs something that changes states, and lets what is over begin anew when the outermost such thing is done.
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

    /// The recognizers that see what hits a view: its own, then its superview's, and so on (rules G20, G21).
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
            // One that is not later would never let time pass.
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

    /// Decides who receives what is new, for all before anybody is told: whether a recognizer takes part must not depend on
    /// its place in the list (rules G21, G26).
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

    /// One message for each recognizer and phase, in the order began, changed, ended, cancelled (rules T8, T9).
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
