// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor
internal import Logging

/// A session with org.freedesktop.portal.RemoteDesktop: a keyboard that the user has allowed once (spec/undo.md §5).
///
/// Asking is for set-up. What the user allowed is kept for the agent's life; from version 2 of the portal on a token brings
/// it back after a restart without a question. One that would put up a dialog is taken back at once and asked at set-up again.
@MainActor
final class RemoteDesktopPortal {
    /// What can be done with it.
    enum State: Equatable {
        /// No session.
        case closed
        /// The portal, or the user, is thinking.
        case opening
        /// Keys can be pressed.
        case open(ObjectPath)
    }

    nonisolated static let name: BusName = "org.freedesktop.portal.Desktop"
    nonisolated static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    nonisolated static let interface: InterfaceName = "org.freedesktop.portal.RemoteDesktop"
    private static let sessionInterface: InterfaceName = "org.freedesktop.portal.Session"
    private static let keyboard: UInt32 = 1
    /// A person reads the dialog, and may have to unlock something first.
    private static let consentLimit = Duration.seconds(180)
    /// A session that a token brings back needs nobody; one that takes longer has put up a dialog.
    private static let restoreLimit = Duration.seconds(2)

    private static let settleTime = Duration.milliseconds(150)

    private(set) var state = State.closed

    private let connection: Connection
    private let token: PortalToken
    private let logger: Logger
    /// Who answered; only its signals count.
    private var portal: BusName?
    private var session: ObjectPath?
    private var sessionMatch: Match?
    private var watch: NameWatch?
    private var nextNumber = 1
    private var waiting: [(Result<Void, PortalProblem>) -> Void] = []

    init(connection: Connection, token: PortalToken, logger: Logger) {
        self.connection = connection
        self.token = token
        self.logger = logger
    }

    /// Brings back what the user allowed before, if the portal can; begins to watch for it. Never asks.
    func open() {
        guard watch == nil, token.value != nil else { return }
        watch = connection.watchName(Self.name) { [weak self] owner in self?.ownerChanged(owner) }
    }

    /// Gives the keyboard back.
    func close() {
        watch?.cancel()
        watch = nil
        closeSession()
        lose()
    }

    /// Asks the user; the answer comes when they have decided, three minutes later at most.
    func requestConsent(then: @escaping (Result<Void, PortalProblem>) -> Void) {
        if case .open = state { return then(.success(())) }
        waiting.append(then)
        guard state == .closed else { return }
        begin(within: Self.consentLimit, asks: true)
    }

    /// Tells whether there is a portal that can give a keyboard; starts none.
    func probe(then: @escaping (Result<UInt32, PortalProblem>) -> Void) {
        ask(startsPortal: false, then: then)
    }

    /// Presses or releases a key of the session, by its X11 keysym.
    func notify(_ keysym: Int32, isDown: Bool, then: @escaping (DBusError?) -> Void) {
        guard case .open(let session) = state, let portal else {
            return then(DBusError(.disconnected, "the desktop has ended the remote control; run 'batonctl setup'"))
        }
        let message = Message.methodCall(
            to: portal, path: Self.path, interface: Self.interface, member: "NotifyKeyboardKeysym")
        do throws(DBusError) {
            try message.append(.objectPath(session), .vardict([]), .int32(keysym), .uint32(isDown ? 1 : 0))
        } catch {
            return then(error)
        }
        connection.call(message, within: .seconds(1)) { result in
            if case .failure(let error) = result { then(error) } else { then(nil) }
        }
    }

    /// Waits until the keys have surely been pressed: the portal answers as soon as it has passed them on, and says no more.
    func settle(then: @escaping () -> Void) {
        connection.reactor.schedule(after: Self.settleTime, tolerance: .milliseconds(20)) { then() }
    }

    // MARK: Opening

    private func ownerChanged(_ owner: BusName?) {
        if owner != portal { lose() }
        guard owner != nil, state == .closed, token.value != nil else { return }
        begin(within: Self.restoreLimit, asks: false)
    }

    /// Version and kinds of devices, as the portal says.
    private func ask(startsPortal: Bool, then: @escaping (Result<UInt32, PortalProblem>) -> Void) {
        let message = Message.methodCall(
            to: Self.name, path: Self.path, interface: "org.freedesktop.DBus.Properties", member: "GetAll",
            noAutoStart: !startsPortal)
        do throws(DBusError) {
            try message.append(.string(Self.interface.rawValue))
        } catch {
            return then(.failure(.refused(error)))
        }
        connection.call(message, within: startsPortal ? .seconds(25) : .milliseconds(300)) { [weak self] result in
            guard case .success(let reply) = result, let properties = (try? reply.arguments())?.first?.asVardict else {
                return then(.failure(.gone))
            }
            guard case .uint32(let devices) = properties["AvailableDeviceTypes"], devices & Self.keyboard != 0,
                case .uint32(let version) = properties["version"]
            else { return then(.failure(.noKeyboard)) }
            self?.portal = reply.sender
            then(.success(version))
        }
    }

