// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonKeysLink
import BatonSession
import BatonSettings

/// Undo and Redo by their keys, through the desktop's remote control (spec/undo.md §5): the way on GNOME's Wayland session.
@MainActor
final class PortalRoute: UndoRoute {
    let name = UndoRouteName.portal.rawValue
    let pressesKeys = true
    private let portal: RemoteDesktopPortal
    private let helper: KeysSupervisor
    private let environment: SessionEnvironment
    /// The keys that redo in an app.
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
        if case .open = portal.state { return then(.ready) }
        environment.read { [portal] session in
            guard session.hasDisplay else { return then(.unavailable(.route(.noDisplay))) }
            portal.probe { result in
                switch result {
                // What one can do that sleeps is seen when it is asked.
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

    /// The desktop adds the user's modifiers to the keys, and its portal does not tell them: `baton-keys` is asked. Where that does
    /// not run, nobody knows, and unknown does not forbid.
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

    /// Presses one after the other; whatever was pressed is released, also after a failure.
    private func press(_ keys: ArraySlice<Int32>, pressed: [Int32], then: @escaping (RouteOutcome) -> Void) {
        guard let key = keys.first else { return release(pressed, failure: nil, then: then) }
        portal.notify(key, isDown: true) { [self] error in
            // A call that was not answered may have pressed it all the same.
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
            return portal.settle { then(.done) }
        }
        portal.notify(key, isDown: false) { [self] error in
            release(keys.dropLast(), failure: failure ?? error, then: then)
        }
    }
}
