// SPDX-License-Identifier: Apache-2.0

/// One way to make an app undo or redo (design §7).
@MainActor
protocol UndoRoute: AnyObject {
    /// What people call it: "gtk-actions", "xtest", ….
    var name: String { get }

    /// Tells whether it can reach the app, or any app when nobody is named; at most half a second later.
    func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void)

    /// Tells whether the app could undo or redo now; nil where nobody can know.
    func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void)

    /// Makes the app undo or redo. Answers once, within two seconds.
    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void)

    /// Has the desktop ask the user; answers once, when they have decided. For set-up only.
    func requestConsent(then: @escaping (RouteConsent) -> Void)
}

extension UndoRoute {
    func requestConsent(then: @escaping (RouteConsent) -> Void) { then(.granted) }
}
