// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor
package import BatonSession
package import Logging

/// The keyboard that org.freedesktop.portal.RemoteDesktop gives when the user has allowed it once (spec/undo.md §5).
///
/// Asking is for set-up. What the user allowed is kept for the agent's life; from version 2 of the portal on a token brings
/// it back after a restart or a locked screen without a question. One that would put up a dialog is taken back at once and
/// asked at set-up again.
@MainActor
package final class RemoteDesktopPortal {
    /// What can be done with it.
    package enum State: Equatable {
        /// No session.
        case closed
        /// The portal, or the user, is thinking.
        case opening
        /// Keys can be pressed.
        case open(ObjectPath)
    }

    package nonisolated static let interface: InterfaceName = "org.freedesktop.portal.RemoteDesktop"
    /// The bit of a keyboard among the kinds of devices.
    package nonisolated static let keyboard: UInt32 = 1
    /// The bus itself answers at once.
    private static let busLimit = Duration.milliseconds(150)
    private static let settleTime = Duration.milliseconds(150)
    /// A session that ends so soon after it was brought back, and for no lock, is left alone: the user wants it gone.
    private static let shortLife = Duration.seconds(60)

    package var state: State {
        if let session { return .open(session.path) }
        return handshake == nil ? .closed : .opening
    }

    private let connection: Connection
    private let token: PortalToken
    private let gate: RestoreGate
    private let starter: PortalStarter?
    private let logger: Logger
    private var session: PortalSession?
    private var handshake: PortalHandshake?
    private var watch: NameWatch?
    private var restoredAt: Duration?
    private var nextNumber = 1
    /// Sessions whose first key is down still.
    private var firstKeys = 0
    private var waitingForFirstKey: [() -> Void] = []
    private var waiting: [(Result<Void, PortalProblem>) -> Void] = []

    /// - Parameters:
    ///   - monitor: tells when the session is locked; nil in tests that know nothing of it.
    ///   - environment: tells when the session has a display; nil where the portal is never started.
    package init(
        connection: Connection, token: PortalToken, session monitor: SessionMonitor?,
        environment: SessionEnvironment? = nil, logger: Logger
    ) {
        self.connection = connection
        self.token = token
        self.logger = logger
        gate = RestoreGate(connection: connection, session: monitor)
        starter = environment.map { PortalStarter(connection: connection, environment: $0) }
    }

    /// Brings back what the user allowed before, if the portal can: begins to watch for it, and has it started. Never asks.
    package func open() {
        guard token.value != nil else { return }
        follow()
        starter?.begin()
    }

    /// Gives the keyboard back.
    package func close() {
        watch?.cancel()
        watch = nil
        starter?.cancel()
        gate.cancel()
        handshake?.stop(.ended)
        session?.close()
        session = nil
    }

    /// Asks the user; the answer comes when they have decided, three minutes later at most.
    package func requestConsent(then: @escaping (Result<Void, PortalProblem>) -> Void) {
        if session != nil { return then(.success(())) }
        waiting.append(then)
        if handshake == nil { begin(asks: true) }
    }

    /// Tells whether there is a portal that can give a keyboard, or one that could be started; starts none.
    package func probe(then: @escaping (Result<UInt32, PortalProblem>) -> Void) {
        PortalHandshake.ask(connection, startsPortal: false) { [connection] result in
            guard case .failure(.gone) = result else { return then(result.map(\.version)) }
            let bus = BusQuestions(connection: connection)
            bus.askBus("ListActivatableNames", [], by: bus.now + Self.busLimit) { names in
                let all = (try? names.get())?.first?.asStringArray ?? []
                then(.failure(all.contains(DesktopPortal.name.rawValue) ? .asleep : .gone))
            }
        }
    }

    /// Presses or releases a key of the session, by its X11 keysym.
    package func notify(_ keysym: Int32, isDown: Bool, then: @escaping (DBusError?) -> Void) {
        guard let session else {
            return then(DBusError(.disconnected, "the desktop has ended the remote control; run 'batonctl setup'"))
        }
        session.notify(keysym, isDown: isDown, then: then)
    }

    /// Keys were refused: the session is of no use, and whoever is asked next shall know. Keys that are down go up with it.
    func renounce(_ error: DBusError) {
        // One that was slow may be quick the next time, and to have it back may take the user.
        guard let session, error.name != .timeout, error.name != .noReply else { return }
        session.close()
        lost("the desktop takes no keys any more (\(error.message))")
    }

    /// Waits until the session's first key is up again: a chord that is pressed meanwhile would have Shift in it, and redo.
    func afterFirstKey(then: @escaping () -> Void) {
        if firstKeys == 0 { then() } else { waitingForFirstKey.append(then) }
    }

    private func firstKeyIsUp() {
        firstKeys -= 1
        guard firstKeys == 0 else { return }
        let waiting = waitingForFirstKey
        waitingForFirstKey = []
        for then in waiting { then() }
    }

    /// Waits until the keys have surely been pressed: the portal answers as soon as it has passed them on, and says no more.
    package func settle(then: @escaping () -> Void) {
        connection.reactor.schedule(after: Self.settleTime, tolerance: .milliseconds(20)) { then() }
    }

    // MARK: Opening

    /// A portal that leaves takes the session along, and one that comes may have it again.
    private func follow() {
        guard watch == nil else { return }
        watch = connection.watchName(DesktopPortal.name) { [weak self] owner in self?.ownerChanged(owner) }
    }

    private func ownerChanged(_ owner: BusName?) {
        if let portal = handshake?.portal, portal != owner { handshake?.stop(.gone) }
        if let session, session.portal != owner {
            session.forget()
            self.session = nil
            logger.info("the desktop's portal has left")
        }
        guard owner != nil else { return gate.cancel() }
        starter?.cancel()
        restoreWhenPossible(isLater: false)
    }

    private func restoreWhenPossible(isLater: Bool, isUnwanted: Bool = false) {
        guard state == .closed, token.value != nil else { return }
        gate.wait(isLater: isLater) { [weak self] wasCovered in
            guard let self, state == .closed, token.value != nil, watch != nil else { return }
            guard wasCovered || !isUnwanted else {
                return logger.notice("the remote control is left alone; run 'batonctl setup' to have it back")
            }
            begin(asks: false)
        }
    }

    private func begin(asks: Bool) {
        gate.cancel()
        follow()
        let handshake = PortalHandshake(
            asks: asks, connection: connection, token: token, logger: logger
        ) { [weak self] in self?.makeToken() ?? "baton" }
        self.handshake = handshake
        handshake.start { [weak self] answer in self?.ended(answer, asks) }
    }

    private func ended(_ answer: PortalHandshake.Answer, _ asks: Bool) {
        handshake = nil
        switch answer {
        case .success(let session): opened(session, asks)
        case .failure(let problem):
            guard asks || waiting.isEmpty || watch == nil else {
                // Somebody is at set-up by now.
                return begin(asks: true)
            }
            if !asks { logger.notice("the desktop does not give the keyboard back (\(problem)); run 'batonctl setup'") }
            tell(.failure(problem))
        }
    }

    private func opened(_ session: PortalSession, _ asks: Bool) {
        self.session = session
        restoredAt = asks ? nil : connection.reactor.now
        session.onClosed = { [weak self] in self?.lost("the desktop has ended the remote control") }
        // A seat without a keyboard gets one with the first key, and apps that are slow to see it lose that key.
        firstKeys += 1
        session.notify(PortalKeys.shift, isDown: true) { [weak self, weak session] _ in
            guard let session else { return self?.firstKeyIsUp() ?? () }
            session.notify(PortalKeys.shift, isDown: false) { _ in self?.firstKeyIsUp() }
        }
        logger.info("the desktop lets Baton press Undo and Redo")
        tell(.success(()))
    }

    /// Has it back as soon as the screen is unlocked, where that needs no question.
    private func lost(_ reason: String) {
        session = nil
        guard token.value != nil else { return logger.notice("\(reason); run 'batonctl setup' to allow it again") }
        logger.info("\(reason)")
        let isUnwanted = restoredAt.map { connection.reactor.now - $0 < Self.shortLife } ?? false
        restoreWhenPossible(isLater: true, isUnwanted: isUnwanted)
    }

    private func tell(_ result: Result<Void, PortalProblem>) {
        let told = waiting
        waiting = []
        for then in told { then(result) }
    }

    private func makeToken() -> String {
        defer { nextNumber += 1 }
        return "baton\(nextNumber)"
    }
}
