// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import BatonTestSupport
import Foundation
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

    @Test("baton-audio that ends again and again runs again within 10 s each time")
    func endsOften() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let program = "\(stage.directory)/ends"
        try "#!/bin/sh\necho >>\(program).starts\n".write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o700)
        func starts() -> Int { (try? String(contentsOfFile: "\(program).starts", encoding: .utf8))?.count ?? 0 }
        let supervisor = AudioSupervisor(
            program: program, environment: [:], reactor: stage.reactor, logger: TestLog().logger)
        supervisor.setWanted(true)
        for count in 1...6 {
            #expect(stage.turn { starts() == count && !supervisor.isRunning })
            stage.pass(.seconds(10), on: clock)
        }
        supervisor.stop()
    }

    @Test("baton-audio whose library is not installed is told of once, and tried again when something plays next")
    func lacksLibrary() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let program = try UnloadableProgram()
        let log = TestLog()
        let supervisor = AudioSupervisor(
            program: program.path, environment: [:], reactor: stage.reactor, logger: log.logger)
        supervisor.setWanted(true)
        #expect(stage.turn { supervisor.lastEnd == .notLoaded([UnloadableProgram.library]) })
        stage.pass(.seconds(3600), on: clock)
        #expect(!supervisor.isRunning)
        supervisor.setWanted(false)
        supervisor.setWanted(true)
        #expect(supervisor.isRunning)
        #expect(stage.turn { !supervisor.isRunning })
        #expect(log.lines == ["<4>baton-audio cannot start: libQ.so.6 is not installed"])
        supervisor.stop()
    }
}
