// SPDX-License-Identifier: Apache-2.0

/// Recognizes one gesture in the inputs of a view, touches or presses, and calls its targets (rules G1 to G34).
///
/// To write a recognizer, override the touch handlers or press handlers that you need, set ``state`` when the gesture
/// has reached that state, and set ``deadline`` when time alone must decide. Whether the gesture is discrete or
/// continuous follows from the states that you set (rule G2). Clear your properties in ``reset()``. Call `super` in each
/// override. Setting the state may not change it: the delegate may refuse, or another recognizer may have to fail first
/// (rule G26).
///
/// A recognizer is not a responder, and never in the chain (rule R1). Unlike UIKit's, targets have closures, a
/// recognizer sets a ``deadline`` instead of a timer, and a wrong transition changes nothing in a release build.
///
/// For example:
/// ```swift
/// /// Recognizes a press of any key as soon as it goes down.
/// final class DownGestureRecognizer: GestureRecognizer {
///     override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
///         super.pressesBegan(presses, with: event)
///         state = .recognized
///     }
/// }
/// ```
@MainActor
open class GestureRecognizer {
    /// A name for logs and tests (rule G13).
    public var name: String?
    /// The delegate, which decides what the recognizer receives and when it begins (rule G22).
    @exclusivity(unchecked) public weak var delegate: (any GestureRecognizerDelegate)? {
        didSet { hasDelegate = delegate != nil }
    }
    /// The view to which the recognizer was added. It receives the inputs of that view and of its subviews (rules G13
    /// and G20).
    @exclusivity(unchecked) public internal(set) weak var view: View?
    /// The keys that the recognizer receives; nil means every key. For other keys see ``otherInputsBegan(at:)``.
    /// Touches have no key (rule G34).
    public var allowedKeys: Set<PressKey>?
    /// Whether views lose the touches of the gesture when it is recognized: they get `touchesCancelled`. True by
    /// default (rules D1, D5 and D8).
    @exclusivity(unchecked) public var cancelsTouchesInView = true
    /// Whether views are told of touches only after the recognizer has failed; false by default (rule D6).
    @exclusivity(unchecked) public var delaysTouchesBegan = false
    /// Whether views are told of the end of touches only after the recognizer has failed; true by default. A gesture
    /// that is recognized can so cancel them instead (rules D1 and D4).
    @exclusivity(unchecked) public var delaysTouchesEnded = true
    /// Whether the recognizer receives inputs; true by default. Setting it to false cancels a gesture that has begun,
    /// and makes the recognizer fail otherwise (rule G11).
    @exclusivity(unchecked) public var isEnabled = true {
        didSet { if oldValue, !isEnabled { abandon() } }
    }
    /// When ``deadlineReached(at:)`` is to be called, since boot; nil for never. Set it from a handler, to a time after
    /// that of the handler's event. It is cleared when it is reached and when the gesture is over (rule G4).
    @exclusivity(unchecked) public var deadline: Duration? {
        didSet {
            GestureEnvironment.noteDeadline()
            if deadline == nil { GestureEnvironment.noteDecision() }
        }
    }

    private var hasDelegate = false
    /// The delegate. Without one it costs less than the weak reference.
    var askedDelegate: (any GestureRecognizerDelegate)? { hasDelegate ? delegate : nil }

    weak var environment: GestureEnvironment? {
        didSet { environmentNumber = environment?.number ?? 0 }
    }
    /// Compared instead of the weak reference, which costs more.
    private(set) var environmentNumber: UInt64 = 0
    var storedState = GestureState.possible {
        didSet { GestureEnvironment.noteDecision() }
    }
    /// Whether the gesture has ended while it waited to begin (rule G26).
    var hasEndedBefore = false
    /// The state that the recognizer waits to enter (rule G26).
    var wanted: GestureState? {
        didSet {
            GestureEnvironment.noteDecision()
            Self.waitingCount += (wanted == nil ? 0 : 1) - (oldValue == nil ? 0 : 1)
        }
    }
    /// How many recognizers wait. While none does, none has to be told of failures. One that is freed while it waits is
    /// counted for ever, which costs nothing but time.
    private(set) static var waitingCount = 0
    /// The inputs of the present gesture that were received and not ignored.
    @exclusivity(unchecked) private(set) var received: [GestureInput] = []
    var requirements: [WeakRecognizer] = [] {
        didSet { GestureEnvironment.noteDecision() }
    }
    /// The requirements that delegates added for this sequence (rule G27).
    var sequenceRequirements: [WeakRecognizer] = []
    var askedAbout: Set<ObjectIdentifier> = []
    /// Inputs for which memory is kept between gestures.
    static let keptCapacity = 8
    var isSendingActions = false
    /// Requests that an action made of this recognizer. They are done after the last target, so that each target sees
    /// the state that the action is for (rule G7).
    private var afterActions: [() -> Void] = []
    private var targets: [GestureTarget] = []

