// SPDX-License-Identifier: Apache-2.0

/// An object that can handle events, and hands on those it does not (rules R1–R9).
///
/// Override a handler to handle; call `super`'s to hand on. Do not call `next` yourself.
@MainActor
open class Responder {
    /// Makes a responder that handles nothing.
    public init() {}

    /// Who is asked after this one (rule R2); nil by default.
    open var next: Responder? { nil }

    /// The window whose hierarchy this responder is in; nil outside of one.
    ///
    /// Views and view controllers know theirs. A responder of another kind that belongs to a window overrides this.
    open var window: Window? { nil }

    // MARK: First responder

    /// Whether it may become first responder; false by default (rule R6).
    open var canBecomeFirstResponder: Bool { false }

    /// Whether it may give that up; true by default (rule R7).
    open var canResignFirstResponder: Bool { true }

    /// Whether it is its window's first responder.
    public var isFirstResponder: Bool { window?.firstResponder === self }

    /// Makes it the first responder of its window, if it can, is in one, and the present one gives way.
    ///
    /// - Returns: whether it is first responder now. When not, nothing has changed (rules R6–R8).
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder, let window else { return false }
        if let present = window.firstResponder, present !== self {
            guard present.canResignFirstResponder, present.resignFirstResponder() else { return false }
            // Its way of resigning may have changed everything: who is first, and whether we are still here.
            guard (window.firstResponder == nil || window.firstResponder === present), self.window === window,
                canBecomeFirstResponder
            else { return false }
        }
        window.firstResponder = self
        return true
    }

    /// Gives up being first responder.
    ///
    /// - Returns: false when it may not.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if let window, window.firstResponder === self { window.firstResponder = nil }
        return true
    }

    // MARK: Handlers

    /// A media command came (rule C1). Call `super` to hand it on, now or later.
    open func remoteControlReceived(with event: Event) {
        event.passOn(from: self) { $0.remoteControlReceived(with: event) }
    }

    /// A motion began (rule M1). Call `super` to hand it on.
    open func motionBegan(_ motion: EventSubtype, with event: Event) {
        event.passOn(from: self) { $0.motionBegan(motion, with: event) }
    }

    /// A motion ended (rule M1). Call `super` to hand it on.
    open func motionEnded(_ motion: EventSubtype, with event: Event) {
        event.passOn(from: self) { $0.motionEnded(motion, with: event) }
    }

    /// A motion took too long or was something else (rule M1). Call `super` to hand it on.
    open func motionCancelled(_ motion: EventSubtype, with event: Event) {
        event.passOn(from: self) { $0.motionCancelled(motion, with: event) }
    }
}
