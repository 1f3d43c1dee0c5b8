// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonDBus
package import BatonLog
package import BatonReactor
package import BatonSession
package import BatonSettings
import BatonTranslation
package import BatonValues

/// Offers Undo after a shake that no app took, and Redo where there may be something to redo (rules M4, UNDO16 and
/// UNDO30).
///
/// The states of a question, and what its caller is told:
///
/// | state | condition | result | next state |
/// | --- | --- | --- | --- |
/// | – | a shake within the cool-down, or after too many unanswered questions (UNDO22) | refused | – |
/// | – | any other shake | – | judging |
/// | judging | the guards refuse | refused | over |
/// | judging | the guards allow it at once: `[undo] mode = immediate` | – | delivering |
/// | judging | the guards want the user to choose | – | preparing |
/// | preparing | no route is ready | failed | over |
/// | preparing | the app has nothing to undo and nothing to redo | refused | over |
/// | judging, preparing | ``perform(_:then:)`` answers it | – | unchanged |
/// | preparing | there is something to offer, and no answer | – | shown |
/// | judging, preparing | the session is locked, left or asleep (``sessionChanged(_:)``) | refused | over |
/// | judging, preparing | the agent ends (``close()``) | failed | over |
/// | preparing | there is something to offer, and an answer that it offers | – | chosen |
/// | preparing | there is something to offer, and another answer | refused, to its caller | shown |
/// | shown | ``perform(_:then:)`` with what is not offered | refused, to its caller | shown |
/// | shown | an action of the notification, or ``perform(_:then:)`` | – | chosen |
/// | shown | the notification is dismissed, closed, expires, or is replaced by that of a later question | declined | over |
/// | shown | the session is locked, left or asleep (``sessionChanged(_:)``) | refused | over |
/// | shown | the agent ends (``close()``) | failed | over |
/// | shown | the notification cannot be shown, or its daemon leaves the bus | failed | over |
/// | chosen | the same window is in front, and the guards do not refuse | – | delivering |
/// | chosen | another window is in front for 500 ms, or the guards refuse | refused | over |
/// | delivering | a route has delivered | done | over |
/// | delivering | a guard refuses keys now, or the route refuses | refused | over |
/// | delivering | no route reaches the app, or it is unknown whether the app did it | failed | over |
///
/// Where the app in front was unknown at the shake, any app that is in front at the choice is the right one. Without an
/// open question ``perform(_:then:)`` is judged and delivered and asks nothing. In immediate mode a second notification
/// offers Redo after the delivery; its choice goes through chosen and delivering, and its result is told to no caller. A
/// redo by ``perform(_:then:)`` takes it away: one undo is redone once. It is not shown in a locked session, nor after
/// ``close()``.
///
/// The cool-down begins with a shake that causes a question or an undo. A shake that shows nothing delays no other.
///
/// The window in front is looked at in judging and in chosen, and once more in delivering if finding a route took
/// longer than a moment: keys go to the same window or to none.
@MainActor
package final class UndoOffer: AgentPart {
    /// Looks at the app in front and at the session. It answers once, within half a second.
    package var look: (@escaping (UndoSituation) -> Void) -> Void = { $0(UndoSituation()) }
    private var observers = Observers<Change>()
    package var guards = UndoGuards()

    private let delivery: UndoDelivery
    private let notifications: NotificationClient
    private var observation: Observation?
    private let reactor: Reactor
    private let logger: Logger
    /// The question that was shown last; it may still be shown.
    private var question: UndoQuestion?
    /// The question of the last shake. It may end before it is shown.
    private var pending: UndoQuestion?
    /// Whether the notification on the screen is not a question, but offers to redo what was undone at once.
    private var isNoticeShown = false
    /// Why the session cannot be served now.
    private var obstacle: Reason?
    private var isClosed = false

    /// How long the window may take to get the focus back from the notification's banner (rule UNDO16). A longer time
    /// delays the refusal when the user has really changed windows.
    private static let returnTime = Duration.milliseconds(500)
    private static let returnStep = Duration.milliseconds(100)

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    package init(delivery: UndoDelivery, notifications: NotificationClient, reactor: Reactor, logger: Logger) {
        self.delivery = delivery
        self.notifications = notifications
        self.reactor = reactor
        self.logger = logger
        observation = notifications.observe { [weak self] in self?.observers.tell(.asking) }
        delivery.recheck = { [weak self] app, then in
            guard let self else { return then(.undo(.agentEnding)) }
            objection(to: app, then: then)
        }
    }

    package func apply(_ configuration: Configuration) {
        guards.configuration = configuration.undo
        guards.apps = Dictionary(
            configuration.apps.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a question is on the screen that the user, or ``perform(_:then:)``, can answer.
    package var isAsking: Bool {
        guard let question else { return false }
        return question.isOpen && question.isShown && notifications.isTaken
    }

    // MARK: Ways in

    /// Begins a question after a shake that no responder took.
    package func offer(then: @escaping (UndoResult) -> Void) {
        let instant = reactor.now
        if let reason = guards.reasonForSilence(at: instant) { return settle(.refused(reason), then) }
        let new = UndoQuestion(then)
        new.listen { [weak self, weak new] in
            if new?.isSeen == false { self?.guards.nothingCame(of: instant) }
        }
        pending = new
        lookUntilAnswered { [weak self] situation in
            guard let self else { return new.settle(.failed(.undo(.agentEnding))) }
            guard mayGoOn(new) else { return }
            switch guards.judge(situation) {
            case .refused(let reason): settle(.refused(reason), new.settle)
            case .allowed: deliverAtOnce(situation, new)
            case .ask: prepare(new, situation.app)
            }
        }
    }

    /// Undoes or redoes because a D-Bus client asked for it. The same guards apply (rule UNDO23). While a question is
    /// open, the call answers it: the question on the screen, or else the one that is about to be shown.
    package func perform(_ operation: UndoOperation, then: @escaping (UndoResult) -> Void) {
        if let question, question.isOpen, question.isShown {
            guard question.offers(operation) else { return settle(Self.refusal(of: operation), then) }
            question.answer(operation, then)
            return notifications.choose(operation.rawValue)
        }
        // What is redone now is not redone again by a click.
        if isNoticeShown, operation == .redo { endNotice() }
        if let pending, pending.isOpen { return pending.answer(operation, then) }
        lookUntilAnswered { [weak self] situation in
            guard let self else { return then(.failed(.undo(.agentEnding))) }
            if case .refused(let reason) = guards.judge(situation) { return settle(.refused(reason), then) }
            deliver(operation, in: situation, then)
        }
    }

    private func endNotice() {
        isNoticeShown = false
        guards.unanswered(at: reactor.now)
        notifications.close()
        noteHidden()
    }

    /// The question does not offer it: the app has nothing to redo, as far as it is known.
    private static func refusal(of operation: UndoOperation) -> UndoResult {
        .refused(.undo(.notOffered, [.operation: .text(operation.rawValue)]))
    }

    /// Ends the question when the session can no longer be served: whoever sees the screen then may be somebody else (rule
    /// UNDO49). One that is not on the screen yet will not be shown.
    package func sessionChanged(_ obstacle: Reason?) {
        self.obstacle = obstacle
        withdraw()
    }

    /// Ends the question, because no answer to it can be heard any more. Nothing is shown from now on.
    package func close() {
        isClosed = true
        withdraw()
    }

    /// What a question is told that must not be shown now; nil if it may be shown.
    private var prohibition: UndoResult? {
        isClosed ? .failed(.undo(.agentEnding)) : obstacle.map { .refused($0) }
    }

    /// Whether a question is still wanted, and may be shown. One that may not ends.
    private func mayGoOn(_ question: UndoQuestion) -> Bool {
        if let prohibition, !question.isSettled { settle(prohibition, question.settle) }
        return !question.isSettled
    }

    /// Whether a question is on its way to the notification daemon, which has to be taken back when the agent ends.
    package var isBusy: Bool { notifications.isBusy }

    private func withdraw() {
        guard let result = prohibition else { return }
        if let pending, !pending.isSeen { _ = mayGoOn(pending) }
        guard notifications.isShowing else { return }
        isNoticeShown = false
        notifications.close()
        if let question, question.isShown {
            question.isShown = false
            if question.isOpen { settle(result, question.settle) }
        }
        noteHidden()
        observers.tell(.asking)
    }

    // MARK: Asking

    private func prepare(_ question: UndoQuestion, _ app: FocusedApp?) {
        delivery.findRoute(for: app) { [weak self] route in
            guard let self else { return question.settle(.failed(.undo(.agentEnding))) }
            guard mayGoOn(question) else { return }
            guard case .success(let route) = route else {
                if case .failure(let reason) = route { settle(.failed(reason), question.settle) }
                return
            }
            guard let app else { return show(question, nil, [.undo]) }
            findOperations(route, in: app) { [weak self] operations in
                guard let self else { return question.settle(.failed(.undo(.agentEnding))) }
                guard mayGoOn(question) else { return }
                guard !operations.isEmpty else {
                    return settle(.refused(.undo(.nothingToUndo, [.app: .text(UndoGuards.name(app))])), question.settle)
                }
                show(question, app, operations)
            }
        }
    }

    /// Finds the operations to offer: Undo unless the app reports that there is nothing to undo, and Redo if the app
    /// reports something to redo or Baton undid something there less than a minute ago (rule UNDO30).
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
        question.offered = operations
        if takeAnswer(to: question, app, operations) { return }
        let offersUndo = operations.contains(.undo)
        let content = content(app, operations)
        question.isShown = true
        question.isSeen = true
        self.question = question
        observers.tell(.showing(true))
        notifications.show(content) { [weak self] ending in
            guard let self else { return question.settle(.declined) }
            question.isShown = false
            observers.tell(.asking)
            switch ending {
            case .chosen(let key):
                guards.answered()
                observers.tell(.ended(isAccepted: true))
                let operation: UndoOperation = key == "redo" || (key == "default" && !offersUndo) ? .redo : .undo
                question.choose(operation)
                return chosen(operation, app) { [weak self] result in
                    self?.noteHidden()
                    question.settle(result)
                }
            case .dismissed, .closed, .expired, .replaced:
                guards.unanswered(at: reactor.now)
                if case .dismissed = ending { observers.tell(.ended(isAccepted: false)) }
                settle(.declined, question.settle)
            case .failed(let error):
                settle(.failed(.undo(.questionFailed, [.message: .text(error.message)])), question.settle)
            }
            noteHidden()
        }
    }

    /// Takes the answer that the user has given already, by a D-Bus client. False if there is none among what is offered.
    private func takeAnswer(to question: UndoQuestion, _ app: FocusedApp?, _ operations: [UndoOperation]) -> Bool {
        guard let answer = question.answer else { return false }
        guard operations.contains(answer) else {
            settle(Self.refusal(of: answer), question.refuseAnswer)
            return false
        }
        question.isSeen = true
        observers.tell(.ended(isAccepted: true))
        chosen(answer, app, question.settle)
        return true
    }

    private func content(_ app: FocusedApp?, _ operations: [UndoOperation]) -> NotificationContent {
        let offersUndo = operations.contains(.undo)
        var content = NotificationContent(
            .shake, summary: offersUndo ? onScreen("Undo?") : onScreen("Redo?"), icon: "edit-undo",
            timeout: guards.configuration.timeout)
        if let app { content.body = onScreen("In \(UndoGuards.title(app))") }
        // A click on the notification itself means the first operation that is offered.
        content.actions = [.init(key: "default", label: offersUndo ? onScreen("Undo") : onScreen("Redo"))]
        if offersUndo { content.actions.append(.init(key: "undo", label: onScreen("Undo"))) }
        if operations.contains(.redo) { content.actions.append(.init(key: "redo", label: onScreen("Redo"))) }
        return content
    }

    /// Reports that no notification is on the screen. It is called after the delivery, not at the choice.
    private func noteHidden() {
        if !notifications.isShowing { observers.tell(.showing(false)) }
    }

    private func chosen(_ operation: UndoOperation, _ app: FocusedApp?, _ then: @escaping (UndoResult) -> Void) {
        // If the app was unknown at the shake, the choice is for the app that is in front now.
        let isThere: (UndoSituation) -> Bool = { present in
            present.app.map { now in app.map { $0.isSameWindow(as: now) } ?? true } ?? false
        }
        // A click on a banner of GNOME Shell can move the focus for a moment (rule UNDO16).
        lookAgain(until: reactor.now + Self.returnTime, { !isThere($0) }) { [weak self] present in
            guard let self else { return then(.failed(.undo(.agentEnding))) }
            if let obstacle = present.obstacle { return settle(.refused(obstacle), then) }
            guard app == nil || isThere(present) else { return settle(.refused(.undo(.windowChanged)), then) }
            if case .refused(let reason) = guards.judge(present) { return settle(.refused(reason), then) }
            deliver(operation, in: present, then)
        }
    }

    /// Looks at the app in front, and again for half a second if a provider was late (rule UNDO43).
    private func lookUntilAnswered(then: @escaping (UndoSituation) -> Void) {
        lookAgain(until: reactor.now + Self.returnTime, { $0.isLate && $0.obstacle == nil }, then: then)
    }

    /// Looks again every 100 ms until `deadline` while `mayChange` is true of the situation. The last look counts.
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

    /// Looks once more before keys are pressed: tells why the app must not get them, nil if it may. A provider that
    /// answers too late, as on a busy machine, has not named another window, so it is asked again for half a second.
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
        if question.answer != nil { observers.tell(.ended(isAccepted: true)) }
        question.choose(operation)
        question.isSeen = true
        deliver(operation, in: situation) { [weak self] result in
            question.settle(result)
            if let app = situation.app, [.done(.undo), .pressed(.undo)].contains(result) { self?.showUndone(app) }
        }
    }

    /// Reports the undo and offers Redo. Every end of this notification counts as an unanswered question: no answer may
    /// mean a bumpy road (rule UNDO22), and Redo means that the shake was not intended.
    private func showUndone(_ app: FocusedApp) {
        guard prohibition == nil else { return }
        var content = NotificationContent(.shake, summary: onScreen("Undone"), icon: "edit-undo")
        content.body = onScreen("In \(UndoGuards.title(app))")
        content.timeout = guards.configuration.timeout
        content.actions = [.init(key: "redo", label: onScreen("Redo"))]
        observers.tell(.showing(true))
        notifications.show(content) { [weak self] ending in
            guard let self else { return }
            isNoticeShown = false
            guards.unanswered(at: reactor.now)
            guard case .chosen = ending else { return noteHidden() }
            chosen(.redo, app) { [weak self] _ in self?.noteHidden() }
        }
        isNoticeShown = true
    }

    private func settle(_ result: UndoResult, _ then: (UndoResult) -> Void) {
        if let reason = result.reason { logger.notice("no undo: \(reason)") }
        then(result)
    }
}
