// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonDBus
import BatonReactor

/// Whether the session is locked: the one answer for the sensor, its streams, hooks, buttons, Undo and interruptions (rule
/// I130).
///
/// logind says it, which ``SessionMonitor`` asks, or a screen saver of the session bus. What either has said stands until it
/// says something else: that it, its bus or its answer is away does not unlock anything.
@MainActor
package final class SessionLock {
    /// What is known.
    package enum State: Sendable, Equatable {
        /// Neither logind nor a screen saver says that it is locked.
        case unlocked
        /// Neither logind nor a screen saver says that it is locked, and one of them has not answered.
        case unknown
        /// It is locked; the code tells which program says so.
        case locked(SessionCode)
    }

    /// How something is known.
    enum Evidence: Sendable {
        /// A signal told of the change.
        case announced
        /// An answer to a question.
        case answered
        /// logind or the screen saver is away, or does not say it.
        case inferred
    }

    /// What logind says.
    enum Hint: Sendable, Equatable {
        /// There is no logind, no graphical session of the user, or none that says it.
        case absent
        /// It has not answered.
        case unknown
        /// It may not be asked, and so has not said anything. A policy that denies this does so for long: what Baton does by
        /// itself goes on as without logind, and only an undo, which presses keys, is refused (rule UNDO62).
        case denied
        case said(Bool)
    }

    /// What is known now.
    package private(set) var state = State.unknown
    /// Whether the lock that lasts was announced as it began. Otherwise an answer told of it, and it may have begun long before.
    package private(set) var isAnnounced = false
    /// Whether the lock that ended last was said to be over. It was not if the screen saver or the session that was locked is
    /// gone (rule I131).
    package private(set) var wasUnlocked = true
    /// Called when something was said or has left, with whether ``state`` is another one.
    var onReview: ((_ isNew: Bool) -> Void)?

    private let savers: ScreenSavers
    private let reactor: Reactor
    private var hint = Hint.unknown
    /// Whether the logind that said that the session is locked has left. The next one may not know of the lock: real ones forget the
    /// hint when they restart.
    private var isHintOrphaned = false
    /// Whether a question to logind is open, or was not answered.
    private(set) var isAsking = false
    private var waiting: [Int: (timer: ReactorTimer, then: () -> Void)] = [:]
    private var waits = 0

    /// How long an undo waits for the answer (rule UNDO60).
    package static let longestWait = Duration.seconds(1)

    /// - Parameter connection: to the session bus.
    init(connection: Connection) {
        reactor = connection.reactor
        savers = ScreenSavers(connection: connection)
        savers.onChange = { [weak self] in self?.review($0) }
    }

    /// Whether logind or a screen saver says that it is locked.
    package var isLocked: Bool { if case .locked = state { true } else { false } }

    /// Whether logind has said whether it is locked.
    var hasHint: Bool { if case .said = hint { true } else { false } }

    /// Whether logind may not be asked.
    package var isDenied: Bool { hint == .denied }

    /// Whether logind is there and says that the session is not locked.
    package var isSaidUnlocked: Bool { hint == .said(false) && !isAsking }

    /// Whether all that could say it have answered, or are away.
    var isAnswered: Bool { !isHintOpen && !savers.isUnknown }

    func open() { savers.open() }

    func close() {
        savers.close()
        onReview = nil
        for (timer, _) in waiting.values { timer.cancel() }
        waiting = [:]
    }

    /// Finds out whether it is locked now: screen savers are asked anew, and an open question to logind is waited for.
    ///
    /// - Parameters:
    ///   - limit: the time after which the state is unknown, unless logind or a screen saver says that it is locked.
    ///   - then: called once, within the limit.
    package func ask(within limit: Duration = SessionLock.longestWait, then: @escaping (State) -> Void) {
        if isLocked { return then(state) }
        let deadline = reactor.now + limit
        savers.ask(by: deadline) { [weak self] isUnanswered in
            guard let self else { return then(.unknown) }
            awaitHint(until: deadline) { [weak self] in
                guard let self else { return then(.unknown) }
                if isLocked { return then(state) }
                then(isUnanswered || isHintOpen || isDenied ? .unknown : .unlocked)
            }
        }
    }

    private var isHintOpen: Bool { hint == .unknown || isAsking }

    private func awaitHint(until deadline: Duration, then: @escaping () -> Void) {
        guard isHintOpen, reactor.now < deadline else { return then() }
        waits += 1
        let number = waits
        let timer = reactor.schedule(at: deadline) { [weak self] in self?.waiting.removeValue(forKey: number)?.then() }
        waiting[number] = (timer, then)
    }

    private func stopWaiting() {
        let over = waiting.sorted { $0.key < $1.key }
        waiting = [:]
        for (_, wait) in over {
            wait.timer.cancel()
            wait.then()
        }
    }

    // MARK: What logind says

    /// A question is sent to logind. What it said before stands.
    func asks() {
        isAsking = true
        guard hint == .absent else { return }
        hint = .unknown
        review(.inferred)
    }

    /// logind has said whether the session is locked.
    func said(_ isLocked: Bool, _ evidence: Evidence) {
        isAsking = false
        hint = .said(isLocked)
        let isForgotten = isHintOrphaned && !isLocked
        isHintOrphaned = false
        review(isForgotten ? .inferred : evidence)
    }

    /// logind has said that there is no session, or the session does not say whether it is locked.
    func saysNothing() {
        isAsking = false
        hint = .absent
        review(.inferred)
    }

    /// The question is denied, and logind never said anything.
    func isNotTold() {
        isAsking = false
        hint = .denied
        review(.inferred)
    }

    /// logind, or its bus, is away. That does not unlock the session.
    func left() {
        isAsking = false
        if hint == .said(true) { isHintOrphaned = true } else { hint = .absent }
        review(.inferred)
    }

    private func review(_ evidence: Evidence) {
        let former = state
        let wasLocked = isLocked
        if hint == .said(true) {
            state = .locked(.locked)
        } else if savers.isActive {
            state = .locked(.screenSaver)
        } else {
            if wasLocked { wasUnlocked = evidence != .inferred }
            state = hint == .unknown || savers.isUnknown ? .unknown : .unlocked
        }
        if !wasLocked { isAnnounced = isLocked && evidence == .announced }
        onReview?(state != former)
        if !isHintOpen { stopWaiting() }
    }
}
