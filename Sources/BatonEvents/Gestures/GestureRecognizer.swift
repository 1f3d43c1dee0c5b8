// SPDX-License-Identifier: Apache-2.0

/// Watches the inputs of a view for one gesture, and calls its targets when it sees it (rules G1–G11, G25–G31).
///
/// To write one, override the press handlers you need, set ``state`` when the gesture has got there, and ``deadline`` when
/// something must happen without any new event; clear what you keep in ``reset()``. Call `super` in each. Setting the state
/// may leave it as it is: the delegate may object, or another recognizer may have to fail first (rule G26).
///
/// A recognizer is not a responder, and never part of the chain (rule R1).
@MainActor
open class GestureRecognizer {
    /// For logs and tests; nothing depends on it.
    public var name: String?
    /// Decides what is left to decide; see ``GestureRecognizerDelegate``.
    public weak var delegate: (any GestureRecognizerDelegate)?
    /// The view whose inputs, and whose subviews' inputs, it sees (rules G13, G20).
    public internal(set) weak var view: View?
    /// The keys it sees; nil is every key. A key that is left out is another key; see ``otherInputsBegan(at:)``.
    public var allowedKeys: Set<PressKey>?
    /// Whether it sees anything; true by default. Made false in mid-gesture, the gesture is cancelled, or fails if it had not
    /// begun (rule G11).
    public var isEnabled = true {
        didSet { if oldValue, !isEnabled { abandon() } }
    }
    /// When ``deadlineReached(at:)`` is to be called, since boot; nil for never. Set it from a handler, later than that
    /// handler's event; it is cleared when it is reached and when the gesture is over.
    public var deadline: Duration?

    weak var environment: GestureEnvironment?
    var storedState = GestureState.possible
    /// The state it waits to enter (rule G26).
    var wanted: GestureState?
    /// What it has received since it was last possible with nothing begun, and not ignored.
    var received: [GestureInput] = []
    var requirements: [WeakRecognizer] = []
    /// What delegates added for this sequence (rule G27).
    var sequenceRequirements: [WeakRecognizer] = []
    var askedAbout: Set<ObjectIdentifier> = []
    var isSendingActions = false
    /// What was asked of it in an action, to be done when all targets have had that action (rule G7).
    var afterActions: [() -> Void] = []
    private var targets: [GestureTarget] = []

    /// Makes a recognizer without a target.
    public init() {}

    // MARK: State

    /// Where it stands. Set it only from a subclass, and only along the edges of ``GestureState`` (rule G3).
    public var state: GestureState {
        get { storedState }
        set { request(newValue) }
    }

    /// Whether its gesture has a beginning and an end, not just a moment; false by default (rules G2, G3).
    open var isContinuous: Bool { false }

    /// Whether it has seen its gesture, and waits for others to fail (rule G26).
    public var isWaiting: Bool { wanted != nil }

    /// When the latest of the presses it has received went down.
    public var latestInputTime: Duration? { received.last?.beganAt }

    /// Forgets a gesture that is over; called before the state is possible again (rules G8, G9).
    open func reset() {}

    /// Called when the state was set along an edge that does not exist; nothing has changed (rule G3). Stops a debug
    /// build. Override it to log.
    open func didRefuse(_ next: GestureState) {
        assertionFailure("\(name ?? "\(type(of: self))") cannot go from \(storedState) to \(next)")
    }

    // MARK: Inputs

    /// Presses of its view went down (rule G10). `presses` is not empty.
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}

    /// Presses it received came up (rule G10).
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}

    /// Presses it received were cancelled (rules G10, T21). What has not come to an end by itself then is cancelled, or fails.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {}

    /// Inputs of its view began that it does not receive, in the middle of its gesture: another key of the same device, say
    /// (rule B6). Does nothing by default.
    open func otherInputsBegan(at timestamp: Duration) {}

    /// The ``deadline`` has come, which was at `timestamp`.
    open func deadlineReached(at timestamp: Duration) {}

    /// Takes no further part in a press it received (rule G23).
    public func ignore(_ press: Press, for event: PressesEvent) {
        received.removeAll { $0 === press }
    }

    // MARK: Relations

    /// Whether it stops another one that shares an input with it, by its class; true by default (rule G30).
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

    /// Whether another one stops it, by its class; true by default (rule G30).
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

    /// Begins, or is recognized, only when `other` has failed (rule G26). One that is disabled, receives nothing of the
    /// sequence, or gets its inputs from another ``GestureEnvironment`` counts as failed.
    ///
    /// - Returns: false when nothing was changed, because `other` already requires this one to fail.
    @discardableResult
    public func require(toFail other: GestureRecognizer) -> Bool {
        guard other !== self, !other.requires(self) else { return false }
        requirements.removeAll { $0.recognizer == nil || $0.recognizer === other }
        requirements.append(WeakRecognizer(recognizer: other))
        return true
    }

    // MARK: Targets

    /// Adds a target, which is not kept alive, and what to do with it: once for each state but possible and failed
    /// (rule G5), in the order of adding. Adding the same target and action again changes nothing (rule G6).
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: String, perform: @escaping @MainActor (Target, GestureRecognizer) -> Void
    ) {
        targets.removeAll { $0.target == nil }
        guard !targets.contains(where: { $0.matches(target, action) }) else { return }
        targets.append(
            GestureTarget(target: target, action: action) { object, recognizer in
                if let target = object as? Target { perform(target, recognizer) }
            })
    }

    /// Adds a target whose action does not look at the recognizer (rule G6).
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: String, perform: @escaping @MainActor (Target) -> Void
    ) {
        addTarget(target, action: action) { target, _ in perform(target) }
    }

    /// Removes the pairs of a target and an action; nil matches all of them (rule G6).
    public func removeTarget(_ target: AnyObject?, action: String?) {
        targets.removeAll { $0.matches(target, action) }
    }

    /// Tells every target of the present state. What an action asks of this recognizer waits until all have been told, so
    /// that each of them sees the state it is called for (rule G7).
    func sendActions() {
        isSendingActions = true
        for pair in targets {
            if let target = pair.target { pair.perform(target, self) }
        }
        isSendingActions = false
        while !afterActions.isEmpty { afterActions.removeFirst()() }
    }
}
