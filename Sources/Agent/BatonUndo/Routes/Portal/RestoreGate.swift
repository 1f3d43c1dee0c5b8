// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonSession
import BatonValues

/// Waits until the desktop can restore a remote-control session. While the screen is locked or blank it restores none,
/// and a token that is tried then is lost (xdg-desktop-portal forgets a token once it is used, and GNOME refuses the
/// session).
@MainActor
final class RestoreGate {
    private let connection: Connection
    private let session: SessionMonitor?
    private var observation: Observation?
    private var timer: ReactorTimer?
    private var wasCovered = false
    private var then: ((Bool) -> Void)?

    /// How long to wait after a change before looking at the session. The desktop ends the portal's session a little
    /// before it reports the lock; at an unlock the order is the reverse.
    static let delay = Duration.seconds(1)

    /// - Parameters:
    ///   - connection: to the session bus.
    ///   - session: the state of the login session; nil if logind is not asked.
    init(connection: Connection, session: SessionMonitor?) {
        self.connection = connection
        self.session = session
    }

    /// Calls `then` when the session is unlocked and uncovered. An earlier call that still waits is dropped.
    ///
    /// - Parameters:
    ///   - isLater: whether to wait for a second before the first look.
    ///   - then: called with whether the session was locked or covered meanwhile.
    func wait(isLater: Bool, then: @escaping (Bool) -> Void) {
        cancel()
        wasCovered = false
        self.then = then
        if isLater { lookLater() } else { look() }
    }

    /// Stops waiting; `then` is not called.
    func cancel() {
        then = nil
        rest()
    }

    private func rest() {
        timer?.cancel()
        timer = nil
    }

    private func lookLater() {
        guard then != nil else { return }
        timer?.cancel()
        timer = connection.reactor.schedule(after: Self.delay, tolerance: .milliseconds(200)) { [weak self] in
            self?.look()
        }
    }

    private func look() {
        guard let session else { return pass() }
        session.whenSettled { [weak self] in
            guard let self, then != nil else { return }
            guard session.obstacle == nil else { return listen() }
            session.lock.ask { [weak self] state in
                if case .locked = state { self?.listen() } else { self?.pass() }
            }
        }
    }

    private func pass() {
        guard let then else { return }
        self.then = nil
        rest()
        then(wasCovered)
    }

    /// Waits for the next change.
    private func listen() {
        guard then != nil else { return }
        wasCovered = true
        guard observation == nil else { return }
        observation = session?.observe { [weak self] in if case .state = $0 { self?.lookLater() } }
    }
}