    private func begin(within limit: Duration, asks: Bool) {
        state = .opening
        register()
        ask(startsPortal: asks) { [weak self] result in
            switch result {
            case .failure(let problem): self?.end(.failure(problem), asks)
            case .success(let version): self?.createSession(version, limit, asks)
            }
        }
    }

    /// From 1.20 on a program that runs in no sandbox may say which app it is; a token is kept for that app.
    private func register() {
        let message = Message.methodCall(
            to: Self.name, path: Self.path, interface: "org.freedesktop.host.portal.Registry", member: "Register")
        // Two constants always fit.
        try? message.append(.string("org.baton.Baton"), .vardict([]))
        connection.call(message, within: .seconds(25)) { _ in }
    }

    private func createSession(_ version: UInt32, _ limit: Duration, _ asks: Bool) {
        // Before version 2 there are no tokens, and every session is a question.
        let old = version >= 2 ? token.value : nil
        guard asks || old != nil else { return end(.failure(.ended), asks) }
        request("CreateSession", [], [("session_handle_token", .string(makeToken()))], within: .seconds(20), asks) {
            [weak self] results in
            let session: ObjectPath? =
                switch results["session_handle"] {
                // A string on the wire, although it is documented as a path.
                case .string(let text): try? ObjectPath(text)
                case .objectPath(let path): path
                default: nil
                }
            guard let self else { return }
            guard let session else { return end(.failure(.ended), asks) }
            self.session = session
            selectDevices(session, version, old, limit, asks)
        }
    }

    private func selectDevices(
        _ session: ObjectPath, _ version: UInt32, _ old: String?, _ limit: Duration, _ asks: Bool
    ) {
        var options: [(String, Value)] = [("types", .uint32(Self.keyboard))]
        if version >= 2 {
            // Until the user takes it back.
            options.append(("persist_mode", .uint32(2)))
            if let old { options.append(("restore_token", .string(old))) }
        }
        // It serves once: a crash from here on costs a question, and not a token that is known twice.
        token.forget()
        request("SelectDevices", [.objectPath(session)], options, within: .seconds(20), asks) { [weak self] _ in
            self?.listen(to: session)
            self?.request("Start", [.objectPath(session), .string("")], [], within: limit, asks) {
                [weak self] results in
                self?.started(session, results, asks)
            }
        }
    }

    private func started(_ session: ObjectPath, _ results: [String: Value], _ asks: Bool) {
        guard case .uint32(let devices) = results["devices"], devices & Self.keyboard != 0 else {
            return end(.failure(.denied), asks)
        }
        if let new = results["restore_token"]?.asString {
            do throws(SmallFileError) { try token.save(new) } catch { logger.warning("\(error.message)") }
        }
        state = .open(session)
        open()
        // A seat without a keyboard gets one with the first key, and apps that are slow to see it lose that key.
        notify(PortalKeys.shift, isDown: true) { [weak self] _ in
            self?.notify(PortalKeys.shift, isDown: false) { _ in }
        }
        logger.info("the desktop lets Baton press Undo and Redo")
        end(.success(()), asks)
    }

    /// The desktop takes it back: the screen is locked, or the user has had enough.
    private func listen(to session: ObjectPath) {
        sessionMatch?.cancel()
        sessionMatch = connection.addMatch(
            MatchRule(sender: portal, path: session, interface: Self.sessionInterface, member: "Closed")
        ) { [weak self] message in
            guard let self, message.sender == portal else { return }
            logger.info("the desktop has ended the remote control")
            lose()
            if watch != nil, token.value != nil { begin(within: Self.restoreLimit, asks: false) }
        }
    }

    private func closeSession() {
        guard let session, let portal else { return }
        connection.send(
            Message.methodCall(to: portal, path: session, interface: Self.sessionInterface, member: "Close"))
    }

    private func lose() {
        state = .closed
        session = nil
        sessionMatch?.cancel()
        sessionMatch = nil
    }

    private func end(_ result: Result<Void, PortalProblem>, _ asks: Bool) {
        if case .failure(let problem) = result {
            closeSession()
            lose()
            if !asks { logger.notice("the desktop does not give the keyboard back (\(problem)); run 'batonctl setup'") }
        }
        let told = waiting
        waiting = []
        for then in told { then(result) }
    }

    private func request(
        _ member: MemberName, _ arguments: [Value], _ options: [(String, Value)], within limit: Duration, _ asks: Bool,
        then: @escaping ([String: Value]) -> Void
    ) {
        guard let portal else { return end(.failure(.gone), asks) }
        PortalRequest(connection: connection, portal: portal, token: makeToken())
            .start(member, arguments, options, within: limit) { [weak self] answer in
                switch answer {
                case .success(let results): then(results)
                case .failure(let problem): self?.end(.failure(problem), asks)
                }
            }
    }

    private func makeToken() -> String {
        defer { nextNumber += 1 }
        return "baton\(nextNumber)"
    }
}
