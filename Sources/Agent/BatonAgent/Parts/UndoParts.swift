// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonLog
import BatonSession
import BatonSettings
import BatonState
import BatonUndo
import BatonValues

/// The parts that make Undo by a shake or a command: the search for the window in front, the guards, the routes and the
/// question.
@MainActor
final class UndoParts: AgentPartGroup {
    let finder: FocusFinder
    let situation: SituationFinder
    let delivery: UndoDelivery
    let offer: UndoOffer
    private let keys: KeysSupervisor
    private let portal: RemoteDesktopPortal
    private var observations: [Observation] = []

    /// The question ends before the ways to answer it.
    var parts: [any AgentPart] { [situation, delivery, offer, keys, portal] }

    init(
        connection: Connection, desk: DeskParts, paths: Paths, environment: [String: String],
        surroundings: Surroundings, logger: Logger
    ) {
        let reactor = connection.reactor
        finder = FocusFinder(connection: connection, own: environment, display: desk.display, reactor: reactor)
        situation = SituationFinder(connection: connection, focus: finder, session: desk.session)
        keys = KeysSupervisor(program: surroundings.helper("baton-keys"), reactor: reactor, logger: logger)
        portal = RemoteDesktopPortal(
            connection: connection, token: PortalToken(store: StateStore(directory: paths.stateDirectory)),
            session: desk.session, environment: desk.display, logger: logger)
        delivery = UndoDelivery(reactor: reactor, logger: logger)
        offer = UndoOffer(
            delivery: delivery, notifications: NotificationClient(connection: connection, reactor: reactor),
            reactor: reactor, logger: logger)
        finder.askX11 = { [keys] in keys.findFocus(in: $0, then: $1) }
        situation.inspection.look = { [display = desk.display, keys] process, then in
            display.read { keys.look(at: process, in: $0, then: then) }
        }
        offer.look = { [weak situation] in situation?.find(then: $0) }
        delivery.allRoutes = UndoRoutes.all(
            connection: connection, keys: keys, portal: portal, environment: desk.display
        ) { [weak offer] app in
            offer?.guards.redoChord(in: app) ?? AppList.redoChord(in: app)
        }
        connect(desk.display, desk.session)
    }

    private func connect(_ display: SessionEnvironment, _ session: SessionMonitor) {
        observations = [
            // A virtual keyboard is kept on a Wayland seat that has none, as long as a question is on the screen (rule UNDO41).
            offer.observe { [keys] change in
                if case .showing(let isShowing) = change { display.read { keys.keep(isShowing, in: $0) } }
            },
            // A locked, left or sleeping session ends the question.
            session.observe { [weak offer, weak session] change in
                if case .state = change { offer?.sessionChanged(session?.obstacle.map(Reason.session)) }
            },
        ]
    }

    /// Offers Undo after a shake that no app took, if the session has a display.
    ///
    /// - Parameter then: called once with the result; nil if there is no display, and so no app in front.
    func offerAfterShake(then: @escaping (UndoResult?) -> Void) {
        finder.environment.read { [weak offer] session in
            guard let offer, session.hasDisplay else { return then(nil) }
            offer.offer { then($0) }
        }
    }
}
