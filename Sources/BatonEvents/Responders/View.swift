// SPDX-License-Identifier: Apache-2.0
/// A view in a window's hierarchy.
///
/// Geometry and touches are not built yet (docs/rules/events.md).
///
/// For example:
/// ```swift
/// let window = Window()
/// let view = View()
/// window.addSubview(view)
/// view.addGestureRecognizer(TapGestureRecognizer())
/// ```
@MainActor
open class View: Responder {
    /// The view that contains this one.
    public private(set) weak var superview: View?
    /// The views that this one contains, the front one last.
    public private(set) var subviews: [View] = []
    /// The controller that manages this view; nil if there is none.
    public internal(set) weak var viewController: ViewController?

    /// The recognizers that receive the inputs of this view and of its subviews, in the order of adding (rule G13).
    public private(set) var gestureRecognizers: [GestureRecognizer] = []

    /// The view's controller if it has one, else its superview (rule R2).
    override open var next: Responder? { viewController ?? superview }

    override open var window: Window? { superview?.window }

    /// Adds a view in front of the other subviews, and removes it from its previous superview.
    ///
    /// - Precondition: `view` is neither this view nor a view that contains it.
    public func addSubview(_ view: View) {
        precondition(!isInside(view), "a view cannot contain itself")
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    /// Removes the view from its superview. A first responder that leaves the window with it resigns (rule R8).
    public func removeFromSuperview() {
        guard let superview else { return }
        let window = window
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        guard let window, let first = window.firstResponder, first.window !== window else { return }
        // It may not refuse, because it has left the window.
        _ = first.resignFirstResponder()
        window.firstResponder = nil
    }

    // MARK: Gesture recognizers

    /// Adds a recognizer, and removes it from its previous view (rule G13).
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view !== self else { return }
        recognizer.view?.removeGestureRecognizer(recognizer)
        gestureRecognizers.append(recognizer)
        recognizer.view = self
    }

    /// Removes a recognizer. A gesture that it has begun is cancelled; otherwise the recognizer fails.
    public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view === self else { return }
        gestureRecognizers.removeAll { $0 === recognizer }
        recognizer.view = nil
        recognizer.abandon()
    }

    private func isInside(_ view: View) -> Bool {
        sequence(first: self, next: { $0.superview }).contains { $0 === view }
    }
}

/// A responder that manages a view, and comes between that view and its superview in the chain (rule R2).
///
/// For example:
/// ```swift
/// window.rootViewController = ViewController(view: View())
/// ```
@MainActor
open class ViewController: Responder {
    /// The managed view.
    public let view: View

    /// Makes the controller of a view.
    ///
    /// - Precondition: no other controller manages the view.
    public init(view: View) {
        precondition(view.viewController == nil, "a view has one controller")
        self.view = view
        super.init()
        view.viewController = self
    }

    /// The superview of the managed view (rule R2).
    override open var next: Responder? { view.superview }

    override open var window: Window? { view.window }
}