    /// Adds what is done after the last action.
    func doAfterActions(_ work: @escaping () -> Void) {
        var list = afterActions
        afterActions = []
        list.append(work)
        afterActions = list
    }

    /// Makes a recognizer without a target (rule G1).
    public init() {}

    /// Makes a recognizer with a target, whose method is its action: `Pad.tapped` in the place of a selector. The target
    /// is not retained (rule G6). For one whose methods are not of the main actor use `addTarget`.
    ///
    /// - Parameters:
    ///   - target: whose method is called.
    ///   - action: takes this recognizer's class or one above it. Another one stops a debug build; a release skips it.
    public convenience init<Target: AnyObject, Recognizer: GestureRecognizer>(
        target: Target, action: @escaping @MainActor (Target) -> @MainActor (Recognizer) -> Void
    ) {
        self.init()
        assert(self is Recognizer, "\(type(of: self)) has an action for \(Recognizer.self)")
        addTarget(target, action: "init") { target, recognizer in
            if let recognizer = recognizer as? Recognizer { action(target)(recognizer) }
        }
    }

    /// Makes a recognizer with a target, whose method without an argument is its action (rule G6).
    public convenience init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void
    ) {
        self.init()
        addTarget(target, action: "init") { target in action(target)() }
    }

    // MARK: State

    /// The state. Set it only from a subclass, and only along the transitions of ``GestureState``: set `ended` in
    /// `touchesEnded` and `cancelled` in `touchesCancelled`, whether the gesture has begun or not (rule G3).
    public var state: GestureState {
        get { storedState }
        set { request(newValue) }
    }

    /// Whether the gesture is complete and the recognizer waits for others to fail (rule G26).
    public var isWaiting: Bool { wanted != nil }

    /// When the last input that it received began (rule T7).
    public var latestInputTime: Duration? { received.last?.beganAt }

    /// Called when a gesture is over, before the state is possible again. Override it to clear your properties (rules
    /// G8 and G9).
    open func reset() {}

    /// Called when the state was set along a transition that does not exist; the state has not changed (rule G3). It
    /// stops a debug build. Override it to log.
    open func didRefuse(_ next: GestureState) {
        assertionFailure("\(name ?? "\(type(of: self))") cannot go from \(storedState) to \(next)")
    }

    // MARK: Inputs

    /// Called for received touches that began. `touches` is not empty (rules G10 and T8).
    open func touchesBegan(_ touches: Set<Touch>, with event: Event) {}

    /// Called for received touches that moved (rule G10).
    open func touchesMoved(_ touches: Set<Touch>, with event: Event) {}

    /// Called for received touches that ended (rule G10). A recognizer that is still possible then, and has no
    /// `deadline`, fails when its last touch has ended (rule G32).
    open func touchesEnded(_ touches: Set<Touch>, with event: Event) {}

    /// Called for received touches that were cancelled (rules G10 and T21). A gesture that has not ended when its last
    /// touch was cancelled is cancelled, or the recognizer fails.
    open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}

    /// Called for presses that began. `presses` is not empty (rules G10 and T8).
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {}

    /// Called for received presses that ended (rule G10).
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {}

    /// Called for received presses that were cancelled (rules G10 and T21). A gesture that has not ended after it is
    /// cancelled, or the recognizer fails.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {}

    /// Called during a gesture when inputs began that the recognizer does not receive, such as another key of the same
    /// device (rule B6). Does nothing by default.
    open func otherInputsBegan(at timestamp: Duration) {}

    /// Called when the `deadline`, which was `timestamp`, is reached (rule G4).
    open func deadlineReached(at timestamp: Duration) {}

    /// Makes the recognizer ignore a press that it received (rule G23).
    public func ignore(_ press: Press, for event: PressesEvent) {
        stopReceiving(press)
    }

    /// Makes the recognizer ignore a touch that it received. The view gets what the recognizer held back of it, and
    /// keeps the touch when the gesture is recognized (rules G23 and G34).
    public func ignore(_ touch: Touch, for event: Event) {
        stopReceiving(touch)
        environment?.turn {}
    }

    /// Takes an input (rules G20 and G23).
    func receive(_ input: GestureInput) { received.append(input) }

    private func stopReceiving(_ input: GestureInput) {
        var list = received
        received = []
        list.removeAll { $0 === input }
        received = list
        GestureEnvironment.noteDecision()
    }

    func forgetInputs() {
        guard !received.isEmpty else { return }
        var list = received
        received = []
        list.removeAll(keepingCapacity: list.capacity <= Self.keptCapacity)
        received = list
        GestureEnvironment.noteDecision()
    }

    // MARK: Places

    /// The middle of the touches, in the coordinates of a view; nil is the window. Without touches it is the origin
    /// (rule G12).
    open func location(in view: View?) -> Point { Self.middle(of: presentTouches.map { $0.location(in: view) }) }

    static func middle(of places: [Point]) -> Point { places.reduce(.zero, +) * (1 / Double(max(places.count, 1))) }

    /// The number of touches of the gesture (rule G12).
    open var numberOfTouches: Int { presentTouches.count }

    /// The place of one touch of the gesture, in the coordinates of a view; nil is the window (rule G12).
    ///
    /// - Parameter index: from 0, in the order in which the touches began.
    /// - Parameter view: the view in whose coordinates it is; nil for the window's.
    /// - Returns: nil if there is no such touch.
    open func location(ofTouch index: Int, in view: View?) -> Point? {
        let touches = presentTouches
        return touches.indices.contains(index) ? touches[index].location(in: view) : nil
    }

    /// The received touches of the latest event: those that are down and those that it ended. If all ended before, the
    /// ones that ended last.
    var presentTouches: [Touch] {
        let touches = received.compactMap { $0 as? Touch }
        let latest = touches.lazy.map(\.changedIn).max() ?? 0
        let serial = environment?.latestEvent ?? latest
        let present = touches.filter { !$0.isOver || $0.changedIn == serial }
        return present.isEmpty ? touches.filter { $0.changedIn == latest } : present
    }

    // MARK: Relations

    /// Whether recognizers of this class prevent another one that shares an input; true by default (rule G30).
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

    /// Whether another recognizer can prevent those of this class; true by default (rule G30).
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

    /// Makes the recognizer begin, or be recognized, only after `other` has failed (rule G26). If `other` is disabled,
    /// receives nothing of the sequence, or belongs to another ``GestureEnvironment``, it counts as failed.
    ///
    /// - Returns: false if nothing was changed, because `other` already requires this one to fail.
    @discardableResult
    public func require(toFail other: GestureRecognizer) -> Bool {
        guard other !== self, !other.requires(self) else { return false }
        requirements =
            requirements.filter { $0.recognizer != nil && $0.recognizer !== other } + [
                WeakRecognizer(recognizer: other)
            ]
        return true
    }

    // MARK: Targets

    /// Adds a target with an action. It is performed once for each state but possible and failed (rule G5), in the
    /// order of adding. The target is not retained. Adding the same target and action again has no effect (rule G6).
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: String, perform: @escaping @MainActor (Target, GestureRecognizer) -> Void
    ) {
        targets = targets.filter { $0.target != nil }
        guard !targets.contains(where: { $0.matches(target, action) }) else { return }
        let new = GestureTarget(target: target, action: action) { object, recognizer in
            if let target = object as? Target { perform(target, recognizer) }
        }
        targets = targets + [new]
    }

    /// Adds a target with an action that does not need the recognizer (rule G6).
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: String, perform: @escaping @MainActor (Target) -> Void
    ) {
        addTarget(target, action: action) { target, _ in perform(target) }
    }

    /// Removes the pairs of a target and an action. Nil matches every target, or every action (rule G6).
    public func removeTarget(_ target: AnyObject?, action: String?) {
        targets = targets.filter { !$0.matches(target, action) }
    }

    /// Performs the actions of all targets. Requests that an action makes of this recognizer wait until the last target
    /// has been called, so that each of them sees the same state (rule G7).
    func sendActions() {
        isSendingActions = true
        for pair in targets {
            if let target = pair.target { pair.perform(target, self) }
        }
        isSendingActions = false
        while let action = afterActions.first {
            var list = afterActions
            afterActions = []
            list.removeFirst()
            afterActions = list
            action()
        }
    }
}

/// A pair of a target and an action (rule G6).
@MainActor
struct GestureTarget {
    /// The target, which the recognizer does not retain.
    weak var target: AnyObject?
    /// The name of the action, which tells two actions of one target apart.
    let action: String
    let perform: (AnyObject, GestureRecognizer) -> Void

    /// Whether the pair has this target and action. Nil matches any.
    func matches(_ target: AnyObject?, _ action: String?) -> Bool {
        (target == nil || target === self.target) && (action == nil || action == self.action)
    }
}

/// A weak reference to a recognizer.
@MainActor
struct WeakRecognizer {
    weak var recognizer: GestureRecognizer?
}
