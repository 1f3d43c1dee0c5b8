// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonLog
import BatonReactor
package import BatonSession

/// The keyboard of org.freedesktop.portal.RemoteDesktop, which the user allows once (rules UNDO34 to UNDO36).
///
/// The user is asked at set-up only. The permission lasts as long as the agent runs. From version 2 of the portal on a
/// token restores it without a question after a restart or a locked screen. An attempt that would show a dialog is
/// withdrawn at once, and consent is needed at set-up again.
@MainActor
package final class RemoteDesktopPortal: AgentPart {
    /// The state of the portal's session.
    package enum State: Equatable {
        /// No session.
        case closed
        /// The portal or the user has not answered yet.
        case opening
        /// Keys can be pressed.
        case open(ObjectPath)
    }

    package nonisolated static let interface: InterfaceName = "org.freedesktop.portal.RemoteDesktop"
    /// The bit of a keyboard in the portal's device types.
    package nonisolated static let keyboard: UInt32 = 1
    /// The deadline of a call of the bus itself, which answers at once.
    private static let busLimit = Duration.milliseconds(150)
    private static let settleTime = Duration.milliseconds(150)
    /// A restored session that ends within this time, without a lock of the screen, is not restored again: the user
    /// wants it gone.
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
    /// The number of sessions whose first key is not released yet.
    private var firstKeys = 0
    private var waitingForFirstKey: [() -> Void] = []
    private var waiting: [(Result<Void, PortalProblem>) -> Void] = []

    /// - Parameters:
    ///   - monitor: the state of the login session; nil in tests that need none.
    ///   - environment: finds the session's display; nil if the portal is never to be started.
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

    /// Restores the session that the user allowed before, if there is a token: starts the portal and watches its name.
    /// It never asks the user.
    package func open() {
        guard token.value != nil else { return }
        follow()
        starter?.begin()
    }

    /// Ends the session and stops watching the portal.
    package func close() {
        watch?.cancel()
        watch = nil
        starter?.cancel()
        gate.cancel()
        handshake?.stop(.ended)
        session?.close()
        session = nil
    }

    /// Asks the user. The answer comes when they have decided, within three minutes.
    package func requestConsent(then: @escaping (Result<Void, PortalProblem>) -> Void) {
        if session != nil { return then(.success(())) }
        waiting.append(then)
        if handshake == nil { begin(asks: true) }
    }

    /// Finds out whether a portal can give a keyboard, or could be started. It starts none.
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

    /// Presses or releases a key of the session by its X11 keysym.
    package func notify(_ keysym: Int32, isDown: Bool, then: @escaping (DBusError?) -> Void) {
        guard let session else {
            return then(DBusError(.disconnected, "the desktop has ended the remote control; run 'batonctl setup'"))
        }
        session.notify(keysym, isDown: isDown, then: then)
    }

    /// Ends the session after it refused keys, so that the next probe reports it. The desktop releases the keys that
    /// are down.
    func renounce(_ error: DBusError) {
        // A session that was slow may answer the next time, and a new one may need the user.
        guard let session, error.name != .timeout, error.name != .noReply else { return }
        session.close()
        lost("the desktop takes no keys any more (\(error.message))")
    }

    /// Waits until the session's first key is released. That key is Shift: with it, the chord of Undo would be Redo.
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

    /// Waits until the keys have been pressed. The portal answers as soon as it has passed them on, and reports nothing
    /// later.
    package func settle(then: @escaping () -> Void) {
        connection.reactor.schedule(after: Self.settleTime, tolerance: .milliseconds(20)) { then() }
    }

    // MARK: Opening

    /// Watches the portal's name: its sessions end when it leaves the bus, and a new portal may restore one.
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
                // Consent was requested meanwhile.
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
        // A seat without a keyboard gets one with the first key, and apps that see it late lose that key (rule UNDO38).
        firstKeys += 1
        session.notify(PortalKeys.shift, isDown: true) { [weak self, weak session] _ in
            guard let session else { return self?.firstKeyIsUp() ?? () }
            session.notify(PortalKeys.shift, isDown: false) { _ in self?.firstKeyIsUp() }
        }
        logger.info("the desktop lets Baton press Undo and Redo")
        tell(.success(()))
    }

    /// Restores the session as soon as the screen is unlocked, if that needs no question.
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
