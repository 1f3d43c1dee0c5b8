// SPDX-License-Identifier: Apache-2.0

/// Manages a view, and stands between it and its superview in the chain (rule R2).
@MainActor
open class ViewController: Responder {
    /// The view it manages.
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

    /// Its view's superview.
    override open var next: Responder? { view.superview }

    override open var window: Window? { view.window }
}
