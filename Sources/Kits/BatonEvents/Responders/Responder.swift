// SPDX-License-Identifier: Apache-2.0

/// An object that handles events and performs actions, and passes on what it does not handle (rules R1 to R11).
///
/// Override a handler to handle its events. Call `super`'s handler to pass an event on; do not call ``next`` yourself.
/// Unlike UIKit's, actions are performed by one method, and there are no menus, input views or undo managers.
///
/// For example:
/// ```swift
/// final class Player: Responder {
///     override var canBecomeFirstResponder: Bool { true }
///
///     override func remoteControlReceived(with event: Event) {
///         switch event.subtype {
///         case .remoteControlPlay: print("play")
///         default: super.remoteControlReceived(with: event)
///         }
///     }
/// }
/// ```
@MainActor
open class Responder {
    /// Makes a responder that handles nothing (rule R4).
    public init() {}

    /// The next responder of the chain (rule R2); nil by default.
    open var next: Responder? { nil }

    /// The window whose hierarchy contains this responder; nil if there is none (rule R8).
    ///
    /// Views and view controllers implement it. Another responder that belongs to a window overrides it.
    open var window: Window? { nil }

    /// Whether it is a view or a view controller, which belongs to the window that the one before it in a chain belongs
    /// to.
    var isOfHierarchy: Bool { false }

    // MARK: First responder

    /// Whether the responder may become first responder; false by default (rule R6).
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the responder, being first responder, may resign; true by default (rule R7).
    open var canResignFirstResponder: Bool { true }

    /// Whether the responder is the first responder of its window (rule R7).
    public var isFirstResponder: Bool { window?.firstResponder === self }

    /// Makes the responder the first responder of its window, if it may be, is in a window, and the present first
    /// responder resigns.
    ///
    /// - Returns: whether it is first responder now. If false, nothing has changed (rules R6 to R8).
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder, let window else { return false }
        if let present = window.firstResponder, present !== self {
            guard present.canResignFirstResponder, present.resignFirstResponder() else { return false }
            // resignFirstResponder may be overridden and do anything: make another one first, or remove this one.
            guard (window.firstResponder == nil || window.firstResponder === present), self.window === window,
                canBecomeFirstResponder
            else { return false }
        }
        window.firstResponder = self
        if let application = window.application, application.keyWindow === window {
            application.surroundings?.firstResponderBecame(self)
        }
        return true
    }

    /// Resigns as first responder (rule R7).
    ///
    /// - Returns: false if ``canResignFirstResponder`` is false.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if let window, window.firstResponder === self { window.firstResponder = nil }
        return true
    }

    // MARK: Actions

    /// Whether the responder can perform an action now; false by default. It may be asked at any time, and must change
    /// nothing (rule A3).
    open func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool { false }

    /// Performs an action that ``canPerformAction(_:withSender:)`` said yes to. Does nothing by default (rule A3).
    open func perform(_ action: Action, from sender: AnyObject?, for event: Event?) {}

    /// The responder that would perform an action: this one, or the first along the chain that can; nil without one
    /// (rules A5 and A8).
    public func target(forAction action: Action, withSender sender: AnyObject?) -> Responder? {
        Window.chain(from: self).first { $0.canPerformAction(action, withSender: sender) }
    }

    // MARK: Handlers

    /// Called for touches of one view that began, never for none (rule T8). Call `super` to pass them on.
    open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        event.passOn(touches, in: .began, from: self)
    }

    /// Called for touches of one view that moved (rule T8). Call `super` to pass them on.
    open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        event.passOn(touches, in: .changed, from: self)
    }

    /// Called for touches of one view that ended (rule T8). Call `super` to pass them on.
    open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        event.passOn(touches, in: .ended, from: self)
    }

    /// Called for touches of one view that were cancelled: by the system, by a gesture recognizer, or because the view
    /// leaves (rules T8, T21, D8 and V12). Call `super` to pass them on.
    open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        event.passOn(touches, in: .cancelled, from: self)
    }

    /// Called for a media command (rule C1). Call `super` to pass it on, now or later.
    open func remoteControlReceived(with event: Event) {
        event.passOn(from: self) { $0.remoteControlReceived(with: event) }
    }

    /// Called when a motion began (rule M1). Call `super` to pass it on.
    open func motionBegan(_ motion: EventSubtype, with event: Event) {
        event.passOn(from: self) { $0.motionBegan(motion, with: event) }
    }

    /// Called when a motion ended (rule M1). Call `super` to pass it on.
    open func motionEnded(_ motion: EventSubtype, with event: Event) {
        event.passOn(from: self) { $0.motionEnded(motion, with: event) }
    }

    /// Called when a motion took too long, was interrupted, or was not a shake (rule M1). Call `super` to pass it on.
    open func motionCancelled(_ motion: EventSubtype, with event: Event) {
        event.passOn(from: self) { $0.motionCancelled(motion, with: event) }
    }
}
