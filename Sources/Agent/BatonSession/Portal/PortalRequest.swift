// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
import BatonReactor

/// One request to a portal: a call, and the signal Response that comes when the user has decided
/// (org.freedesktop.portal.Request, rule UNDO31).
///
/// The match rule for the signal is set before the call. A signal counts only if the portal itself has sent it. The
/// object keeps itself alive until the request has ended.
@MainActor
package final class PortalRequest {
    /// How the request ended.
    package typealias Answer = Result<[String: Value], PortalProblem>

    private let connection: Connection
    private let portal: BusName
    private let token: String
    private let target: InterfaceName
    private var path: ObjectPath?
    private var match: Match?
    private var timer: ReactorTimer?
    private var then: ((Answer) -> Void)?

    private static let interface: InterfaceName = "org.freedesktop.portal.Request"
    /// How long the portal may take to answer the call. The user's decision comes later, with the signal.
    private static let callDeadline = Duration.seconds(15)

    /// - Parameters:
    ///   - portal: the unique name of the portal.
    ///   - token: unique on this connection; letters, digits and underscores.
    ///   - interface: the interface of the portal that is called.
    package init(connection: Connection, portal: BusName, token: String, interface: InterfaceName) {
        self.connection = connection
        target = interface
        self.portal = portal
        self.token = token
    }

    /// Calls a method of the interface.
    ///
    /// - Parameters:
    ///   - arguments: the arguments before the options.
    ///   - options: the options without `handle_token`.
    ///   - limit: how long the user may take. After it the request is closed.
    package func start(
        _ member: MemberName, _ arguments: [Value], _ options: [(String, Value)], within limit: Duration,
        then: @escaping (Answer) -> Void
    ) {
        self.then = then
        guard let sender = connection.uniqueName?.rawValue else { return finish(.failure(.gone)) }
        // ":1.42" is "1_42" in the path.
        let name = String(sender.dropFirst().map { $0 == "." ? "_" : $0 })
        guard let path = try? ObjectPath("/org/freedesktop/portal/desktop/request/\(name)/\(token)") else {
            return finish(.failure(.gone))
        }
        listen(at: path)
        timer = connection.reactor.schedule(after: limit, tolerance: .seconds(1)) { [self] in
            takeBack()
            finish(.failure(.timedOut))
        }
        let message = Message.methodCall(
            to: portal, path: DesktopPortal.path, interface: target, member: member)
        do throws(DBusError) {
            try message.append(contentsOf: arguments + [.vardict(options + [("handle_token", .string(token))])])
        } catch {
            return finish(.failure(.refused(error)))
        }
        connection.call(message, within: Self.callDeadline) { [self] result in
            switch result {
            case .failure(let error): finish(.failure(.refused(error)))
            case .success(let reply):
                // Portals before 0.9 chose the path themselves.
                if case .objectPath(let handle) = (try? reply.arguments())?.first, handle != self.path {
                    listen(at: handle)
                }
            }
        }
    }

    /// Ends the request without an answer. A dialog that is on the screen is closed.
    package func cancel() {
        guard then != nil else { return }
        takeBack()
        then = nil
        finish(.failure(.ended))
    }

    private func listen(at path: ObjectPath) {
        guard then != nil else { return }
        self.path = path
        match?.cancel()
        match = connection.addMatch(
            MatchRule(sender: portal, path: path, interface: Self.interface, member: "Response")
        ) { [self] in take($0) }
    }

    private func take(_ message: Message) {
        guard message.sender == portal, let values = try? message.arguments(), values.count == 2,
            case .uint32(let code) = values[0], let results = values[1].asVardict
        else { return }
        switch code {
        case 0: finish(.success(results))
        case 1: finish(.failure(.denied))
        default: finish(.failure(.ended))
        }
    }

    /// Closes the request, and with it the dialog.
    private func takeBack() {
        guard let path else { return }
        connection.send(Message.methodCall(to: portal, path: path, interface: Self.interface, member: "Close"))
    }

    private func finish(_ answer: Answer) {
        timer?.cancel()
        match?.cancel()
        match = nil
        let then = then
        self.then = nil
        then?(answer)
    }
}

/// Why a request to the portal failed.
package enum PortalProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no portal, or it has left.
    case gone
    /// The portal is not running yet. The bus starts it at the first call.
    case asleep
    /// This desktop's portal cannot provide a keyboard.
    case noKeyboard
    /// The user declined.
    case denied
    /// The portal ended the request without the user's decision.
    case ended
    /// The user did not decide in time.
    case timedOut
    /// The portal answered the call with an error.
    case refused(DBusError)

    /// The same for people and other programs.
    package var reason: Reason {
        switch self {
        case .gone: .route(.portalAbsent)
        case .asleep: .route(.portalAsleep)
        case .noKeyboard: .route(.portalNoKeyboard)
        case .denied: .route(.portalDenied)
        case .ended: .route(.portalEnded)
        case .timedOut: .route(.portalSilent)
        case .refused(let error): .route(.portalRefused, [.message: .text(error.message)])
        }
    }

    package var description: String { "\(reason)" }
}
