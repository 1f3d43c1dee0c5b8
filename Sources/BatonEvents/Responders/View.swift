// SPDX-License-Identifier: Apache-2.0

/// A part of a window's hierarchy.
///
/// Its geometry and its touches come with the touchscreen input.
@MainActor
open class View: Responder {
    /// The view it is in.
    public private(set) weak var superview: View?
    /// The views in it, the front one last.
    public private(set) var subviews: [View] = []
    /// The controller that manages it, if one does.
    public internal(set) weak var viewController: ViewController?

    /// The recognizers that watch it and its subviews, in the order of adding (rule G13).
    public private(set) var gestureRecognizers: [GestureRecognizer] = []

    /// Its controller if it has one, else its superview (rule R2).
    override open var next: Responder? { viewController ?? superview }

    override open var window: Window? { superview?.window }

    /// Puts a view in front of the others in this one, taking it out of where it was.
    ///
    /// - Precondition: `view` is neither this view nor one that contains it.
    public func addSubview(_ view: View) {
        precondition(!isInside(view), "a view cannot contain itself")
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    /// Takes the view out of its superview. A first responder that leaves with it is none any more (rule R8).
    public func removeFromSuperview() {
        guard let superview else { return }
        let window = window
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        guard let window, let first = window.firstResponder, first.window !== window else { return }
        // It may not refuse: it is gone.
        _ = first.resignFirstResponder()
        window.firstResponder = nil
    }

    // MARK: Gesture recognizers

    /// Adds a recognizer, taking it from the view it was added to (rule G13).
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view !== self else { return }
        recognizer.view?.removeGestureRecognizer(recognizer)
        gestureRecognizers.append(recognizer)
        recognizer.view = self
    }

    /// Removes a recognizer; what it was in the middle of is cancelled, or fails.
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
