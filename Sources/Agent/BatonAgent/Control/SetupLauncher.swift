// SPDX-License-Identifier: Apache-2.0

import BatonIntake
import BatonReactor
import BatonSession

/// Opens the set-up for the user: the window of Baton where it is installed, else `batonctl setup` in a terminal of the session.
@MainActor
final class SetupLauncher {
    /// A window that ends sooner was never shown, such as without a display. Larger: one that the user has closed with an error may be
    /// followed by a terminal.
    private static let patience = Duration.seconds(5)

    private let program: String?
    private let window: String?
    private let display: SessionEnvironment
    private let environment: [String: String]
    private let reactor: Reactor
    private var launcher: Launcher?

    /// - Parameters:
    ///   - program: the path of batonctl; nil if it is not installed beside batond.
    ///   - window: the path of baton-settings; nil if it is not installed there.
    ///   - environment: the agent's own; the display's variables are added at each use.
    init(
        program: String?, window: String?, display: SessionEnvironment, environment: [String: String], reactor: Reactor
    ) {
        self.program = program
        self.window = window
        self.display = display
        self.environment = environment
        self.reactor = reactor
    }

    /// Opens it.
    ///
    /// - Parameter page: the window's page that has what is left, a word of `baton-settings --page`.
    /// - Returns: false where neither is installed.
    func open(page: String) -> Bool {
        guard program != nil || window != nil else { return false }
        display.read { [weak self] display in
            guard let self else { return }
            launcher = Launcher(reactor: reactor, environment: environment.merging(display.variables) { $1 })
            guard let window else { return openTerminal() }
            let began = reactor.now
            do {
                try launcher?.start([window, "--page", page]) { [weak self] in
                    guard let self, reactor.now - began < Self.patience else { return }
                    openTerminal()
                }
            } catch {
                openTerminal()
            }
        }
        return true
    }

    private func openTerminal() {
        if let program { try? launcher?.start([program, "setup", "--in-terminal"]) }
    }
}
