// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// A view that the user operates: it follows a touch, and sends actions for what happens (rules CT1 to CT12).
///
/// It is UIKit's `UIControl` without drawing. A subclass decides by ``beginTracking(_:with:)`` and
/// ``continueTracking(_:with:)`` what a touch does, and may override the properties of its state to draw. Like all
/// views it belongs to the main actor. Unlike UIKit's, targets have closures or named actions instead of selectors, and
/// a control has no menus, tool tips or alignment of content.
///
/// For example:
/// ```swift
/// /// A knob that turns as the finger goes up and down.
/// final class Dial: Control {
///     var angle = 0.0
///
///     override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
///         angle += touch.previousLocation(in: self).y - touch.location(in: self).y
///         sendActions(for: .valueChanged)
///         return super.continueTracking(touch, with: event)
///     }
/// }
/// let dial = Dial()
/// dial.addTarget(player, action: "turn", for: .valueChanged) { player, dial in player.volume = dial.angle }
/// ```
@MainActor
open class Control: View {
    /// UIKit's name for ``ControlState``.
    public typealias State = ControlState

    // MARK: State

    /// Whether the user can operate the control; true by default. Set to false, it cancels the touches that are tracked
    /// (rules CT6 and CT9).
    open var isEnabled = true {
        didSet { if !isEnabled { cancelAll() } }
    }
    /// Whether the control is selected; false by default. Only the app sets it (rule CT2).
    open var isSelected = false
    /// Whether the control is to look pressed; false by default. The control sets it while a tracked touch is inside
    /// (rules CT3 to CT6).
    open var isHighlighted = false

    /// The states that the control is in (rule CT2).
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// Whether the view is hidden; false by default. Set to true, it cancels the touches that are tracked (rule CT6).
    override open var isHidden: Bool {
        didSet { if isHidden { cancelAll() } }
    }

    // MARK: Tracking

    /// How far outside the bounds a tracked touch still counts as inside, in points of the control's coordinates: 70 by
    /// default, and any finite number (rule CT7; observed on iOS).
    public var trackingMargin: Double {
        get { margin }
        set {
            assert(newValue.isFinite, "the margin of \(type(of: self)) needs a finite number")
            if newValue.isFinite { margin = newValue }
        }
    }
    private var margin = 70.0

    /// Whether the control tracks a touch (rule CT3).
    public var isTracking: Bool { finishing != nil || tracked.contains { !$0.isBeginning } }

    /// Whether a touch that the control tracks is inside it (rules CT3, CT4 and CT7).
    public var isTouchInside: Bool {
        if let finishing { return finishing.isInside }
        return tracked.contains { $0.isInside && !$0.isBeginning }
    }

    /// The touches that are tracked, in the order in which they began.
    var tracked: [TrackedTouch] = []
    /// The touches of the messages that are delivered now, which the control has not come to.
    var arriving: [Touch] = []
    /// The touch whose end the control is told of now.
    var finishing: TrackedTouch?
    /// That of the window when a touch began. The end of one is sent through it though the control has left.
    weak var application: Application?

    /// Called when a touch begins, and decides whether the control tracks it; true by default (rule CT3).
    ///
    /// - Parameters:
    ///   - touch: the new touch.
    ///   - event: the event that it came with.
    /// - Returns: false to ignore the touch until it ends. No event is sent for it then.
    open func beginTracking(_ touch: Touch, with event: Event?) -> Bool { true }

    /// Called when a tracked touch has moved, after the event of the move was sent; true by default (rule CT4).
    ///
    /// - Returns: false to end tracking. ``endTracking(_:with:)`` follows, and no event.
    open func continueTracking(_ touch: Touch, with event: Event?) -> Bool { true }

    /// Called when a tracked touch has ended, before its event is sent; ``isTouchInside`` says where (rule CT5).
    open func endTracking(_ touch: Touch?, with event: Event?) {}

    /// Called instead of ``endTracking(_:with:)`` for a touch that was taken from the control, before
    /// ``ControlEvents/touchCancel`` is sent (rule CT6).
    ///
    /// - Parameter event: nil if no event is the cause, such as for a control that was disabled.
    open func cancelTracking(with event: Event?) {}

    /// Called for a touch that is not tracked, because an override of ``beginTracking(_:with:)`` did not want it.
    func didNotBegin(_ touch: Touch) {}

    /// What is sent when a touch ends inside.
    var eventsOfTouchUpInside: [ControlEvents] { [.touchUpInside] }

    // MARK: Touches

    // None calls super: a control has its touches for itself, disabled or not (rules CT8 and CT9).

    /// Tracks new touches (rule CT3). They do not go on along the chain.
    override open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        let touches = touches.sorted()
        arriving += touches
        for touch in touches { arrive(touch, event) }
    }

    /// Follows the touches that are tracked (rule CT4).
    override open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        for touch in touches.sorted() { move(touch, event) }
    }

    /// Ends tracking (rule CT5).
    override open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        for touch in touches.sorted() { end(touch, event) }
    }

    /// Cancels tracking (rule CT6).
    override open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        for touch in touches.sorted() { cancel(touch, event) }
    }

    // MARK: Actions

    /// The pairs of targets and actions, in the order of adding. Removed ones have no events.
    var targets: [ControlTarget] = []
    /// The pair whose action is sent now.
    var sending: ControlTarget?
    /// Events of touches that wait until those before them were sent.
    var unsent: [(events: ControlEvents, cause: Event?)] = []
    var isSendingEvents = false

    /// Sends one action, through the application if the control's window has one (rule CT11). Override it to watch or
    /// to change what is sent, and call `super` to send.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - target: what performs it: a responder, or an object that was added with a closure; nil for the first
    ///     responder that can, from the window's first responder on, without one from the control.
    ///   - event: the cause; nil if the app's code is.
    open func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
        guard let target else { return deliver(action, to: nil, event) }
        if let pair = pair(for: action, target), pair.work != nil {
            deliver(action, to: pair, event)
        } else if let responder = target as? Responder {
            deliver(action, to: responder, event)
        }
    }
}
