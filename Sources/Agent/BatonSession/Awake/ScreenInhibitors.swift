// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonLog
import BatonValues

/// All that can keep the screen on: logind, and the services of the desktop that are there (rule AWAKE6).
///
/// Each of them ends with batond, whatever ends it: logind's with its descriptor, the others with the connection.
@MainActor
package final class ScreenInhibitors {
    private let login: LoginInhibitor
    private let desktop: [DesktopInhibitor]
    private var observation: Observation?
    private var isWanted = false

    /// - Parameters:
    ///   - bus: the system bus, for logind.
    ///   - connection: to the session bus, for the desktop.
    package init(bus: SystemBus, connection: Connection, logger: Logger) {
        login = LoginInhibitor(.blockIdle, bus: bus, logger: logger)
        desktop = DesktopInhibitor.Service.allCases.map {
            DesktopInhibitor($0, connection: connection, logger: logger)
        }
        observation = bus.observe { [weak self] _ in self?.busChanged() }
    }

    /// The names of those that keep the screen on now.
    package var held: [String] {
        (login.isHeld ? ["logind"] : []) + desktop.filter(\.isHeld).map(\.service.name.rawValue)
    }

    /// Keeps the screen on, or does so no longer.
    package func want(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        if isWanted { login.take() } else { login.release() }
        for inhibitor in desktop { inhibitor.want(isWanted) }
    }

    /// Asks logind again, which has come or gone.
    package func loginChanged() {
        if isWanted { login.take() }
    }

    package func close() {
        want(false)
        for inhibitor in desktop { inhibitor.close() }
        observation = nil
    }

    /// What the former connection has given is not given up with it, so another is taken first.
    private func busChanged() {
        guard isWanted else { return }
        login.release()
        login.take()
    }
}
