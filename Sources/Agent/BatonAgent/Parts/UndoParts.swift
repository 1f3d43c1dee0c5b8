// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonLog
import BatonReactor
import BatonSession
import BatonSettings
import BatonState
import BatonUndo
import BatonValues

/// The parts that make Undo by a shake or a command: the search for the window in front, the guards, the routes and the
/// question.
@MainActor
final class UndoParts: AgentPart {
    let finder: FocusFinder
    let situation: SituationFinder
    let delivery: UndoDelivery
    let offer: UndoOffer
    private var observations: [Observation] = []
    private let keys: KeysSupervisor
    private let portal: RemoteDesktopPortal
    private let session: SessionMonitor

    /// - Parameters:
    ///   - environment: the agent's own, which may name a display.
    ///   - display: finds the session's display.
    ///   - keysProgram: the path of `baton-keys`; nil if it is not installed.
    init(
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
        finder.askX11 = { [keys] in keys.findFocus(in: $0, then: $1) }
        situation.inspection.look = { [finder, keys] process, then in
            finder.environment.read { keys.look(at: process, in: $0, then: then) }
        }
        offer.look = { [weak self] in self?.situation.find(then: $0) }
        delivery.allRoutes = UndoRoutes.all(
            connection: connection, keys: keys, portal: portal, environment: finder.environment
        ) { [weak offer] app in
            offer?.guards.redoChord(in: app) ?? AppList.redoChord(in: app)
        }
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

    func apply(_ configuration: Configuration) {
        situation.configuration = configuration.shake
        delivery.order = configuration.undo.routes
        offer.guards.configuration = configuration.undo
        offer.guards.apps = Dictionary(
            configuration.apps.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Restores the portal's session that the user allowed before.
    func open() {
        portal.open()
    }

    /// Keeps a virtual keyboard on a Wayland seat that has none, as long as a question is on the screen (rule UNDO41).
    private func keepKeyboard(_ isOn: Bool) {
        finder.environment.read { [keys] in keys.keep(isOn, in: $0) }
    }

    /// Ends `baton-keys` and the portal's session.
    func close() {
        offer.close()
        keys.close()
        portal.close()
    }

    /// Offers Undo after a shake that no app took, if the session has a display.
    ///
    /// - Parameter then: called once with the result; nil if there is no display, and so no app in front.
    func offerAfterShake(then: @escaping (UndoResult?) -> Void) {
        finder.environment.read { [weak self] session in
            guard let self, session.hasDisplay else { return then(nil) }
            offer.offer { then($0) }
        }
    }
}
