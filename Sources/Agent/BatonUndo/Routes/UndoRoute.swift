// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonSession

/// One way to make an app undo or redo (rule UNDO6).
@MainActor
package protocol UndoRoute: AnyObject {
    /// The name in the configuration and the log: "gtk-actions", "xtest", ….
    var name: String { get }

    /// Finds out whether it can reach the app, or any app if `app` is nil. It answers once, within half a second.
    func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void)

    /// Asks whether the app could undo or redo now; nil if this route cannot know.
    func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void)

    /// Gets ready to press keys in the app: waits for at most a second until the user has released the modifiers (rule
    /// UNDO4). It answers once, within three seconds: nil if delivery can go on, else the outcome.
    func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void)

    /// Makes the app undo or redo. It answers once, within two seconds.
    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void)

    /// Has the desktop ask the user for consent. It answers once, when the user has decided. Call it at set-up only
    /// (rule UNDO35).
    func requestConsent(then: @escaping (RouteConsent) -> Void)
}

extension UndoRoute {
    package func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void) { then(nil) }

    package func requestConsent(then: @escaping (RouteConsent) -> Void) { then(.granted) }
}

/// Whether a route can be used now.
package enum RouteAvailability: Sendable, Equatable {
    /// Ready to deliver.
    case ready
    /// The user has to consent first, at set-up and never at a shake.
    case needsConsent
    /// It cannot be used, for this reason, which `batonctl doctor` shows.
    case unavailable(Reason)
}

/// The result of asking the user for consent to a route.
package enum RouteConsent: Sendable, Equatable {
    /// The user consented, or the route needs no consent.
    case granted
    /// The user refused.
    case denied
    /// The user could not be asked, for this reason.
    case failed(Reason)

    /// The word on the bus.
    package var word: OutcomeWord {
        switch self {
        case .granted: .granted
        case .denied: .denied
        case .failed: .failed
        }
    }

    /// The reason of a failure; nil otherwise.
    package var reason: Reason? { if case .failed(let reason) = self { reason } else { nil } }
}

/// How a delivery ended.
package enum RouteOutcome: Sendable, Equatable {
    /// The app got the operation.
    case done
    /// The keys were pressed, and nothing tells whether they reached the app unchanged (rule UNDO48).
    case pressed
    /// It was forbidden or impossible now, and nothing was done. No other route is tried.
    case refused(Reason)
    /// The app was not reached, and certainly nothing was done: the next route is tried.
    case unreached(Reason)
    /// It failed, and it is unknown whether the app got the operation: no other route is tried.
    case failed(Reason)
}
