// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor
internal import Logging

/// What a shake is for when no app took it: Undo, and Redo where there may be something to redo (rule M4, design §7).
///
/// The app in front is looked at when the shake ends, and again when the user has chosen: keys go to the same app or to none.
@MainActor
final class UndoOffer {
    /// Finds the app in front; answers once, within half a second.
    var findFocusedApp: (@escaping (FocusedApp?) -> Void) -> Void = { $0(nil) }
    /// Why the session may not be served; nil when it may.
    var obstacle: () -> String? = { nil }
    /// The ways to deliver, the best first.
    var routes: [any UndoRoute] = []
    var guards = UndoGuards()
    /// Tells the routes whether a question is on the screen.
    var onShowing: ((Bool) -> Void)?

    private let notifications: NotificationClient
    private let reactor: Reactor
    private let logger: Logger
    private var lastUndo: (app: FocusedApp, at: Duration)?

    /// How long after an undo of ours there surely is something to redo.
    private static let redoTime = Duration.seconds(60)
    /// How long the focus may take to come back from the notification.
    private static let returnTime = Duration.milliseconds(500)
    private static let returnStep = Duration.milliseconds(100)

    init(notifications: NotificationClient, reactor: Reactor, logger: Logger) {
        self.notifications = notifications
        self.reactor = reactor
        self.logger = logger
    }

    // MARK: Ways in

    /// A shake that nobody took.
    func offer(then: @escaping (UndoResult) -> Void) {
        guard !guards.isTooSoon(at: reactor.now) else { return then(.refused("too soon after the last question")) }
        findFocusedApp { [weak self] app in
            guard let self else { return then(.failed("the agent is ending")) }
            switch guards.judge(app, obstacle: obstacle()) {
            case .refused(let reason): settle(.refused(reason), then)
            case .allowed: deliverAtOnce(app, then)
            case .ask: findRoute(for: app) { self.ask(app, $0, then) }
            }
        }
    }

    /// Somebody asked for it by name; the same guards hold.
    func perform(_ operation: UndoOperation, then: @escaping (UndoResult) -> Void) {
        findFocusedApp { [weak self] app in
            guard let self else { return then(.failed("the agent is ending")) }
            guard let app else { return settle(.refused("nobody knows which app is in front"), then) }
            if case .refused(let reason) = guards.judge(app, obstacle: obstacle()) {
                return settle(.refused(reason), then)
            }
            deliver(operation, to: app, then)
        }
    }

    // MARK: Asking

    private func ask(
        _ app: FocusedApp?, _ route: Result<any UndoRoute, RouteProblem>, _ then: @escaping (UndoResult) -> Void
    ) {
        guard case .success(let route) = route else {
            if case .failure(let problem) = route { settle(.failed(problem.message), then) }
            return
        }
        guard let app else { return show(nil, offersRedo: false, then) }
        route.isEnabled(.redo, in: app) { [weak self] isEnabled in
            guard let self else { return then(.failed("the agent is ending")) }
            show(app, offersRedo: isEnabled ?? mayRedo(in: app), then)
        }
    }

    /// Whether Baton undid something there a moment ago.
    private func mayRedo(in app: FocusedApp) -> Bool {
        guard let lastUndo else { return false }
        return lastUndo.app.process == app.process && reactor.now - lastUndo.at < Self.redoTime
    }

    private func show(_ app: FocusedApp?, offersRedo: Bool, _ then: @escaping (UndoResult) -> Void) {
        var content = NotificationContent(summary: "Undo?", timeout: guards.configuration.timeout)
        if let app { content.body = "In \(UndoGuards.name(app))" }
        content.actions = [.init(key: "default", label: "Undo"), .init(key: "undo", label: "Undo")]
        if offersRedo { content.actions.append(.init(key: "redo", label: "Redo")) }
        onShowing?(true)
        notifications.show(content) { [weak self] ending in
            guard let self else { return then(.declined) }
            if !notifications.isShowing { onShowing?(false) }
            switch ending {
            case .chosen(let key): chosen(key == "redo" ? .redo : .undo, app, then)
            case .dismissed, .expired, .replaced: settle(.declined, then)
            case .failed(let error): settle(.failed("the question cannot be shown: \(error.message)"), then)
            }
        }
    }

