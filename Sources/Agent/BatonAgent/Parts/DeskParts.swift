// SPDX-License-Identifier: Apache-2.0

import BatonArtwork
import BatonDBus
import BatonIntake
import BatonLog
import BatonReactor
import BatonSession
import BatonSettings

/// The user's session: the system bus with logind, and the display's environment.
@MainActor
final class DeskParts: AgentPart {
    let systemBus: SystemBus
    let session: SessionMonitor
    let display: SessionEnvironment
    /// Pictures of players as files.
    let artCache: ArtCache
    /// The path of batonctl; nil if it is not installed beside batond.
    private let controlProgram: String?
    private let environment: [String: String]
    private var launcher: Launcher?

    init(connection: Connection, environment: [String: String], surroundings: Surroundings, logger: Logger) {
        systemBus = SystemBus(
            address: SystemBus.address(in: environment), reactor: connection.reactor,
            openTransport: surroundings.openSystemBus)
        session = SessionMonitor(bus: systemBus, connection: connection, logger: logger)
        display = SessionEnvironment(connection: connection, own: environment)
        artCache = ArtCache(
            directory: Paths(environment: environment).cacheDirectory,
            programs: ArtPrograms(fetcher: surroundings.helper("baton-art"), looker: surroundings.helper("batond")),
            environment: environment, reactor: connection.reactor)
        controlProgram = surroundings.helper("batonctl")
        self.environment = environment
    }

    /// Opens `batonctl setup` in a terminal of the session.
    ///
    /// - Returns: false without batonctl.
    func openSetup(on reactor: Reactor) -> Bool {
        guard let controlProgram else { return false }
        display.read { [self] display in
            let launcher = Launcher(reactor: reactor, environment: environment.merging(display.variables) { $1 })
            try? launcher.start([controlProgram, "setup", "--in-terminal"])
            self.launcher = launcher
        }
        return true
    }

    /// Many parts must know whether the session is locked, and a restarted agent knows nothing of it yet.
    func open() { session.open() }

    /// The system bus is not closed here but last: the final messages to BlueZ must be written before.
    func close() { session.close() }
}
