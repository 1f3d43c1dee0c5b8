// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonKeysLink
package import BatonLog
import BatonReactor
package import BatonSession
package import BatonSettings
package import BatonState
import BatonValues

/// The parts that make Undo by a shake or a command: the search for the window in front, the guards, the routes and the
/// question.
@MainActor
package final class UndoParts: AgentPart {
    package let finder: FocusFinder
    package let situation: SituationFinder
    package let delivery: UndoDelivery
    package let offer: UndoOffer
    private var observations: [Observation] = []
    private let keys: KeysSupervisor
    private let portal: RemoteDesktopPortal
    private let session: SessionMonitor

    /// - Parameters:
    ///   - environment: the agent's own, which may name a display.
    ///   - display: finds the session's display.
    ///   - keysProgram: the path of `baton-keys`; nil if it is not installed.
    package init(
        connection: Connection, environment: [String: String], display: SessionEnvironment, session: SessionMonitor,
        store: StateStore, keysProgram: String?, logger: Logger
    ) {
        let reactor = connection.reactor
        self.session = session
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
        situation.inspection.look = { [finder, keys] process, then in
            finder.environment.read { session in
                keys.ask(session, { .look(id: $0, process: process) }) { report in
                    if case .process(_, let makeup) = report { then(makeup) } else { then(nil) }
                }
            }
        }
        offer.look = { [weak self] in self?.situation.find(then: $0) }
        delivery.allRoutes = routes(connection)
        observations = [
            offer.observe { [weak self] change in
                if case .showing(let isShowing) = change { self?.keepKeyboard(isShowing) }
            },
            session.observe { [weak self] in if case .state = $0 { self?.sessionChanged() } },
        ]
    }

    /// A locked, left or sleeping session ends the question.
    private func sessionChanged() {
        offer.sessionChanged(session.obstacle.map(Reason.session))
    }

    /// All routes. ``UndoDelivery/order`` decides which are tried.
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

    /// Restores the portal's session that the user allowed before.
    package func open() {
        portal.open()
    }

    /// Keeps a virtual keyboard on a Wayland seat that has none, as long as a question is on the screen (rule UNDO41).
    private func keepKeyboard(_ isOn: Bool) {
        finder.environment.read { [keys] in keys.keep(isOn, in: $0) }
    }

    /// Ends `baton-keys` and the portal's session.
    package func close() {
        offer.close()
        keys.close()
        portal.close()
    }

    /// Offers Undo after a shake that no app took, if the session has a display.
    ///
    /// - Parameter then: called once with the result; nil if there is no display, and so no app in front.
    package func offerAfterShake(then: @escaping (UndoResult?) -> Void) {
        finder.environment.read { [weak self] session in
            guard let self, session.hasDisplay else { return then(nil) }
            offer.offer { then($0) }
        }
    }

    /// The app in front by a report of `baton-keys`.
    package nonisolated static func app(_ report: KeysReport) -> Result<FocusedApp, FocusProblem> {
        switch report {
        case .focus(_, let window):
            // A window of a program on another machine has no process here. Its class and window suffice for the
            // question.
            let process = window.process ?? window.claimedProcess
            guard process != nil || !window.className.isEmpty else {
                return .failure(.failed(.focus(.noProcess)))
            }
            var app = FocusedApp(
                process: process, isProcessCertain: window.process != nil, claimedProcess: window.claimedProcess,
                // A list or a rule may name either part of WM_CLASS.
                names: [window.className, window.instanceName, window.applicationID], window: window.window,
                provider: .x11)
            if !window.gtkBusName.isEmpty {
                app.gtk = GTKAddress(
                    busName: window.gtkBusName, applicationPath: window.gtkApplicationPath,
                    windowPath: window.gtkWindowPath)
            }
            return .success(app)
        // Without a window manager that sets _NET_ACTIVE_WINDOW, the accessibility bus may still name the app.
        case .noFocus(_, .untold): return .failure(.failed(MissingFocus.untold.reason))
        case .noFocus(_, let reason): return .failure(.noApp(reason.reason))
        case .refused: return .failure(.withheld(report.reason))
        case .failed, .unavailable: return .failure(.unanswered(report.reason))
        default: return .failure(.unreadable("baton-keys answered something else"))
        }
    }
}
