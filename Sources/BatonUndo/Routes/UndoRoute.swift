// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonSession

/// One way to make an app undo or redo (design §7).
@MainActor
package protocol UndoRoute: AnyObject {
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
    package var pressesKeys: Bool { false }

    package func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void) { then(nil) }

    package func requestConsent(then: @escaping (RouteConsent) -> Void) { then(.granted) }
}

/// Whether a route can be used now.
package enum RouteAvailability: Sendable, Equatable {
    /// It can.
    case ready
    /// The user has to agree first, at set-up and never at shake time.
    case needsConsent
    /// It cannot, and why, for `batonctl doctor`.
    case unavailable(Reason)
}

/// What became of asking the user whether a route may be used.
package enum RouteConsent: Sendable, Equatable {
    /// It may.
    case granted
    /// The user said no.
    case denied
    /// Nobody could be asked, and why.
    case failed(Reason)

    /// The word on the bus.
    package var word: OutcomeWord {
        switch self {
        case .granted: .granted
        case .denied: .denied
        case .failed: .failed
        }
    }

    /// Why, where there is something to say.
    package var reason: Reason? { if case .failed(let reason) = self { reason } else { nil } }
}

/// How a delivery ended.
package enum RouteOutcome: Sendable, Equatable {
    /// The app has it.
    case done
    /// A guard said no, and nothing was done.
    case refused(Reason)
    /// The app could not be reached, and surely nothing was done: another route may try.
    case unreached(Reason)
    /// It did not work, and nobody knows whether the app has it: no other route may try.
    case failed(Reason)
}
