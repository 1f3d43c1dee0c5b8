// SPDX-License-Identifier: Apache-2.0

/// A responder that manages a view, and comes between that view and its superview in the chain (rule R2).
///
/// Unlike UIKit's, it has its view from the start, and no life cycle: it is a link of the chain.
///
/// For example:
/// ```swift
/// window.rootViewController = ViewController(view: View())
/// ```
@MainActor
open class ViewController: Responder {
    /// The managed view (rule R2).
    public let view: View

    /// Makes the controller of a view (rule R2).
    ///
    /// - Precondition: no other controller manages the view.
    public init(view: View) {
        precondition(view.viewController == nil, "a view has one controller")
        self.view = view
        super.init()
        view.viewController = self
        ResponderChain.generation &+= 1
    }

    /// The superview of the managed view (rule R2).
    override open var next: Responder? { view.superview }

    override open var window: Window? { view.window }

    override final var isOfHierarchy: Bool { true }
}
