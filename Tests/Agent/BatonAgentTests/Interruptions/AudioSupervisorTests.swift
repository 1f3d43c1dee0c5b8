// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonInterruptionCauses

/// How long baton-audio runs (docs/interruptions.md), in event time.
@MainActor @Suite("Interruptions: the process that watches the sound server")
struct AudioSupervisorTests {
    @Test("baton-audio is started when it is wanted, and ends 30 s after it was wanted last, and not before")
    func stays() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let supervisor = AudioSupervisor(
            program: ChildProcess.built("baton-audio"),
            environment: ["XDG_RUNTIME_DIR": stage.directory, "HOME": stage.directory], reactor: stage.reactor,
            logger: TestLog().logger)
        #expect(!supervisor.isRunning)
        supervisor.setWanted(true)
        #expect(supervisor.isRunning)
        stage.pass(.seconds(3600), on: clock)
        supervisor.setWanted(false)
        stage.pass(.seconds(29), on: clock)
        #expect(supervisor.isRunning)
        // It is wanted again, as between two tracks: the time begins anew.
        supervisor.setWanted(true)
        supervisor.setWanted(false)
        stage.pass(.seconds(29), on: clock)
        #expect(supervisor.isRunning)
        stage.pass(.milliseconds(1250), on: clock)
        #expect(stage.turn { !supervisor.isRunning })
    }
}
