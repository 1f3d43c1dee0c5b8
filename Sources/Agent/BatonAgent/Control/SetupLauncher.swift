// SPDX-License-Identifier: Apache-2.0

import BatonIntake
import BatonReactor
import BatonSession

/// Opens `batonctl setup` in a terminal of the session.
@MainActor
final class SetupLauncher {
    private let program: String?
    private let display: SessionEnvironment
    private let environment: [String: String]
    private let reactor: Reactor
    private var launcher: Launcher?

    /// - Parameters:
    ///   - program: the path of batonctl; nil if it is not installed beside batond.
    ///   - environment: the agent's own; the display's variables are added at each use.
    init(program: String?, display: SessionEnvironment, environment: [String: String], reactor: Reactor) {
        self.program = program
        self.display = display
        self.environment = environment
        self.reactor = reactor
    }

    /// Opens it.
    ///
    /// - Returns: false without batonctl.
    func open() -> Bool {
        guard let program else { return false }
        display.read { [weak self] display in
            guard let self else { return }
            let launcher = Launcher(reactor: reactor, environment: environment.merging(display.variables) { $1 })
            try? launcher.start([program, "setup", "--in-terminal"])
            self.launcher = launcher
        }
        return true
    }
}
