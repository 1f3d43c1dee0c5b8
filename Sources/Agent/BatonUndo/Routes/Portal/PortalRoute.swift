// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonKeysLink
import BatonSession
import BatonSettings

/// Presses the keys of Undo and Redo through the RemoteDesktop portal (rules UNDO33 and UNDO38): the way in GNOME's
/// Wayland session.
@MainActor
final class PortalRoute: UndoRoute {
    let name = UndoRouteName.portal.rawValue
    private let portal: RemoteDesktopPortal
    private let helper: KeysSupervisor
    private let environment: SessionEnvironment
    /// The chord that redoes in an app.
    private let redoChord: (FocusedApp) -> KeyChord

    init(
        _ portal: RemoteDesktopPortal, helper: KeysSupervisor, environment: SessionEnvironment,
        redoChord: @escaping (FocusedApp) -> KeyChord
    ) {
        self.portal = portal
        self.helper = helper
        self.environment = environment
        self.redoChord = redoChord
    }

    func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void) {
        // The desktop would press its own keys, which may mean others to the display in its window.
        if app?.display != nil { return then(.unavailable(.route(.nestedDisplay))) }
        if case .open = portal.state { return then(.ready) }
        environment.read { [portal] session in
            guard session.hasDisplay else { return then(.unavailable(.route(.noDisplay))) }
            portal.probe { result in
                switch result {
                // What a portal that does not run yet can do is known once it is asked for consent.
                case .success, .failure(.asleep): then(.needsConsent)
                case .failure(let problem): then(.unavailable(problem.reason))
                }
            }
        }
    }

    func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void) { then(nil) }

    func requestConsent(then: @escaping (RouteConsent) -> Void) {
        portal.requestConsent { result in
            switch result {
            case .success: then(.granted)
            case .failure(.denied): then(.denied)
            case .failure(let problem): then(.failed(problem.reason))
            }
        }
    }

    /// The desktop adds the modifiers that the user holds to the keys, and the portal does not report them, so
    /// `baton-keys` is asked. If that does not run the modifiers are unknown, which does not forbid (rule UNDO17).
    func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void) {
        environment.read { [helper] session in
            helper.ask(session, { .prepare(id: $0, display: nil, patience: KeyPress.longestPatience) }) { report in
                if case .refused(_, let reason) = report { then(.refused(reason.reason)) } else { then(nil) }
            }
        }
    }

    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void) {
        let chord = operation == .redo ? redoChord(app) : .controlZ
        portal.afterFirstKey { [self] in press(PortalKeys.keys(of: chord)[...], pressed: [], then: then) }
    }

    /// Presses the keys one after the other. Those that were pressed are released in reverse order, also after an error
    /// (rule UNDO5).
    private func press(_ keys: ArraySlice<Int32>, pressed: [Int32], then: @escaping (RouteOutcome) -> Void) {
        guard let key = keys.first else { return release(pressed, failure: nil, then: then) }
        portal.notify(key, isDown: true) { [self] error in
            // A call without an answer may have pressed the key.
            let pressed = pressed + [key]
            if let error { return release(pressed, failure: error, then: then) }
            press(keys.dropFirst(), pressed: pressed, then: then)
        }
    }

    private static func reason(_ failure: DBusError) -> Reason {
        failure.name == .disconnected
            ? .route(.portalClosed) : .route(.portalKeysFailed, [.message: .text(failure.message)])
    }

    private func release(_ keys: [Int32], failure: DBusError?, then: @escaping (RouteOutcome) -> Void) {
        guard let key = keys.last else {
            if let failure {
                portal.renounce(failure)
                return then(.failed(Self.reason(failure)))
            }
            // The desktop may have slow or bounce keys on, and does not tell what it did with the keys.
            return portal.settle { then(.pressed) }
        }
        portal.notify(key, isDown: false) { [self] error in
            release(keys.dropLast(), failure: failure ?? error, then: then)
        }
    }
}
