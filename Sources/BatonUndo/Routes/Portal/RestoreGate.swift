// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonSession

/// Waits until the desktop can restore a remote-control session. While the screen is locked or blank it restores none,
/// and a token that is tried then is lost (xdg-desktop-portal forgets a token once it is used, and GNOME refuses the
/// session).
@MainActor
final class RestoreGate {
    private let connection: Connection
    private let session: SessionMonitor?
    private let lock: ScreenLock
    private var isObserving = false
    private var matches: [Match] = []
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
        lock = ScreenLock(connection: connection)
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
        for match in matches { match.cancel() }
        matches = []
    }

    private func lookLater() {
        guard then != nil else { return }
        timer?.cancel()
        timer = connection.reactor.schedule(after: Self.delay, tolerance: .milliseconds(200)) { [weak self] in
            self?.look()
        }
    }

    private func look() {
        guard let session else { return lookAtScreen() }
        session.whenSettled { [weak self] in
            guard let self, then != nil else { return }
            guard session.obstacle == nil else { return listen() }
            lookAtScreen()
        }
    }

    private func lookAtScreen() {
        lock.ask { [weak self] isCovered in
            guard let self, let then else { return }
            guard !isCovered else { return listen() }
            self.then = nil
            rest()
            then(wasCovered)
        }
    }

    /// Waits for the next change. A forged signal only causes one more look.
    private func listen() {
        wasCovered = true
        if matches.isEmpty {
            matches = ScreenLock.interfaces.map { interface in
                connection.addMatch(MatchRule(interface: interface, member: "ActiveChanged")) { [weak self] _ in
                    self?.lookLater()
                }
            }
        }
        guard !isObserving else { return }
        isObserving = true
        session?.observe { [weak self] in self?.lookLater() }
    }
}
