// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonReactor
import BatonSensorLink
import BatonTestSupport
import Glibc
import Testing

@testable import BatonSensing

/// When batond starts, restarts and ends baton-sensor.
@MainActor
@Suite struct SensorSupervisorTests {
    @Test("it is started when it is wanted and not before, and ends when it is not wanted any more")
    func wanted() throws {
        let stage = try SupervisorStage("ready")
        stage.reactor.turnUntilIdle()
        #expect(stage.state == "off")
        stage.supervisor.setWanted(true)
        #expect(stage.state == "starting")
        try #require(stage.turn { stage.state == "running" })
        let process = try #require(stage.processes.first)
        #expect(SupervisorStage.isAlive(process))
        stage.supervisor.setWanted(false)
        #expect(stage.state == "off")
        #expect(stage.stops == 1)
        #expect(stage.turn { !SupervisorStage.isAlive(process) })
        #expect(stage.processes.count == 1)
        #expect(stage.log.lines == ["<6>reading fake at \(process), by poll"])
    }

    @Test("one that dies is started again after 1, 2, 4 … 60 seconds, and its death is told once")
    func backOff() throws {
        let stage = try SupervisorStage("ready,die")
        stage.supervisor.setWanted(true)
        for (count, seconds) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
            try #require(stage.turn { stage.state == "waiting" }, "start \(count)")
            #expect(stage.processes.count == count + 1)
            stage.pass(.seconds(seconds) - .milliseconds(1))
            #expect(stage.state == "waiting", "start \(count)")
            stage.pass(.milliseconds(1))
            #expect(stage.state != "waiting", "start \(count)")
        }
        #expect(stage.log.count("baton-sensor ended with status 3") == 1)
    }

    @Test("one that lacks a library is told once and not started again before a device is added or it is wanted again")
    func withoutLibrary() throws {
        let program = try UnloadableProgram()
        let stage = try SupervisorStage("", program: program.path)
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.state == "without libQ.so.6" })
        #expect(stage.log.lines == ["<4>baton-sensor cannot start: libQ.so.6 is not installed"])
        #expect(stage.stops == 1)
        stage.pass(.seconds(3600))
        #expect(stage.state == "without libQ.so.6")
        stage.supervisor.devicesChanged()
        #expect(stage.state == "starting")
        try #require(stage.turn { stage.state == "without libQ.so.6" })
        stage.supervisor.setWanted(false)
        #expect(stage.state == "off")
        stage.supervisor.setWanted(true)
        #expect(stage.state == "starting")
    }

    @Test("M1: one that dies in the middle of a shake has stopped once, and reads again")
    func deathInShake() throws {
        let stage = try SupervisorStage("ready,began")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.phases.count == 1 })
        kill(stage.processes[0], SIGKILL)
        try #require(stage.turn { stage.state == "waiting" })
        #expect(stage.stops == 1)
        stage.pass(.seconds(2))
        #expect(stage.turn { stage.processes.count == 2 && stage.state == "running" })
        #expect(stage.stops == 1)
        #expect(stage.log.count("was ended by signal 9") == 1)
    }

    @Test("what a process said before it died is heard", arguments: 0..<10)
    func lastWords(_: Int) throws {
        let stage = try SupervisorStage("ready,began,ended,die")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.state == "waiting" })
        #expect(stage.phases.count == 2)
    }

    @Test("a process that ended before the first turn has still been heard")
    func lateLook() throws {
        let stage = try SupervisorStage("ready,began,ended,gone,die")
        let before = Self.zombies
        stage.supervisor.setWanted(true)
        // When the reactor turns for the first time, both its reports and its end are there.
        try #require(waitUntil { Self.zombies != before }, "it has not ended within \(BusStage.patience)")
        #expect(stage.turn { stage.state == "absent" })
        #expect(stage.phases.count == 2)
    }

    /// The number of fake sensors that have ended and are not reaped.
    private static var zombies: Int {
        guard let directory = opendir("/proc") else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let isOne = SmallFile.firstLine("/proc/\(name)/stat")?.contains("(baton-fake-sens) Z \(getpid()) ") == true
            if isOne { count += 1 }
        }
        return count
    }

    @Test("one that never says it is ready is killed after its limit, and tried again")
    func hangs() throws {
        let stage = try SupervisorStage("stubborn")
        stage.supervisor.setWanted(true)
        stage.reactor.turnUntilIdle()
        stage.pass(.seconds(14))
        #expect(stage.state == "starting")
        stage.pass(.seconds(2))
        #expect(stage.state == "waiting")
        #expect(stage.log.count("did not find its sensor within 15.0 seconds") == 1)
    }

    @Test("M1: one that hangs in the middle of a shake is killed, which cancels the shake once, and the next one reads")
    func hangsInShake() throws {
        let stage = try SupervisorStage("ready,began,stubborn")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.phases.count == 1 })
        // The longest shake is one second here, and a reading may take five.
        stage.pass(.seconds(6))
        #expect(stage.state == "running")
        stage.pass(.seconds(2))
        #expect(stage.state == "waiting")
        #expect(stage.stops == 1)
        #expect(stage.log.count("hangs in the middle of a shake") == 1)
        #expect(stage.turn { !SupervisorStage.isAlive(stage.processes[0]) })
        stage.pass(.seconds(2))
        #expect(stage.turn { stage.processes.count == 2 })
    }

    @Test("a shake that ends in time leaves no deadline behind")
    func endsInTime() throws {
        let stage = try SupervisorStage("ready,began,ended")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.phases.count == 2 })
        stage.pass(.seconds(60))
        #expect(stage.state == "running")
        #expect(stage.stops == 0)
    }

    @Test("one that does not end when its link does is killed, and the agent does not wait for it")
    func stubborn() throws {
        let stage = try SupervisorStage("stubborn,ready")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.state == "running" })
        stage.supervisor.setWanted(false)
        #expect(stage.state == "off")
        stage.reactor.turnUntilIdle()
        #expect(SupervisorStage.isAlive(stage.processes[0]))
        stage.pass(.seconds(4))
        #expect(stage.turn { !SupervisorStage.isAlive(stage.processes[0]) })
    }

    @Test("one that leaves its link and lives on is of no use: it is killed, and another started")
    func leavesLink() throws {
        let stage = try SupervisorStage("ready,began,close")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.phases.count == 1 })
        #expect(
            stage.turn {
                stage.pass(.milliseconds(100))
                return stage.processes.count == 2
            })
        #expect(stage.stops >= 1)
        #expect(stage.turn { !SupervisorStage.isAlive(stage.processes[0]) })
    }

    @Test("switched off and on at once, the next one starts when the last one has left, and stays")
    func offAndOn() throws {
        let stage = try SupervisorStage("ready")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.state == "running" })
        for count in 2...4 {
            stage.supervisor.setWanted(false)
            stage.supervisor.setWanted(true)
            try #require(stage.turn { stage.processes.count == count })
            // Two processes never read the sensor at the same time: the first one has to restore its settings before.
            #expect(!SupervisorStage.isAlive(stage.processes[count - 2]))
            #expect(stage.turn { stage.state == "running" })
        }
        stage.reactor.turnUntilIdle()
        #expect(stage.state == "running")
        #expect(stage.stops == 3)
        #expect(stage.log.count("<4>") == 0, "\(stage.log.lines)")
    }

    @Test("switched on again, it does not wait for ever for one that does not leave")
    func offAndOnStubborn() throws {
        let stage = try SupervisorStage("ready,stubborn")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.state == "running" })
        stage.supervisor.setWanted(false)
        stage.supervisor.setWanted(true)
        #expect(
            stage.turn {
                stage.pass(.milliseconds(100))
                return stage.processes.count == 2
            })
        #expect(!SupervisorStage.isAlive(stage.processes[0]))
    }

    @Test("one of another version is told in words, and does not spin")
    func version() throws {
        let stage = try SupervisorStage("nonsense")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.state == "waiting" })
        stage.pass(.seconds(1))
        try #require(stage.turn { stage.state == "waiting" })
        stage.pass(.milliseconds(1999))
        #expect(stage.state == "waiting")
        #expect(stage.log.count("different versions; restart batond") == 1)
        #expect(stage.stops == 2)
    }

    @Test("a sensor that is gone is not tried again until a device comes")
    func gone() throws {
        let stage = try SupervisorStage("gone")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.state == "absent" })
        stage.pass(.seconds(3600))
        #expect(stage.state == "absent")
        #expect(stage.log.count("the fake was unplugged") == 1)
        stage.supervisor.devicesChanged()
        #expect(stage.state == "starting")
    }

    @Test("a sensor that another program has is tried again, and so is one at an address, where no device is seen")
    func busy() throws {
        for words in ["busy", "ip:gone"] {
            let stage = try SupervisorStage(words)
            stage.supervisor.setWanted(true)
            try #require(stage.turn { stage.state == "waiting" })
            stage.pass(.seconds(1))
            try #require(stage.turn { stage.state == "waiting" })
            #expect(stage.log.count("the fake") == 1)
        }
    }

    @Test("a program that is not there, or cannot be run, is told once", arguments: [nil, "/etc/passwd"])
    func noProgram(_ program: String?) throws {
        let stage = try SupervisorStage("ready", program: program)
        stage.supervisor.setWanted(true)
        #expect(stage.state == (program == nil ? "absent" : "waiting"))
        for _ in 0..<10 { stage.pass(.seconds(60)) }
        #expect(stage.log.lines.count == 1, "\(stage.log.lines)")
        #expect(stage.stops == (program == nil ? 0 : 11))
        // By now the attempts are a minute apart.
        stage.pass(.seconds(59))
        #expect(stage.stops == (program == nil ? 0 : 11))
    }

    @Test("what changes is told to the process that runs")
    func reconfigured() throws {
        let stage = try SupervisorStage("ready")
        stage.supervisor.setWanted(true)
        try #require(stage.turn { stage.state == "running" })
        stage.supervisor.configure(SensorSetup(sensor: "began"))
        #expect(stage.turn { stage.phases.count == 1 })
        #expect(stage.processes.count == 1)
    }
}
