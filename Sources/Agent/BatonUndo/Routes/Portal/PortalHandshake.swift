// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonFiles
import BatonLog
import BatonReactor
import BatonSession

/// One attempt to get a keyboard from the RemoteDesktop portal: CreateSession, SelectDevices, Start (rule UNDO31).
///
/// It ends once, with a session or with a problem. After a problem no dialog is on the screen and no session is in the
/// portal.
@MainActor
final class PortalHandshake {
    /// How it ended.
    typealias Answer = Result<PortalSession, PortalProblem>

    /// Whether the user may be asked; if not, only a token can open a session.
    let asks: Bool
    /// The unique name of the portal; nil before its first answer.
    private(set) var portal: BusName?

    private let connection: Connection
    private let token: PortalToken
    private let logger: Logger
    private let makeToken: () -> String
    private var session: PortalSession?
    private var request: PortalRequest?
    private var then: ((Answer) -> Void)?

    /// How long the user may take to answer the dialog, in which they may have to unlock something first.
    private static let consentLimit = Duration.seconds(180)
    /// How long `Start` may take with a token. It needs no user then, so a longer call means that the portal shows a
    /// dialog.
    private static let restoreLimit = Duration.seconds(2)
    /// The deadline of a step that needs no user.
    private static let stepLimit = Duration.seconds(20)

    /// - Parameter makeToken: makes tokens that are unique on the connection, for the paths of requests and sessions.
    init(asks: Bool, connection: Connection, token: PortalToken, logger: Logger, makeToken: @escaping () -> String) {
        self.asks = asks
        self.connection = connection
        self.token = token
        self.logger = logger
        self.makeToken = makeToken
    }

    /// Begins. The answer comes within three minutes if the user is asked.
    func start(then: @escaping (Answer) -> Void) {
        self.then = then
        register()
        Self.ask(connection, startsPortal: asks) { [weak self] result in
            guard let self, self.then != nil else { return }
            switch result {
            case .failure(let problem): stop(problem)
            case .success(let found):
                portal = found.portal
                createSession(version: found.version)
            }
        }
    }

    /// Ends the attempt early.
    func stop(_ problem: PortalProblem) {
        request?.cancel()
        session?.close()
        finish(.failure(problem))
    }

    /// Finds the portal's unique name and its version; fails if the portal offers no keyboard.
    static func ask(
        _ connection: Connection, startsPortal: Bool,
        then: @escaping (Result<(portal: BusName, version: UInt32), PortalProblem>) -> Void
    ) {
        let message = Message.methodCall(
            to: DesktopPortal.name, path: DesktopPortal.path,
            interface: .properties, member: "GetAll", noAutoStart: !startsPortal)
        do throws(DBusError) {
            try message.append(.string(RemoteDesktopPortal.interface.rawValue))
        } catch {
            return then(.failure(.refused(error)))
        }
        connection.call(message, within: startsPortal ? .seconds(25) : .milliseconds(300)) { result in
            guard case .success(let reply) = result, let portal = reply.sender,
                let properties = (try? reply.arguments())?.first?.asVardict
            else { return then(.failure(.gone)) }
            guard case .uint32(let devices) = properties["AvailableDeviceTypes"],
                devices & RemoteDesktopPortal.keyboard != 0, case .uint32(let version) = properties["version"]
            else { return then(.failure(.noKeyboard)) }
            then(.success((portal, version)))
        }
    }

    // MARK: The steps

    /// From 1.20 on a program outside of a sandbox may name its app. The portal keeps a token for that app (rule
    /// UNDO37).
    private func register() {
        let message = Message.methodCall(
            to: DesktopPortal.name, path: DesktopPortal.path,
            interface: "org.freedesktop.host.portal.Registry", member: "Register", noAutoStart: !asks)
        // Appending two constants cannot fail.
        try? message.append(.string(BatonBus.applicationID), .vardict([]))
        connection.call(message, within: .seconds(25)) { _ in }
    }

    private func createSession(version: UInt32) {
        // Before version 2 there are no tokens, and every session needs a dialog (rule UNDO34).
        let old = version >= 2 ? token.value : nil
        guard asks || old != nil else { return stop(.ended) }
        call("CreateSession", [], [("session_handle_token", .string(makeToken()))], within: Self.stepLimit) {
            [weak self] results in
            guard let self, let portal else { return }
            let path: ObjectPath? =
                switch results["session_handle"] {
                // A string on the wire although it is documented as an object path (rule UNDO32).
                case .string(let text): try? ObjectPath(text)
                case .objectPath(let path): path
                default: nil
                }
            guard let path else { return stop(.ended) }
            let session = PortalSession(path, of: portal, connection: connection)
            self.session = session
            session.onClosed = { [weak self] in self?.stop(.ended) }
            selectDevices(session, version: version, old: old)
        }
    }

    private func selectDevices(_ session: PortalSession, version: UInt32, old: String?) {
        var options: [(String, Value)] = [("types", .uint32(RemoteDesktopPortal.keyboard))]
        if version >= 2 {
            // 2: the permission persists until the user revokes it.
            options.append(("persist_mode", .uint32(2)))
            if let old { options.append(("restore_token", .string(old))) }
        }
        // A token serves once: the portal forgets it with this call, whatever the result is.
        if old != nil { token.forget() }
        call("SelectDevices", [.objectPath(session.path)], options, within: Self.stepLimit) { [weak self] _ in
            guard let self else { return }
            call(
                "Start", [.objectPath(session.path), .string("")], [],
                within: asks ? Self.consentLimit : Self.restoreLimit
            ) { [weak self] results in self?.started(session, results) }
        }
    }

    private func started(_ session: PortalSession, _ results: [String: Value]) {
        guard case .uint32(let devices) = results["devices"], devices & RemoteDesktopPortal.keyboard != 0 else {
            return stop(.denied)
        }
        if let new = results["restore_token"]?.asString {
            do throws(SmallFileError) { try token.save(new) } catch { logger.warning("\(error.message)") }
        }
        finish(.success(session))
    }

    private func call(
        _ member: MemberName, _ arguments: [Value], _ options: [(String, Value)], within limit: Duration,
        then: @escaping ([String: Value]) -> Void
    ) {
        guard let portal else { return stop(.gone) }
        let request = PortalRequest(
            connection: connection, portal: portal, token: makeToken(), interface: RemoteDesktopPortal.interface)
        self.request = request
        request.start(member, arguments, options, within: limit) { [weak self] answer in
            guard let self, self.then != nil else { return }
            self.request = nil
            switch answer {
            case .success(let results): then(results)
            case .failure(let problem): stop(problem)
            }
        }
    }

    private func finish(_ answer: Answer) {
        session?.onClosed = nil
        session = nil
        request = nil
        let then = then
        self.then = nil
        then?(answer)
    }
}
