// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor

/// The name and path of the desktop's portal on the session bus.
package enum DesktopPortal {
    package static let name: BusName = "org.freedesktop.portal.Desktop"
    package static let path: ObjectPath = "/org/freedesktop/portal/desktop"
}

/// Makes the bus start the desktop's portal, once, when the session has a display. A portal that starts before the
/// display never gets one.
@MainActor
package final class PortalStarter {
    private let connection: Connection
    private let environment: SessionEnvironment
    /// When to look for a display again: batond starts at login, before the desktop. After the last attempt the portal
    /// stays unstarted until another program uses it.
    private let timer: RetryTimer
    /// Incremented by ``begin()`` and ``cancel()``. An answer to a question of an earlier round is ignored.
    private var round = 0

    /// The deadline of the call that starts the portal: the bus may have to start the portal and its backend.
    private static let startLimit = Duration.seconds(25)

    package init(connection: Connection, environment: SessionEnvironment) {
        self.connection = connection
        self.environment = environment
        timer = RetryTimer(on: connection.reactor, first: .seconds(2), longest: .seconds(256))
    }

    /// Begins to look for a display.
    package func begin() {
        cancel()
        look()
    }

    /// Stops looking for a display: the portal runs, or is not needed any more.
    package func cancel() {
        round += 1
        timer.reset()
    }

    private func look() {
        let asked = round
        environment.read { [weak self] session in
            guard let self, asked == round else { return }
            guard !session.hasDisplay else { return Self.start(on: connection) }
            guard !timer.isExhausted else { return }
            timer.schedule { [weak self] in self?.look() }
        }
    }

    /// Sends a call for which the bus may start the portal. The caller watches the portal's name to learn when it runs.
    package static func start(on connection: Connection) {
        let message = Message.methodCall(
            to: DesktopPortal.name, path: DesktopPortal.path, interface: "org.freedesktop.DBus.Peer",
            member: "Ping", noAutoStart: false)
        connection.call(message, within: startLimit) { _ in }
    }
}
