// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonSession
import BatonSettings
import Logging

/// The user's session: the system bus with logind, and the display's environment.
@MainActor
final class DeskParts: AgentPart {
    let systemBus: SystemBus
    let session: SessionMonitor
    let display: SessionEnvironment

    init(connection: Connection, environment: [String: String], surroundings: Surroundings, logger: Logger) {
        systemBus = SystemBus(
            address: SystemBus.address(in: environment), reactor: connection.reactor,
            openTransport: surroundings.openSystemBus)
        session = SessionMonitor(bus: systemBus, logger: logger)
        display = SessionEnvironment(connection: connection, own: environment)
    }

    /// The system bus is not closed here but last: the final messages to BlueZ must be written before.
    func close() { session.close() }
}
