// SPDX-License-Identifier: Apache-2.0

import BatonArtwork
import BatonDBus
import BatonLog
import BatonSession
import BatonSettings

/// The user's session: the system bus with logind, the display's environment, and pictures of players as files.
@MainActor
final class DeskParts: AgentPartGroup {
    let systemBus: SystemBus
    let session: SessionMonitor
    let display: SessionEnvironment
    let artCache: ArtCache

    /// The system bus is no part: it is closed last, when the final messages to BlueZ are written.
    var parts: [any AgentPart] { [session, artCache] }

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
    }
}
