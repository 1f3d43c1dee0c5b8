// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonKeysLink
import BatonReactor
package import BatonSession
package import BatonSettings
package import Logging

/// Undo by a shake or a command, put together: which app is in front, what speaks against it, the ways to reach the app, and
/// the question.
@MainActor
package final class UndoParts: AgentPart {
    package let finder: FocusFinder
    package let situation: SituationFinder
    package let delivery: UndoDelivery
    package let offer: UndoOffer
    private let keys: KeysSupervisor
    private let portal: RemoteDesktopPortal

    /// - Parameters:
    ///   - environment: the agent's own, which may tell of a display.
    ///   - display: tells where the display is.
    ///   - keysProgram: where `baton-keys` is; nil when it is not installed.
    package init(
        connection: Connection, environment: [String: String], display: SessionEnvironment, session: SessionMonitor,
        store: StateStore, keysProgram: String?, logger: Logger
    ) {
        let reactor = connection.reactor
        finder = FocusFinder(connection: connection, own: environment, display: display, reactor: reactor)
        situation = SituationFinder(connection: connection, focus: finder, session: session)
        keys = KeysSupervisor(program: keysProgram, reactor: reactor, logger: logger)
        portal = RemoteDesktopPortal(
            connection: connection, token: PortalToken(store: store), session: session,
            environment: finder.environment, logger: logger)
        delivery = UndoDelivery(reactor: reactor, logger: logger)
        offer = UndoOffer(
            delivery: delivery, notifications: NotificationClient(connection: connection, reactor: reactor),
            reactor: reactor, logger: logger)
        finder.askX11 = { [keys] session, then in
            keys.ask(session, { .focus(id: $0) }) { then(Self.app($0)) }
        }
        offer.look = { [weak self] in self?.situation.find(then: $0) }
        offer.onShowing = { [weak self] in self?.keepKeyboard($0) }
        delivery.allRoutes = routes(connection)
    }

    /// The routes, the best first.
    private func routes(_ connection: Connection) -> [any UndoRoute] {
        let redoChord: (FocusedApp) -> KeyChord = { [weak offer] app in
            offer?.guards.redoChord(in: app) ?? AppList.redoChord(in: app)
        }
        return [
            GTKActionsRoute(connection: connection), AccessibilityRoute(connection: connection),
            KeysRoute(.x11, helper: keys, environment: finder.environment, redoChord: redoChord),
            KeysRoute(.wayland, helper: keys, environment: finder.environment, redoChord: redoChord),
            PortalRoute(portal, helper: keys, environment: finder.environment, redoChord: redoChord),
            KeysRoute(.uinput, helper: keys, environment: finder.environment, redoChord: redoChord),
        ]
    }

    package func apply(_ configuration: Configuration) {
        situation.configuration = configuration.shake
        delivery.order = configuration.undo.routes
        offer.guards.configuration = configuration.undo
        offer.guards.apps = Dictionary(
            configuration.apps.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Takes back up what the user allowed before.
    package func open() {
        portal.open()
    }

    /// A question is on the screen, or no longer. A Wayland seat without a keyboard has one of ours for as long (UNDO41).
    private func keepKeyboard(_ isOn: Bool) {
        finder.environment.read { [keys] in keys.keep(isOn, in: $0) }
    }

    /// Ends the helper, and the remote control.
    package func close() {
        keys.close()
        portal.close()
    }

    /// An app that took no shake: Undo is offered, if the session has a display.
    ///
    /// - Parameter then: called once with how it ended; nil when there is no display, and so no app in front.
    package func offerAfterShake(then: @escaping (UndoResult?) -> Void) {
        finder.environment.read { [weak self] session in
            guard let self, session.hasDisplay else { return then(nil) }
            offer.offer { then($0) }
        }
    }

    /// What `baton-keys` says about the focus.
    package nonisolated static func app(_ report: KeysReport) -> Result<FocusedApp, FocusProblem> {
        switch report {
        case .focus(_, let window):
            // An app on another machine tells no process; its class and window are enough for the question.
            let process = window.process ?? window.claimedProcess
            guard process != nil || !window.className.isEmpty else {
                return .failure(.failed(.focus(.noProcess)))
            }
            var app = FocusedApp(
                process: process, isProcessCertain: window.process != nil, claimedProcess: window.claimedProcess,
                // Both parts of the class may be what a list or rule calls the app by.
                names: [window.className, window.instanceName], window: window.window, source: "x11")
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
