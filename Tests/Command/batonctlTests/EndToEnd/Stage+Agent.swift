// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import batonctl

extension Stage {
    /// Starts batond on the bus with a home of its own; it owns its name when this returns.
    func startAgent() throws -> ChildProcess {
        let home = directory.path
        let agent = try ChildProcess(
            // Players run on the test's own thread, and may answer late on a busy machine.
            [Self.program("batond"), "--set", "routing.start-wait=5s", "--set", "routing.call-timeout=10s"],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": address, "HOME": home, "XDG_CONFIG_HOME": home + "/config",
                "XDG_STATE_HOME": home + "/state", "XDG_RUNTIME_DIR": home, "PATH": "/usr/bin:/bin",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            ])
        for _ in 0..<1000 {
            if try run("info").status == 0 { return agent }
            try #require(!agent.hasEnded, "batond ended: \(agent.errors)")
        }
        throw CommandError("batond did not come: \(agent.errors)")
    }
}
