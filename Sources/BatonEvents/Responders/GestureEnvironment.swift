// SPDX-License-Identifier: Apache-2.0

/// Delivers presses and the time to gesture recognizers. The recognizers of touches have one in their ``Application``.
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
    /// The latest time of an event or of ``advance(to:)``, since boot (rule W1).
    public private(set) var now = Duration.zero

    /// The recognizers that have received an input or left possible, in the order in which they did.
    private(set) var active: [GestureRecognizer] = []
    /// Whether everything is being cancelled: a recognizer must not proceed because another one failed.
    private(set) var isCancelling = false
    /// The number of the latest touches event.
    var latestEvent: UInt64 = 0
    /// What decides which touches views get; nil for presses.
    // It owns the environment.
    unowned(unsafe) var gate: (any GestureGate)?
    private var depth = 0
    private var isDelivering = false
    private var backlog: [() -> Void] = []
    /// Whether actions wait until all recognizers have got the event (rule D14).
    private(set) var isCollecting = false
    private var collected: [GestureRecognizer.Entry] = []
    private var late: [GestureRecognizer] = []

    private static let order: [InputPhase] = [.began, .changed, .ended, .cancelled]

    /// Makes an environment that has received no event.
    public init() {}

    // MARK: Time

    /// The earliest deadline of a recognizer; nil if no recognizer has one. Costs O(active recognizers) (rule W1).
    public var nextDeadline: Duration? {
        var earliest = gate?.deadline
        for recognizer in active {
            if let deadline = recognizer.deadline { earliest = min(earliest ?? deadline, deadline) }
        }
        return earliest
    }

    /// Lets time pass. All deadlines until `time`, inclusive, are reached in their order, each at its own time.
    ///
    /// A call from an action has no effect. A time before ``now`` changes nothing.
    public func advance(to time: Duration) {
        perform { pass(until: time) }
    }

    // MARK: Presses

    /// Delivers presses to the recognizers of a view and of all its superviews (rule G20), after the deadlines until
    /// then.
    ///
    /// An event that is sent from an action waits until the present one has been handled.
    public func send(_ event: PressesEvent, to view: View) {
        enqueue { [weak self] in
            guard let self else { return }
            event.recognizers = Self.recognizers(of: view)
            pass(until: event.timestamp)
            event.apply()
            turn {
                bind(event)
                deliver(event)
            }
        }
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
            cancelling {
                turn {
                    deliver(event)
                    for recognizer in active { recognizer.abandon() }
                }
            }
        }
    }

    // MARK: Turns

    /// Runs a body that ends gestures. Those that wait do not proceed.
    func cancelling(_ body: () -> Void) {
        isCancelling = true
        body()
        isCancelling = false
    }

    /// Runs a body that changes states. At the end of the outermost call, recognizers whose gesture is over are reset, and
    /// what they held back is released.
    func turn(_ body: () -> Void) {
        let isBusy = enterTurn()
        body()
        leaveTurn(isBusy)
    }

    // Not in `turn` itself, of which the compiler makes a copy for each body.
    /// - Returns: whether the turn makes the environment busy: what a handler sends comes after it.
    @inline(never)
    private func enterTurn() -> Bool {
        let isBusy = !isDelivering
        isDelivering = true
        depth += 1
        return isBusy
    }

    @inline(never)
    private func leaveTurn(_ isBusy: Bool) {
        if depth == 1 { failWithoutInputs() }
        depth -= 1
        if depth == 0 {
            for recognizer in active { recognizer.settle() }
            removeIdle()
            gate?.turnEnded()
        }
        guard isBusy else { return }
        isDelivering = false
        if !backlog.isEmpty { drain() }
    }

    // Plain loops here and below: a closure of the main actor costs a check of the actor with each call.
    private func removeIdle() {
        var index = 0
        while index < active.count {
            let recognizer = active[index]
            let isIdle = recognizer.storedState == .possible && recognizer.received.isEmpty && !recognizer.isWaiting
            if isIdle { active.remove(at: index) } else { index += 1 }
        }
    }

    /// A recognizer that nothing can decide any more fails, or it would stay in the way of those that require it to fail
    /// (rule G32). One that ignored all its inputs is in no other's way.
    private func failWithoutInputs() {
        var isAgain = true
        while isAgain {
            isAgain = false
            for recognizer in active {
                if recognizer.lacksInputs {
                    recognizer.fail()
                    isAgain = true
                } else if recognizer.isWaiting, recognizer.stopsWaiting() {
                    isAgain = true
                }
            }
        }
    }

    func include(_ recognizer: GestureRecognizer) {
        for present in active where present === recognizer { return }
        active.append(recognizer)
    }

    // MARK: Delivery

    /// The recognizers that receive the inputs of a view: its own, then its superview's, and so on (rules G20 and G21).
    static func recognizers(of view: View) -> [GestureRecognizer] {
        var recognizers: [GestureRecognizer] = []
        for inner in sequence(first: view, next: \.superview) { recognizers += inner.gestureRecognizers }
        return recognizers
    }

    /// Runs a piece of work, after the present one if there is one.
    func enqueue(_ work: @escaping () -> Void) {
        backlog.append(work)
        drain()
    }

    /// Runs a piece of work now. Does nothing if another one is running.
    @discardableResult
    func perform(_ work: () -> Void) -> Bool {
        guard !isDelivering else { return false }
        isDelivering = true
        work()
        isDelivering = false
        if !backlog.isEmpty { drain() }
        return true
    }

    private func drain() {
        guard !isDelivering else { return }
        isDelivering = true
        while !backlog.isEmpty { backlog.removeFirst()() }
        isDelivering = false
    }

    func pass(until time: Duration) {
        while true {
            let next = earliest
            if let deadline = gate?.deadline, deadline <= time, deadline < next?.deadline ?? .seconds(Int64.max) {
                now = max(now, deadline)
                gate?.deadlineReached(at: deadline)
                continue
            }
            guard let (recognizer, deadline) = next, deadline <= time else { break }
            now = max(now, deadline)
            recognizer.deadline = nil
            turn { recognizer.deadlineReached(at: deadline) }
            // A new deadline that is not later would make this loop endless.
            if let again = recognizer.deadline, again <= deadline { recognizer.deadline = nil }
        }
        now = max(now, time)
    }

    private var earliest: (recognizer: GestureRecognizer, deadline: Duration)? {
        var result: (recognizer: GestureRecognizer, deadline: Duration)?
        for recognizer in active {
            guard let deadline = recognizer.deadline else { continue }
            if let present = result, present.deadline <= deadline { continue }
            result = (recognizer, deadline)
        }
        return result
    }

    /// Decides which recognizers receive the new inputs, for all of them before any handler is called: whether a
    /// recognizer takes part must not depend on its place in the list (rules G21 and G26).
    func bind(_ event: any GestureEvent) {
        let new = event.newInputs
        guard !new.isEmpty else { return }
        for input in new {
            input.environment = self
            var bound: [GestureRecognizer] = []
            for recognizer in event.recognizers(for: input) where recognizer.isOpen {
                // One gesture is of presses or of touches, and of one environment (rule G34).
                guard recognizer.environment === self || recognizer.received.isEmpty else { continue }
                guard event.isAllowed(input, by: recognizer), event.mayDeliver(input, to: recognizer) else { continue }
                if recognizer.environment !== self { recognizer.environment = self }
                recognizer.received.append(input)
                include(recognizer)
                bound.append(recognizer)
            }
            if !event.concernsOthers { order(bound) }
        }
        guard event.concernsOthers else { return }
        for recognizer in active where recognizer.isOpen && !new.contains(where: recognizer.receives) {
            recognizer.otherInputsBegan(at: event.timestamp)
        }
    }

    /// Puts the recognizers of an input into their order (rule G21): one that waits for a further tap was there before.
    private func order(_ bound: [GestureRecognizer]) {
        guard bound.count > 1, !active.suffix(bound.count).elementsEqual(bound, by: ===) else { return }
        for recognizer in bound {
            guard let index = active.firstIndex(where: { $0 === recognizer }) else { continue }
            active.append(active.remove(at: index))
        }
    }

    /// Calls one handler for each recognizer and phase, in the order began, changed, ended, cancelled (rules T8 and
    /// T9).
    func deliver(_ event: some GestureEvent) {
        for recognizer in active {
            for phase in Self.order where recognizer.isHandling {
                guard event.deliver(phase, to: recognizer) else { continue }
                if phase == .cancelled { recognizer.cancelIfAbandoned() }
            }
        }
    }

    /// Runs a body that delivers an event to recognizers. Their actions come after all of them have got it (rule D14).
    func collectingActions(_ body: () -> Void) {
        guard !isCollecting else { return body() }
        isCollecting = true
        body()
        isCollecting = false
        var index = 0
        // An action may make further recognizers act; they do so at once.
        while index < collected.count {
            let entry = collected[index]
            index += 1
            entry.recognizer.act(entry)
        }
        if !collected.isEmpty { collected.removeAll(keepingCapacity: true) }
        guard !late.isEmpty else { return }
        for recognizer in late { recognizer.endIfLate() }
        late = []
    }

    /// Notes a recognizer that began because another one failed. It ends after the event, if its inputs are over and it has
    /// not heard so itself.
    func collectLate(_ recognizer: GestureRecognizer) { late.append(recognizer) }

    func collect(_ entry: GestureRecognizer.Entry) { collected.append(entry) }
}

/// What stands between recognizers and views: it gives views their touches, holds them back, and cancels them (rules D1
/// to D14).
@MainActor
protocol GestureGate: AnyObject {
    /// When messages were held for the longest time; nil if none are.
    var deadline: Duration? { get }
    /// Called when that time is reached.
    func deadlineReached(at time: Duration)
    /// Called before the first action of a recognizer (rule D8).
    func recognizerWillAct(_ recognizer: GestureRecognizer)
    /// Called when recognizers have settled: some may not hold messages any more (rule D10).
    func turnEnded()
}
