// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor

/// Where the desktop's portal is on the session bus.
package enum DesktopPortal {
    package static let name: BusName = "org.freedesktop.portal.Desktop"
    package static let path: ObjectPath = "/org/freedesktop/portal/desktop"
}

/// Has the bus start the desktop's portal, once, when the session has a display: one that starts before it has none for its life.
@MainActor
package final class PortalStarter {
    private let connection: Connection
    private let environment: SessionEnvironment
    /// When it is looked for a display again: batond starts at login, before the desktop. In the end the next who uses the portal
    /// starts it.
    private let timer: RetryTimer
    /// Counts the beginnings and ends: what was asked before the last of them is nobody's.
    private var round = 0

    /// The portal and its backend may have to be started.
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

    /// The portal is there, or is not wanted any more.
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

    /// A call that the bus may start the portal for; who owns its name then has to be watched.
    package static func start(on connection: Connection) {
        let message = Message.methodCall(
            to: DesktopPortal.name, path: DesktopPortal.path, interface: "org.freedesktop.DBus.Peer",
            member: "Ping", noAutoStart: false)
        connection.call(message, within: startLimit) { _ in }
    }
}
