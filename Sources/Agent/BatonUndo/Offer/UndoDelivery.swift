// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonLog
package import BatonReactor
package import BatonSession
package import BatonSettings

/// Delivers Undo and Redo to an app by the first route that reaches it (rule UNDO6).
@MainActor
package final class UndoDelivery: AgentPart {
    /// All routes.
    package var allRoutes: [any UndoRoute] = []
    /// The names of the routes that the configuration wants tried, in that order.
    package var order = UndoRouteName.usual

    /// The routes that are tried, in their order.
    package var routes: [any UndoRoute] {
        order.compactMap { name in allRoutes.first { $0.name == name.rawValue } }
    }

    /// Looks again whether an app may get keys. It calls `then` once with the reason against it, nil if there is none.
    var recheck: (_ app: FocusedApp, _ then: @escaping (_ reason: Reason?) -> Void) -> Void = { $1(nil) }

    private let reactor: Reactor
    private let logger: Logger
    private var lastUndo: (app: FocusedApp, at: Duration)?

    /// How long after an undo by Baton Redo is offered (rule UNDO30).
    private static let redoTime = Duration.seconds(60)
    /// The age up to which the last look at the window in front is good enough for keys: a user does not change windows
    /// within 50 ms. A larger value saves a look and risks keys in another window.
    private static let freshness = Duration.milliseconds(50)

    package init(reactor: Reactor, logger: Logger) {
        self.reactor = reactor
        self.logger = logger
    }

    package func apply(_ configuration: Configuration) { order = configuration.undo.routes }

    /// Whether Baton undid something in the app within the last minute.
    func mayRedo(in app: FocusedApp) -> Bool {
        guard let lastUndo else { return false }
        return lastUndo.app.isSameApp(as: app) && reactor.now - lastUndo.at < Self.redoTime
    }

    /// Delivers once, by the first route that reaches the app. Only a route that certainly did nothing hands on to the
    /// next.
    ///
    /// - Parameter instant: when the app was seen in front, since boot.
    package func deliver(
        _ operation: UndoOperation, to app: FocusedApp, seenAt instant: Duration, then: @escaping (UndoResult) -> Void
    ) {
        deliver(Order(operation: operation, app: app, seenAt: instant, then: then), by: routes[...], reasons: [])
    }

    /// A delivery that was asked for.
    private struct Order {
        let operation: UndoOperation
        let app: FocusedApp
        let seenAt: Duration
        let then: (UndoResult) -> Void
    }

    private func deliver(_ order: Order, by routes: ArraySlice<any UndoRoute>, reasons: [Reason]) {
        probe(routes, for: order.app, reasons: reasons) { [weak self] found in
            switch found {
            case .failure(let reason): order.then(.failed(reason))
            case .success(let ready):
                guard let self else { return order.then(.failed(.undo(.agentEnding))) }
                deliver(order, by: ready.route) { [weak self] outcome in
                    switch outcome {
                    case .done:
                        self?.note(order.operation, order.app, ready.route.name)
                        order.then(.done(order.operation))
                    case .pressed:
                        self?.note(order.operation, order.app, ready.route.name)
                        order.then(.pressed(order.operation))
                    case .refused(let reason): order.then(.refused(reason))
                    case .failed(let reason): order.then(.failed(reason.of(route: ready.route.name)))
                    case .unreached(let reason):
                        guard let self else { return order.then(.failed(reason)) }
                        let reasons = ready.reasons + [reason.of(route: ready.route.name)]
                        deliver(order, by: ready.others, reasons: reasons)
                    }
                }
            }
        }
    }

    /// Checks before a route delivers that the window is still in front: the routes before it, and a modifier that the
    /// user held, may have taken seconds. It holds for actions as well: a dialog may have opened meanwhile (rule UNDO45).
    private func deliver(_ order: Order, by route: any UndoRoute, then: @escaping (RouteOutcome) -> Void) {
        route.prepare(for: order.app) { [weak self] obstacle in
            if let obstacle { return then(obstacle) }
            guard let self else { return then(.refused(.undo(.agentEnding))) }
            guard reactor.now - order.seenAt > Self.freshness else {
                return route.deliver(order.operation, to: order.app, then: then)
            }
            recheck(order.app) { reason in
                if let reason { return then(.refused(reason)) }
                route.deliver(order.operation, to: order.app, then: then)
            }
        }
    }

    private func note(_ operation: UndoOperation, _ app: FocusedApp, _ route: String) {
        logger.info("\(operation.rawValue) in \(UndoGuards.name(app)), by \(route)")
        if operation == .undo { lastUndo = (app, reactor.now) }
    }

    /// Finds the first route that is ready for the app, or for any app if it is unknown which one is in front.
    func findRoute(for app: FocusedApp?, then: @escaping (Result<any UndoRoute, Reason>) -> Void) {
        probe(routes[...], for: app, reasons: []) { then($0.map(\.route)) }
    }

    /// A route that is ready, the routes after it, and the reasons of those before it.
    private struct Ready {
        let route: any UndoRoute
        let others: ArraySlice<any UndoRoute>
        let reasons: [Reason]
    }

    private func probe(
        _ routes: ArraySlice<any UndoRoute>, for app: FocusedApp?, reasons: [Reason],
        then: @escaping (Result<Ready, Reason>) -> Void
    ) {
        guard let route = routes.first else {
            return then(.failure(.undo(.noRoute, [.routes: .reasons(reasons)])))
        }
        route.probe(for: app) { [weak self] availability in
            guard let self else { return then(.failure(Reason.undo(.agentEnding))) }
            let reason: Reason
            switch availability {
            case .ready:
                return then(.success(Ready(route: route, others: routes.dropFirst(), reasons: reasons)))
            case .needsConsent: reason = .route(.needsConsent)
            case .unavailable(let why): reason = why
            }
            probe(routes.dropFirst(), for: app, reasons: reasons + [reason.of(route: route.name)], then: then)
        }
    }
}
