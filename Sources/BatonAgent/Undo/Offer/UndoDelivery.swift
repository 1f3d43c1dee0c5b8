// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor
internal import Logging

/// Brings Undo and Redo to an app by the first route that can (design §7).
@MainActor
final class UndoDelivery {
    /// All ways to deliver that there are.
    var allRoutes: [any UndoRoute] = []
    /// Those that the user wants tried, the first one first.
    var order = UndoRouteName.usual

    /// The ways that are tried, in that order.
    var routes: [any UndoRoute] {
        order.compactMap { name in allRoutes.first { $0.name == name.rawValue } }
    }

    private let reactor: Reactor
    private let logger: Logger
    private var lastUndo: (app: FocusedApp, at: Duration)?

    /// How long after an undo of ours there surely is something to redo.
    private static let redoTime = Duration.seconds(60)

    init(reactor: Reactor, logger: Logger) {
        self.reactor = reactor
        self.logger = logger
    }

    /// Whether Baton undid something there a moment ago.
    func mayRedo(in app: FocusedApp) -> Bool {
        guard let lastUndo else { return false }
        return lastUndo.app.isSameApp(as: app) && reactor.now - lastUndo.at < Self.redoTime
    }

    /// Delivers once, by the first route that reaches the app.
    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (UndoResult) -> Void) {
        deliver(operation, to: app, by: routes[...], reasons: [], then: then)
    }

    private func deliver(
        _ operation: UndoOperation, to app: FocusedApp, by routes: ArraySlice<any UndoRoute>, reasons: [String],
        then: @escaping (UndoResult) -> Void
    ) {
        probe(routes, for: app, reasons: reasons) { [weak self] found in
            switch found {
            case .failure(let problem): then(.failed(problem.message))
            case .success(let ready):
                ready.route.deliver(operation, to: app) { outcome in
                    switch outcome {
                    case .done:
                        self?.note(operation, app, ready.route.name)
                        then(.done(operation))
                    case .refused(let reason): then(.refused(reason))
                    case .failed(let reason): then(.failed("\(ready.route.name): \(reason)"))
                    case .unreached(let reason):
                        guard let self else { return then(.failed(reason)) }
                        let reasons = ready.reasons + ["\(ready.route.name): \(reason)"]
                        self.deliver(operation, to: app, by: ready.others, reasons: reasons, then: then)
                    }
                }
            }
        }
    }

    private func note(_ operation: UndoOperation, _ app: FocusedApp, _ route: String) {
        logger.info("\(operation.rawValue) in \(UndoGuards.name(app)), by \(route)")
        if operation == .undo { lastUndo = (app, reactor.now) }
    }

    /// The first route that is ready for the app, or for any app when nobody knows which is in front.
    func findRoute(for app: FocusedApp?, then: @escaping (Result<any UndoRoute, RouteProblem>) -> Void) {
        probe(routes[...], for: app, reasons: []) { then($0.map(\.route)) }
    }

    /// A route that can be used, those behind it, and why not those before it.
    private struct Ready {
        let route: any UndoRoute
        let others: ArraySlice<any UndoRoute>
        let reasons: [String]
    }

    private func probe(
        _ routes: ArraySlice<any UndoRoute>, for app: FocusedApp?, reasons: [String],
        then: @escaping (Result<Ready, RouteProblem>) -> Void
    ) {
        guard let route = routes.first else {
            let details = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
            return then(.failure(RouteProblem(message: "no way to undo here\(details); see 'batonctl doctor'")))
        }
        route.probe(for: app) { [weak self] availability in
            guard let self else { return then(.failure(RouteProblem(message: "the agent is ending"))) }
            let reason: String
            switch availability {
            case .ready:
                return then(.success(Ready(route: route, others: routes.dropFirst(), reasons: reasons)))
            case .needsConsent: reason = "run 'batonctl setup'"
            case .unavailable(let why): reason = why
            }
            probe(routes.dropFirst(), for: app, reasons: reasons + ["\(route.name): \(reason)"], then: then)
        }
    }
}
