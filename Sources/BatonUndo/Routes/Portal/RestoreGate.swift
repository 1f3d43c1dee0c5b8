// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonSession

/// Waits until the desktop can give a remote control back: it gives none while the screen is locked or blank, and a token that
/// is tried then is lost (xdg-desktop-portal forgets it when it is shown, GNOME refuses the session).
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

    /// What ends the session tells a little later that it has locked, and the other way round.
    static let delay = Duration.seconds(1)

    /// - Parameters:
    ///   - connection: to the session bus.
    ///   - session: nil where logind is none of the matter.
    init(connection: Connection, session: SessionMonitor?) {
        self.connection = connection
        self.session = session
        lock = ScreenLock(connection: connection)
    }

    /// Calls once the session is unlocked and uncovered; whoever waited before is not called.
    ///
    /// - Parameters:
    ///   - isLater: not before a second has passed.
    ///   - then: whether the session was locked or covered meanwhile.
    func wait(isLater: Bool, then: @escaping (Bool) -> Void) {
        cancel()
        wasCovered = false
        self.then = then
        if isLater { lookLater() } else { look() }
    }

    /// Nobody waits any more.
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

    /// Until something changes. Whoever forges that makes us look once more, and no more.
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
