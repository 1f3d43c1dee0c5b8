// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonReactor

/// Has the bus start the desktop's portal, once, when the session has a display: one that starts before it has none for its life.
@MainActor
final class PortalStarter {
    private let connection: Connection
    private let environment: SessionEnvironment
    private var timer: ReactorTimer?
    /// Counts the beginnings and ends: what was asked before the last of them is nobody's.
    private var round = 0

    /// When it is looked for a display again, each time twice as late: batond starts at login, before the desktop.
    private static let firstDelay = Duration.seconds(2)
    /// After that the next who uses the portal starts it.
    private static let longestDelay = Duration.seconds(256)
    /// The portal and its backend may have to be started.
    private static let startLimit = Duration.seconds(25)

    init(connection: Connection, environment: SessionEnvironment) {
        self.connection = connection
        self.environment = environment
    }

    /// Begins to look for a display.
    func begin() {
        cancel()
        look(again: Self.firstDelay)
    }

    /// The portal is there, or is not wanted any more.
    func cancel() {
        round += 1
        timer?.cancel()
        timer = nil
    }

    private func look(again delay: Duration) {
        let asked = round
        environment.read { [weak self] session in
            guard let self, asked == round else { return }
            guard !session.hasDisplay else { return Self.start(on: connection) }
            guard delay <= Self.longestDelay else { return }
            timer = connection.reactor.schedule(after: delay, tolerance: delay / 4) { [weak self] in
                self?.look(again: delay * 2)
            }
        }
    }

    /// A call that the bus may start the portal for; who owns its name then has to be watched.
    static func start(on connection: Connection) {
        let message = Message.methodCall(
            to: RemoteDesktopPortal.name, path: RemoteDesktopPortal.path, interface: "org.freedesktop.DBus.Peer",
            member: "Ping", noAutoStart: false)
        connection.call(message, within: startLimit) { _ in }
    }
}
