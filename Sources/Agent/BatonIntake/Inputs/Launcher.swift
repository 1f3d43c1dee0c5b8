// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
package import BatonReactor
import Glibc
package import SystemPackage

/// Starts the program of `[routing] launch` in its own session (setsid), without a shell.
@MainActor
package final class Launcher {
    private let reactor: Reactor
    private let environment: [String: String]
    private var running: [Int: Subprocess] = [:]
    private var nextNumber = 0

    package init(reactor: Reactor, environment: [String: String]) {
        self.reactor = reactor
        self.environment = environment
    }

    /// Starts the program and does not wait for it.
    ///
    /// - Parameter failed: called if the program ends otherwise than with success.
    /// - Throws: the error of `posix_spawnp`: there is no such program, or it may not be run.
    package func start(_ command: [String], failed: @escaping () -> Void = {}) throws(Errno) {
        let command = Self.outsideOurUnit(command, environment: environment, process: getpid())
        guard !command.isEmpty else { return }
        let number = nextNumber
        nextNumber += 1
        running[number] = try Subprocess(command, environment: environment, isDetached: true, reactor: reactor) {
            [weak self] exit in
            self?.running[number] = nil
            if exit != .status(0) { failed() }
        }
    }

    /// The command to run, which differs if batond is a service of systemd.
    ///
    /// A child would have the restrictions of batond's unit (no network, a limited set of system calls) and would end
    /// with it. So the user's manager is asked to start the program in a unit of its own.
    nonisolated static func outsideOurUnit(
        _ command: [String], environment: [String: String], process: pid_t
    ) -> [String] {
        guard !command.isEmpty, environment["SYSTEMD_EXEC_PID"] == "\(process)" else { return command }
        return ["systemd-run", "--user", "--collect", "--quiet", "--slice=app.slice", "--"] + command
    }
}
