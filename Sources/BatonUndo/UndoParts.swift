// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
package import BatonKeysLink
package import BatonReactor
package import BatonSession
package import BatonSettings
package import Logging

/// What the undo offer stands on, put together: who is in front, and the ways to reach it (design §7).
@MainActor
package final class UndoParts {
    package let finder: FocusFinder
    package let situation: SituationFinder
    private let keys: KeysSupervisor
    private let portal: RemoteDesktopPortal

    package init(
        connection: Connection, environment: [String: String], reactor: Reactor, logger: Logger,
        session: SessionMonitor, store: StateStore, keysProgram: String?
    ) {
        finder = FocusFinder(connection: connection, own: environment, reactor: reactor)
        situation = SituationFinder(connection: connection, focus: finder, session: session)
        keys = KeysSupervisor(program: keysProgram, reactor: reactor, logger: logger)
        portal = RemoteDesktopPortal(
            connection: connection, token: PortalToken(store: store), session: session,
            environment: finder.environment, logger: logger)
        finder.askX11 = { [keys] session, then in
            keys.ask(session, { .focus(id: $0) }) { then(Self.app($0)) }
        }
    }

    /// The routes, the best first.
    package func routes(_ connection: Connection, redoChord: @escaping (FocusedApp) -> KeyChord) -> [any UndoRoute] {
        [
            GTKActionsRoute(connection: connection), AccessibilityRoute(connection: connection),
            KeysRoute(.x11, helper: keys, environment: finder.environment, redoChord: redoChord),
            KeysRoute(.wayland, helper: keys, environment: finder.environment, redoChord: redoChord),
            PortalRoute(portal, helper: keys, environment: finder.environment, redoChord: redoChord),
            KeysRoute(.uinput, helper: keys, environment: finder.environment, redoChord: redoChord),
        ]
    }

    /// Takes back up what the user allowed before.
    package func open() {
        portal.open()
    }

    /// A question is on the screen, or no longer: a Wayland seat without a keyboard has one as long (spec/undo.md §6).
    package func keepKeyboard(_ isOn: Bool) {
        finder.environment.read { [keys] in keys.keep(isOn, in: $0) }
    }

    /// Ends the helper, and the remote control.
    package func close() {
        keys.close()
        portal.close()
    }

    /// What `baton-keys` says about the focus.
    package nonisolated static func app(_ report: KeysReport) -> Result<FocusedApp, FocusProblem> {
        switch report {
        case .focus(_, let window):
            // An app on another machine tells no process; its class and window are enough for the question.
            let process = window.process != 0 ? window.process : window.claimedProcess
            guard process != 0 || !window.className.isEmpty else {
                return .failure(.failed(.focus(.noProcess)))
            }
            var app = FocusedApp(
                process: process, isProcessCertain: window.process != 0, claimedProcess: window.claimedProcess)
            // Both parts of the class may be what a list or rule calls the app by.
            app.identifier = [window.className, window.instanceName].filter { !$0.isEmpty }.joined(separator: "\n")
            app.window = window.window
            app.source = "x11"
            if !window.gtkBusName.isEmpty {
                app.gtk = GTKAddress(
                    busName: window.gtkBusName, applicationPath: window.gtkApplicationPath,
                    windowPath: window.gtkWindowPath)
            }
            return .success(app)
        // Without a window manager that tells, the apps themselves may know.
        case .noFocus(_, .untold): return .failure(.failed(MissingFocus.untold.reason))
        case .noFocus(_, let reason): return .failure(.nobody(reason.reason))
        case .refused: return .failure(.withheld(report.reason))
        case .failed, .unavailable: return .failure(.unanswered(report.reason))
        default: return .failure(.unreadable("baton-keys answered something else"))
        }
    }
}
