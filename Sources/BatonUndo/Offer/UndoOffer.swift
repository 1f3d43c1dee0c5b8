// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonDBus
package import BatonReactor
import BatonSession
import BatonSettings
package import Logging

/// What a shake is for when no app took it: Undo, and Redo where there may be something to redo (rule M4, design §7).
///
/// The app in front is looked at when the shake ends, again when the user has chosen, and once more when it took long after that to
/// find a way: keys go to the same app or to none.
@MainActor
package final class UndoOffer {
    /// Looks at the app in front and at the session; answers once, within half a second.
    package var look: (@escaping (UndoSituation) -> Void) -> Void = { $0(UndoSituation()) }
    /// Tells the routes whether a question is on the screen.
    package var onShowing: ((Bool) -> Void)?
    /// ``isAsking`` may have changed.
    package var onAskingChange: (() -> Void)?
    package var guards = UndoGuards()

    private let delivery: UndoDelivery
    private let notifications: NotificationClient
    private let reactor: Reactor
    private let logger: Logger
    /// The one that was on the screen last, and may be there still.
    private var question: UndoQuestion?
    /// The one of the last shake, which may not come to be shown.
    private var pending: UndoQuestion?

    /// How long the focus may take to come back from the notification.
    private static let returnTime = Duration.milliseconds(500)
    private static let returnStep = Duration.milliseconds(100)

    package init(delivery: UndoDelivery, notifications: NotificationClient, reactor: Reactor, logger: Logger) {
        self.delivery = delivery
        self.notifications = notifications
        self.reactor = reactor
        self.logger = logger
        notifications.onTaken = { [weak self] in self?.onAskingChange?() }
        delivery.recheck = { [weak self] app, then in
            guard let self else { return then(.undo(.agentEnding)) }
            objection(to: app, then: then)
        }
    }

    /// Whether a question is there that the user, or ``perform(_:then:)``, can answer.
    package var isAsking: Bool {
        guard let question else { return false }
        return question.isOpen && question.isShown && notifications.isTaken
    }

    // MARK: Ways in

    /// A shake that nobody took.
    package func offer(then: @escaping (UndoResult) -> Void) {
        if let reason = guards.reasonForSilence(at: reactor.now) { return settle(.refused(reason), then) }
        let new = UndoQuestion(then)
        pending = new
        look { [weak self] situation in
            guard let self else { return new.settle(.failed(.undo(.agentEnding))) }
            switch guards.judge(situation) {
            case .refused(let reason): settle(.refused(reason), new.settle)
            case .allowed: deliverAtOnce(situation, new)
            case .ask: prepare(new, situation.app)
            }
        }
    }

    /// Somebody asked for it by name; the same guards hold. While a question is open it is the answer to that: to the one that
    /// the user sees, or to the one that is about to be shown.
    package func perform(_ operation: UndoOperation, then: @escaping (UndoResult) -> Void) {
        if let question, question.isOpen, question.isShown {
            question.answer(operation, then)
            return notifications.choose(operation.rawValue)
        }
        if let pending, pending.isOpen { return pending.answer(operation, then) }
        look { [weak self] situation in
            guard let self else { return then(.failed(.undo(.agentEnding))) }
            if case .refused(let reason) = guards.judge(situation) { return settle(.refused(reason), then) }
            deliver(operation, in: situation, then)
        }
    }

    // MARK: Asking

    private func prepare(_ question: UndoQuestion, _ app: FocusedApp?) {
        delivery.findRoute(for: app) { [weak self] route in
            guard let self else { return question.settle(.failed(.undo(.agentEnding))) }
            guard case .success(let route) = route else {
                if case .failure(let reason) = route { settle(.failed(reason), question.settle) }
                return
            }
            guard let app else { return show(question, nil, [.undo]) }
            findOperations(route, in: app) { [weak self] operations in
                guard let self else { return question.settle(.failed(.undo(.agentEnding))) }
                guard !operations.isEmpty else {
                    return settle(.refused(.undo(.nothingToUndo, [.app: .text(UndoGuards.name(app))])), question.settle)
                }
                show(question, app, operations)
            }
        }
    }

    /// What there is to be offered: Undo where the app does not say no, Redo where it says yes or Baton undid a moment ago.
    private func findOperations(
        _ route: any UndoRoute, in app: FocusedApp, then: @escaping ([UndoOperation]) -> Void
    ) {
        route.isEnabled(.undo, in: app) { [weak self] canUndo in
            route.isEnabled(.redo, in: app) { [weak self] canRedo in
                let redoes = canRedo ?? self?.delivery.mayRedo(in: app) ?? false
                then((canUndo ?? true ? [.undo] : []) + (redoes ? [.redo] : []))
            }
        }
    }

    private func show(_ question: UndoQuestion, _ app: FocusedApp?, _ operations: [UndoOperation]) {
        // Who has answered already need not be asked.
        if let answer = question.answer { return chosen(answer, app, question.settle) }
        let offersUndo = operations.contains(.undo)
        var content = NotificationContent(
            summary: offersUndo ? "Undo?" : "Redo?", timeout: guards.configuration.timeout)
        if let app { content.body = "In \(UndoGuards.name(app))" }
        // A click on the notification itself is the first that is offered.
        content.actions = [.init(key: "default", label: offersUndo ? "Undo" : "Redo")]
        if offersUndo { content.actions.append(.init(key: "undo", label: "Undo")) }
        if operations.contains(.redo) { content.actions.append(.init(key: "redo", label: "Redo")) }
        question.isShown = true
        self.question = question
        onShowing?(true)
        notifications.show(content) { [weak self] ending in
            guard let self else { return question.settle(.declined) }
            question.isShown = false
            onAskingChange?()
            switch ending {
            case .chosen(let key):
                guards.answered()
                let operation: UndoOperation = key == "redo" || (key == "default" && !offersUndo) ? .redo : .undo
                question.choose(operation)
                return chosen(operation, app) { [weak self] result in
                    self?.noteHidden()
                    question.settle(result)
                }
            case .dismissed, .expired, .replaced:
                guards.unanswered(at: reactor.now)
                settle(.declined, question.settle)
            case .failed(let error):
                settle(.failed(.undo(.questionFailed, [.message: .text(error.message)])), question.settle)
            }
            noteHidden()
        }
    }

    /// What was shown is over, and so is what came of it.
    private func noteHidden() {
        if !notifications.isShowing { onShowing?(false) }
    }

    private func chosen(_ operation: UndoOperation, _ app: FocusedApp?, _ then: @escaping (UndoResult) -> Void) {
        // Nobody knew which app was in front, and the user chose all the same: it is whichever is in front now.
        let isThere: (UndoSituation) -> Bool = { present in
            present.app.map { now in app.map { $0.isSameWindow(as: now) } ?? true } ?? false
        }
        // A click on a banner may take the focus away for a moment: it has half a second to return.
        lookAgain(until: reactor.now + Self.returnTime, { !isThere($0) }) { [weak self] present in
            guard let self else { return then(.failed(.undo(.agentEnding))) }
            if let obstacle = present.obstacle { return settle(.refused(obstacle), then) }
            guard app == nil || isThere(present) else { return settle(.refused(.undo(.windowChanged)), then) }
            if case .refused(let reason) = guards.judge(present) { return settle(.refused(reason), then) }
            deliver(operation, in: present, then)
        }
    }

    /// Looks, and again for as long as what it sees may still change; the last look counts.
    private func lookAgain(
        until deadline: Duration, _ mayChange: @escaping (UndoSituation) -> Bool,
        then: @escaping (UndoSituation) -> Void
    ) {
        look { [weak self] present in
            guard let self, mayChange(present), reactor.now < deadline else { return then(present) }
            reactor.schedule(after: Self.returnStep, tolerance: .milliseconds(20)) { [weak self] in
                guard let self else { return then(present) }
                lookAgain(until: deadline, mayChange, then: then)
            }
        }
    }

    // MARK: Delivering

    private func deliver(
        _ operation: UndoOperation, in situation: UndoSituation, _ then: @escaping (UndoResult) -> Void
    ) {
        guard let app = situation.app else { return settle(.refused(.undo(.appUnknown)), then) }
        delivery.deliver(operation, to: app, seenAt: situation.seenAt ?? reactor.now) { [weak self] result in
            guard let self else { return then(result) }
            settle(result, then)
        }
    }

    /// Looks once more: why an app may not get keys any longer, nil when it may. Who answers too late, as on a busy machine, has not
    /// named another window: it is asked again for half a second.
    private func objection(to app: FocusedApp, then: @escaping (Reason?) -> Void) {
        let isUnclear: (UndoSituation) -> Bool = { [guards] present in
            if case .refused = guards.judge(present) { return false }
            return present.app == nil
        }
        lookAgain(until: reactor.now + Self.returnTime, isUnclear) { [weak self] present in
            guard let self else { return then(.undo(.agentEnding)) }
            if case .refused(let reason) = guards.judge(present) { return then(reason) }
            guard let now = present.app else { return then(.undo(.appUnknown)) }
            then(now.isSameWindow(as: app) ? nil : .undo(.windowChanged))
        }
    }

    private func deliverAtOnce(_ situation: UndoSituation, _ question: UndoQuestion) {
        let operation = question.answer ?? .undo
        question.choose(operation)
        deliver(operation, in: situation) { [weak self] result in
            question.settle(result)
            if let app = situation.app, result == .done(.undo) { self?.showUndone(app) }
        }
    }

    /// Says what was done, and lets it be made again. However that ends it counts as unanswered: silence may be a bumpy road, and
    /// Redo says that the shake was not meant.
    private func showUndone(_ app: FocusedApp) {
        var content = NotificationContent(summary: "Undone", body: "In \(UndoGuards.name(app))")
        content.timeout = guards.configuration.timeout
        content.actions = [.init(key: "redo", label: "Redo")]
        onShowing?(true)
        notifications.show(content) { [weak self] ending in
            guard let self else { return }
            guards.unanswered(at: reactor.now)
            guard case .chosen = ending else { return noteHidden() }
            chosen(.redo, app) { [weak self] _ in self?.noteHidden() }
        }
    }

    private func settle(_ result: UndoResult, _ then: (UndoResult) -> Void) {
        if let reason = result.reason { logger.notice("no undo: \(reason)") }
        then(result)
    }
}
