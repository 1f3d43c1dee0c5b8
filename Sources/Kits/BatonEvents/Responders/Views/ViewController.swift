// SPDX-License-Identifier: Apache-2.0

/// A responder that manages a view, and comes between that view and its superview in the chain (rule R2).
///
/// Unlike UIKit's, it has its view from the start, and no transitions: its view appears when it enters a window, and disappears
/// when it leaves it.
///
/// For example:
/// ```swift
/// final class Player: ViewController {
///     override func viewDidAppear(_ animated: Bool) { application.beginReceivingRemoteControlEvents() }
///     override func viewWillDisappear(_ animated: Bool) { application.endReceivingRemoteControlEvents() }
/// }
/// window.rootViewController = Player(view: View())
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

    // MARK: Life cycle

    var appearance = Appearance.disappeared
    private var isLoaded = false

    func loadIfNeeded() {
        guard !isLoaded else { return }
        isLoaded = true
        viewDidLoad()
    }

    /// Called once, before the view enters a window for the first time (rule R12).
    open func viewDidLoad() {}

    /// Called before the view enters a window, with itself or with what contains it (rule R12).
    ///
    /// Each of the four calls alternates: one that appeared disappears before it appears again. A view that does not enter the
    /// window after all, because a callback has moved it, disappears without having appeared.
    ///
    /// - Parameter animated: always false, since nothing here is animated.
    open func viewWillAppear(_ animated: Bool) {}

    /// Called when the view is in a window (rule R12).
    ///
    /// - Parameter animated: always false, since nothing here is animated.
    open func viewDidAppear(_ animated: Bool) {}

    /// Called before the view leaves its window (rule R12).
    ///
    /// - Parameter animated: always false, since nothing here is animated.
    open func viewWillDisappear(_ animated: Bool) {}

    /// Called when the view is in no window any more (rule R12).
    ///
    /// - Parameter animated: always false, since nothing here is animated.
    open func viewDidDisappear(_ animated: Bool) {}
}
