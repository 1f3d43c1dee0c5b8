// SPDX-License-Identifier: Apache-2.0

/// One way to make an app undo or redo (design §7).
@MainActor
protocol UndoRoute: AnyObject {
    /// What people call it: "gtk-actions", "xtest", ….
    var name: String { get }

    /// Whether it presses keys, which go to whatever is in front by then.
    var pressesKeys: Bool { get }

    /// Tells whether it can reach the app, or any app when nobody is named; at most half a second later.
    func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void)

    /// Tells whether the app could undo or redo now; nil where nobody can know.
    func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void)

    /// Gets ready to press keys in the app: waits, at most a second, for the user to let go of the modifiers. Answers once, within
    /// three seconds: why it cannot go on, nil when it can.
    func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void)

    /// Makes the app undo or redo. Answers once, within two seconds.
    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void)

    /// Has the desktop ask the user; answers once, when they have decided. For set-up only.
    func requestConsent(then: @escaping (RouteConsent) -> Void)
}

extension UndoRoute {
    var pressesKeys: Bool { false }

    func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void) { then(nil) }

    func requestConsent(then: @escaping (RouteConsent) -> Void) { then(.granted) }
}