    private func chosen(_ operation: UndoOperation, _ app: FocusedApp?, _ then: @escaping (UndoResult) -> Void) {
        awaitFocus(on: app, until: reactor.now + Self.returnTime) { [weak self] present in
            guard let self else { return then(.failed("the agent is ending")) }
            guard let present else { return settle(.refused("another window came to the front meanwhile"), then) }
            if case .refused(let reason) = guards.judge(present, obstacle: obstacle()) {
                return settle(.refused(reason), then)
            }
            deliver(operation, to: present, then)
        }
    }

    /// A click on a banner may take the focus away for a moment: it has half a second to return.
    private func awaitFocus(on app: FocusedApp?, until deadline: Duration, then: @escaping (FocusedApp?) -> Void) {
        findFocusedApp { [weak self] present in
            guard let self else { return then(nil) }
            if let present, app.map({ $0.isSameWindow(as: present) }) ?? true { return then(present) }
            // Nobody knew which app was in front, and the user chose all the same: still unknown is still no app.
            guard reactor.now < deadline else { return then(nil) }
            reactor.schedule(after: Self.returnStep, tolerance: .milliseconds(20)) { [weak self] in
                self?.awaitFocus(on: app, until: deadline, then: then)
            }
        }
    }

    // MARK: Delivering

    private func deliverAtOnce(_ app: FocusedApp?, _ then: @escaping (UndoResult) -> Void) {
        guard let app else { return settle(.refused("nobody knows which app is in front"), then) }
        deliver(.undo, to: app) { [weak self] result in
            then(result)
            if result == .done(.undo) { self?.showUndone(app) }
        }
    }

    /// Says what was done, and lets it be made again.
    private func showUndone(_ app: FocusedApp) {
        var content = NotificationContent(summary: "Undone", body: "In \(UndoGuards.name(app))")
        content.timeout = guards.configuration.timeout
        content.actions = [.init(key: "redo", label: "Redo")]
        onShowing?(true)
        notifications.show(content) { [weak self] ending in
            guard let self else { return }
            if !notifications.isShowing { onShowing?(false) }
            guard case .chosen = ending else { return }
            chosen(.redo, app) { _ in }
        }
    }

    private func deliver(_ operation: UndoOperation, to app: FocusedApp, _ then: @escaping (UndoResult) -> Void) {
        findRoute(for: app) { [weak self] route in
            guard let self else { return then(.failed("the agent is ending")) }
            switch route {
            case .failure(let problem): settle(.failed(problem.message), then)
            case .success(let route):
                route.deliver(operation, to: app) { [weak self] outcome in
                    self?.delivered(operation, app, route.name, outcome, then)
                }
            }
        }
    }

    private func delivered(
        _ operation: UndoOperation, _ app: FocusedApp, _ route: String, _ outcome: RouteOutcome,
        _ then: @escaping (UndoResult) -> Void
    ) {
        switch outcome {
        case .done:
            logger.info("\(operation.rawValue) in \(UndoGuards.name(app)), by \(route)")
            lastUndo = operation == .undo ? (app, reactor.now) : lastUndo
            then(.done(operation))
        case .refused(let reason): settle(.refused(reason), then)
        case .failed(let reason): settle(.failed("\(route): \(reason)"), then)
        }
    }

    /// The first route that is ready for the app.
    private func findRoute(for app: FocusedApp?, then: @escaping (Result<any UndoRoute, RouteProblem>) -> Void) {
        probe(routes[...], for: app, reasons: [], then: then)
    }

    private func probe(
        _ routes: ArraySlice<any UndoRoute>, for app: FocusedApp?, reasons: [String],
        then: @escaping (Result<any UndoRoute, RouteProblem>) -> Void
    ) {
        guard let route = routes.first else {
            let details = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
            return then(.failure(RouteProblem(message: "no way to undo here\(details); see 'batonctl doctor'")))
        }
        route.probe(for: app) { [weak self] availability in
            guard let self else { return }
            switch availability {
            case .ready: then(.success(route))
            case .needsConsent:
                probe(
                    routes.dropFirst(), for: app, reasons: reasons + ["\(route.name): run 'batonctl setup'"], then: then
                )
            case .unavailable(let reason):
                probe(routes.dropFirst(), for: app, reasons: reasons + ["\(route.name): \(reason)"], then: then)
            }
        }
    }

    private func settle(_ result: UndoResult, _ then: (UndoResult) -> Void) {
        if let reason = result.reason { logger.notice("no undo: \(reason)") }
        then(result)
    }
}
