// SPDX-License-Identifier: Apache-2.0

/// Delivers presses and the time to gesture recognizers (rule W1). The recognizers of touches have one in their
/// ``Application``.
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
    @exclusivity(unchecked) public private(set) var now = Duration.zero

    /// The recognizers that have received an input or left possible, in the order in which they did.
    @exclusivity(unchecked) private(set) var active: [GestureRecognizer] = []
    /// Whether everything is being cancelled: a recognizer must not proceed because another one failed.
    private(set) var isCancelling = false
    /// The number of the latest touches event.
    var latestEvent: UInt64 = 0
    /// What decides which touches views get; nil for presses.
    // It owns the environment.
    unowned(unsafe) var gate: (any GestureGate)?
    private var depth = 0
    private var isDelivering = false
    @exclusivity(unchecked) private var backlog: [() -> Void] = []
    /// Whether actions wait until all recognizers have got the event (rule D14).
    private(set) var isCollecting = false
    @exclusivity(unchecked) private var collected: [GestureRecognizer.Entry] = []
    @exclusivity(unchecked) private var late: [GestureRecognizer] = []
    /// Memory for the recognizers of a new input.
    @exclusivity(unchecked) private var candidates: [GestureRecognizer] = []
    /// Recognizers for which memory is kept between events.
    private static let keptCapacity = 64

    /// Grows with each change that may let a recognizer fail or be reset. While it stays, as for most moves, no
    /// recognizer has to be asked.
    private static var decisions: UInt64 = 1
    /// The number of decisions when recognizers settled last.
    private var settledAt: UInt64 = 0
    /// Grows when a deadline changes, or the list of those that have one.
    private static var deadlines: UInt64 = 1
    /// The number of deadlines when the earliest one was found.
    private var deadlineFoundAt: UInt64 = 0
    private var foundDeadline: Duration?

    static func noteDecision() { decisions &+= 1 }
    static func noteDeadline() { deadlines &+= 1 }

    /// Tells it from all others.
    let number: UInt64
    private static var latestNumber: UInt64 = 0

    /// Makes an environment that has received no event (rule W1).
    public init() {
        Self.latestNumber += 1
        number = Self.latestNumber
    }

    // MARK: Time

    /// The earliest deadline of a recognizer; nil if no recognizer has one. Costs O(active recognizers) (rule W1).
    public var nextDeadline: Duration? {
        guard let held = gate?.deadline else { return recognizersDeadline }
        return recognizersDeadline.map { min($0, held) } ?? held
    }

    /// Lets time pass (rule G4). All deadlines until `time`, inclusive, are reached in their order, each at its own
    /// time.
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

    /// Tells the active recognizers of an input that none of them can receive, such as a key that is not bound (rule
    /// B6). It may end their gestures; see ``GestureRecognizer/otherInputsBegan(at:)``.
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

    /// Runs a body that changes states. At the end of the outermost call, recognizers whose gesture is over are reset,
    /// and what they held back is released.
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
        if depth == 1, settledAt != Self.decisions { failWithoutInputs() }
        depth -= 1
        if depth == 0 {
            if settledAt != Self.decisions { settle() }
            gate?.turnEnded()
        }
        guard isBusy else { return }
        isDelivering = false
        if !backlog.isEmpty { drain() }
    }

    private func settle() {
        settledAt = Self.decisions
        for recognizer in active { recognizer.settle() }
        removeIdle()
    }

    // Plain loops here and below: a closure of the main actor costs a check of the actor with each call.
    private func removeIdle() {
        var hasOthers = false
        for recognizer in active where !recognizer.isIdle { hasOthers = true }
        changeActive { active in
            guard hasOthers else { return active.removeAll(keepingCapacity: active.capacity <= Self.keptCapacity) }
            var index = 0
            while index < active.count {
                if active[index].isIdle { active.remove(at: index) } else { index += 1 }
            }
        }
    }
    /// Removes or moves recognizers. The list leaves its property meanwhile: the end of a recognizer may run any code.
    private func changeActive(_ change: (inout [GestureRecognizer]) -> Void) {
        Self.noteDeadline()
        var list = active
        active = []
        change(&list)
        active = list
    }

    /// A recognizer that nothing can decide any more fails, or it would stay in the way of those that require it to
    /// fail (rule G32). One that ignored all its inputs is in no other's way.
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
        Self.noteDeadline()
        if recognizer.isIdle { Self.noteDecision() }
        active.append(recognizer)
    }

    // MARK: Delivery

    private static func recognizers(of view: View) -> [GestureRecognizer] {
        var recognizers: [GestureRecognizer] = []
        append(recognizersOf: view, to: &recognizers)
        return recognizers
    }

    /// Adds the recognizers that receive the inputs of a view: its own, then its superview's, and so on (rules G20 and
    /// G21).
    static func append(recognizersOf view: View, to recognizers: inout [GestureRecognizer]) {
        var present: View? = view
        while let inner = present {
            if !inner.gestureRecognizers.isEmpty { recognizers += inner.gestureRecognizers }
            present = inner.superview
        }
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
        while let work = backlog.first {
            backlog.removeFirst()
            work()
        }
        isDelivering = false
    }

    func pass(until time: Duration) {
        while let first = nextDeadline, first <= time {
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

    /// The earliest deadline of a recognizer; nil without one.
    private var recognizersDeadline: Duration? {
        if deadlineFoundAt != Self.deadlines {
            foundDeadline = earliest?.deadline
            deadlineFoundAt = Self.deadlines
        }
        return foundDeadline
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
    func bind(_ event: some GestureEvent) {
        guard event.has(.began) else { return }
        var candidates = candidates
        self.candidates = []
        let new = event.newInputs
        for input in new {
            event.append(recognizersFor: input, to: &candidates)
            bind(input, of: event, to: candidates)
            candidates.removeAll(keepingCapacity: candidates.capacity <= Self.keptCapacity)
        }
        self.candidates = candidates
        guard event.concernsOthers else { return }
        for recognizer in active where recognizer.isOpen && !new.contains(where: recognizer.receives) {
            recognizer.otherInputsBegan(at: event.timestamp)
        }
    }

    private func bind(_ input: GestureInput, of event: some GestureEvent, to candidates: [GestureRecognizer]) {
        input.willBind(to: self)
        for recognizer in candidates where recognizer.isOpen {
            let isMine = recognizer.environmentNumber == number
            // One gesture is of presses or of touches, and of one environment (rule G34).
            guard isMine || recognizer.received.isEmpty else { continue }
            guard event.isAllowed(input, by: recognizer), event.mayDeliver(input, to: recognizer) else { continue }
            if !isMine { recognizer.environment = self }
            recognizer.receive(input)
            include(recognizer)
        }
        if !event.concernsOthers { order(candidates, of: input) }
    }

    /// Puts the recognizers of an input into their order (rule G21): one that waits for a further tap was there before.
    private func order(_ candidates: [GestureRecognizer], of input: GestureInput) {
        var place = active.count
        for recognizer in candidates.reversed() where recognizer.receives(input) {
            place -= 1
            if place < 0 || active[place] !== recognizer { return reorder(candidates, of: input) }
        }
    }

    private func reorder(_ candidates: [GestureRecognizer], of input: GestureInput) {
        for recognizer in candidates where recognizer.receives(input) {
            guard let index = active.firstIndex(where: { $0 === recognizer }) else { continue }
            changeActive { $0.append($0.remove(at: index)) }
        }
    }

    /// Calls one handler for each recognizer and phase, in the order began, changed, ended, cancelled (rules T8 and
    /// T9).
    func deliver(_ event: some GestureEvent) {
        let (hasBegan, hasChanged) = (event.has(.began), event.has(.changed))
        let (hasEnded, hasCancelled) = (event.has(.ended), event.has(.cancelled))
        for recognizer in active {
            if hasBegan, recognizer.isHandling { _ = event.deliver(.began, to: recognizer) }
            if hasChanged, recognizer.isHandling { _ = event.deliver(.changed, to: recognizer) }
            if hasEnded, recognizer.isHandling { _ = event.deliver(.ended, to: recognizer) }
            if hasCancelled, recognizer.isHandling, event.deliver(.cancelled, to: recognizer) {
                recognizer.cancelIfAbandoned()
            }
        }
    }

    /// Runs a body that delivers an event to recognizers. Their actions come after all of them have got it (rule D14).
    func collectingActions(_ body: () -> Void) {
        guard !isCollecting else { return body() }
        isCollecting = true
        body()
        isCollecting = false
        if !collected.isEmpty { act() }
        guard !late.isEmpty else { return }
        let latecomers = late
        late = []
        for recognizer in latecomers { recognizer.endIfLate() }
    }

    /// Sends the actions that were collected. Another recognizer that they make act does so at once.
    private func act() {
        var entries = collected
        collected = []
        for entry in entries { entry.recognizer.act(entry) }
        // The memory is kept for the next ones.
        entries.removeAll(keepingCapacity: entries.capacity <= Self.keptCapacity)
        if collected.isEmpty { collected = entries }
    }

    /// Notes a recognizer that began because another one failed. It ends after the event, if its inputs are over and it
    /// has not heard so itself.
    func collectLate(_ recognizer: GestureRecognizer) {
        late.append(recognizer)
    }

    func collect(_ entry: GestureRecognizer.Entry) {
        collected.append(entry)
    }
}
