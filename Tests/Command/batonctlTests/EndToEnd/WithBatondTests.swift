// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import batonctl

/// `batonctl` and the agent as it ships.
@Suite struct WithBatondTests {
    /// Waits until the chain has exactly these players in this order.
    private func expectChain(_ players: [String], on stage: Stage) throws {
        var seen = ""
        let wanted = players.map { "\"player\":\"\($0)\"" }
        for _ in 0..<1000 {
            seen = try stage.run("players", "--json").output
            let found = seen.split(separator: ",").filter { $0.hasPrefix("\"player\":") }.map(String.init)
            if found == wanted { return }
        }
        Issue.record("the chain is \(seen)")
    }

    @Test("every transport command reaches the player that plays")
    func sends() throws {
        let stage = try Stage()
        let paused = try StubPlayer("a", on: stage)
        let playing = try StubPlayer("b", on: stage, status: "Playing")
        let agent = try stage.startAgent()
        try expectChain(["b", "a"], on: stage)
        for command in [["next"], ["previous"], ["send", "next"], ["send", "105"]] {
            #expect(try stage.start("batonctl", command).waited(on: stage) == 0, "\(command)")
        }
        #expect(playing.calls == ["Next()", "Previous()", "Next()", "Previous()"])
        #expect(try stage.run("status").output == "Playing\n")
        #expect(try stage.run("metadata", "title").output == "track 4\n")
        #expect(try stage.run("-p", "a", "stop").status == 0)
        #expect(paused.calls == ["Stop()"])
        #expect(!agent.hasEnded)
    }

    @Test("an agent that does not run on is not waited for as long as an undo may take", arguments: ["undo", "redo"])
    func stoppedAgent(_ command: String) throws {
        let stage = try Stage()
        let agent = try stage.startAgent()
        try #require(StoppedProcess.stop(agent.identifier))
        defer { kill(agent.identifier, SIGCONT) }
        let start = ContinuousClock.now
        let result = try stage.run(command)
        #expect(result.status == 2 && result.output == "", "\(result)")
        // The limit is the promise: less than the 20 s that an undo may take.
        #expect(ContinuousClock.now - start < .seconds(9), "\(ContinuousClock.now - start)")
    }

    @Test(
        "a command that goes through an agent that does not run on exits 2 soon, as without it, and says so",
        arguments: [
            ["next"], ["send", "next"], ["volume", "5%+"], ["-a", "volume", "5%+"], ["mute"], ["pause", "--all"],
        ])
    func stoppedAgentInTheWay(_ command: [String]) throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage, status: "Playing")
        let agent = try stage.startAgent()
        try expectChain(["a"], on: stage)
        try #require(StoppedProcess.stop(agent.identifier))
        defer { kill(agent.identifier, SIGCONT) }
        let start = ContinuousClock.now
        let result = try stage.run(command)
        #expect(result.status == 2 && result.errors.hasPrefix("Baton does not answer. Restart it: "), "\(result)")
        // The limit is the promise: less than the 10 s that players in turn, and the 6 s that a sound server may take.
        #expect(ContinuousClock.now - start < .seconds(6), "\(ContinuousClock.now - start)")
        #expect(player.calls.isEmpty)
    }

    @Test("the example of a player gets the events that it handles, and passes on the others")
    func examplePlayer() throws {
        let stage = try Stage()
        let player = try StubPlayer("a", on: stage)
        let agent = try stage.startAgent()
        let example = try stage.start("baton-example", [])
        var chain = ""
        for _ in 0..<1000 where !chain.contains("Example") {
            try #require(!example.hasEnded, "\(example.output) \(example.errors)")
            chain = try stage.run("players").output
        }
        let expected = [("next", "playing Fugue"), ("previous", "playing Prelude"), ("pause", "paused Prelude")]
        for (command, line) in expected {
            #expect(try stage.run(command).status == 0, "\(command)")
            try #require(stage.turn { example.lines.last == line }, "\(command): \(example.lines)")
        }
        #expect(player.calls.isEmpty)
        // No other responder seeks while it is paused.
        #expect(try stage.run("send", "begin-seeking-forward").status == 1)
        #expect(!agent.hasEnded && example.lines.count == 3)
    }

    @Test("the example of a sensor logger says that there is no accelerometer", .disabled(if: hasSensor))
    func exampleLogger() throws {
        let stage = try Stage()
        let example = try stage.start("sensor-example", [])
        #expect(try example.waited(on: stage) == 0)
        #expect(example.output == "# there is no accelerometer\n", "\(example.output) \(example.errors)")
    }

    @Test("the chain shows a pin, an ignored player, and the end of both")
    func changesChain() throws {
        let stage = try Stage()
        _ = try StubPlayer("a", on: stage)
        _ = try StubPlayer("b", on: stage, status: "Playing")
        let agent = try stage.startAgent()
        try expectChain(["b", "a"], on: stage)
        #expect(try stage.run("pin", "a").status == 0)
        try expectChain(["a", "b"], on: stage)
        #expect(try stage.run("players").output.contains("pinned"))
        #expect(try stage.run("unpin").status == 0)
        try expectChain(["b", "a"], on: stage)
        #expect(try stage.run("ignore", "b").status == 0)
        try expectChain(["a"], on: stage)
        #expect(try stage.run("status").output == "Paused\n")
        #expect(try stage.run("unignore", "b").status == 0)
        try expectChain(["b", "a"], on: stage)
        #expect(!agent.hasEnded)
    }

    @Test("follow shows the first responder, also when the agent leaves and comes back")
    func follows() throws {
        let stage = try Stage()
        let first = try StubPlayer("a", on: stage, status: "Playing")
        let second = try StubPlayer("b", on: stage)
        let child = try stage.start("batonctl", ["metadata", "title", "-F"])
        try #require(stage.turn { child.lines.last == "a" })
        let agent = try stage.startAgent()
        first.set("PlaybackStatus", .string("Paused"))
        second.set("PlaybackStatus", .string("Playing"))
        try #require(stage.turn { child.lines.last == "b" })
        #expect(try stage.run("pin", "a").status == 0)
        try #require(stage.turn { child.lines.last == "a" })
        agent.kill()
        second.set("Metadata", StubPlayer.track("b2"))
        try #require(stage.turn { child.lines.last == "b2" })
        #expect(!child.hasEnded)
    }

    @Test("monitor prints the outcome of each event")
    func monitors() throws {
        let stage = try Stage()
        _ = try StubPlayer("a", on: stage, status: "Playing")
        let agent = try stage.startAgent()
        try expectChain(["a"], on: stage)
        let child = try stage.start("batonctl", ["monitor", "--json"])
        // The agent knows the monitor once the monitor has printed an event.
        try #require(
            stage.turn {
                _ = try? stage.run("next")
                return !child.lines.isEmpty
            })
        let line = try #require(child.lines.first)
        let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(event["event"] as? String == "next")
        #expect(event["responder"] as? String == "org.mpris.MediaPlayer2.a")
        #expect(event["outcome"] as? String == "handled")
        #expect(!agent.hasEnded)
    }

    @Test("check runs batond --check and exits with its status")
    func checks() throws {
        let stage = try Stage()
        let right = try stage.start("batonctl", ["check", "--config", "/dev/null"])
        #expect(try right.waited(on: stage) == 0, "\(right.errors)")
        let wrong = stage.directory.appending(path: "wrong.conf")
        try "[Nonsense\n".write(to: wrong, atomically: true, encoding: .utf8)
        let refused = try stage.start("batonctl", ["check", "--config", wrong.path])
        #expect(try refused.waited(on: stage) == 78)
        #expect(refused.errors.contains("wrong.conf") || refused.output.contains("wrong.conf"))
    }

    @Test("a simulated shake that no responder handles exits 2, and monitor shows its phases")
    func simulatesShakes() throws {
        let stage = try Stage()
        let agent = try stage.startAgent()
        let monitor = try stage.start("batonctl", ["monitor"])
        try #require(
            stage.turn {
                _ = try? stage.run("simulate-shake", "--cancel")
                return monitor.lines.count > 1
            })
        #expect(monitor.lines.contains { $0.contains("shake-cancelled from simulated") })
        let nobody = "Nothing took the shake: no app handled it, and Baton could not ask. 'batonctl doctor' says why."
        #expect(try stage.run("simulate-shake", "--wait") == (2, "", "\(nobody)\n"))
        #expect(try stage.run("simulate-shake") == (0, "\(nobody)\n", ""))
        #expect(!agent.hasEnded)
    }

    @Test("shakes are turned off and on, paused, and their status is printed")
    func switchesShaking() throws {
        let stage = try Stage()
        let agent = try stage.startAgent()
        #expect(try stage.run("shake").output.hasPrefix("Shake to undo:  on\n"))
        #expect(try stage.run("shake", "off").status == 0)
        #expect(try stage.run("shake", "status").output.hasPrefix("Shake to undo:  off\n"))
        #expect(try stage.run("shake", "on").status == 0)
        #expect(try stage.run("shake", "pause", "1h30m").status == 0)
        #expect(try stage.run("shake").output.hasPrefix("Shake to undo:  paused until "))
        #expect(try stage.run("shake", "pause", "0").status == 0)
        #expect(try stage.run("shake", "--json").output.hasPrefix(#"{"shake":"on","pausedUntil":0,"#))
        #expect(!agent.hasEnded)
    }

    /// Whether this machine has an accelerometer, which the agent would read.
    private static var hasSensor: Bool {
        let devices = "/sys/bus/iio/devices"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
        return names.contains { FileManager.default.fileExists(atPath: "\(devices)/\($0)/in_accel_x_raw") }
    }

    @Test(
        "without an accelerometer the signal is refused, and the message says what to do", .disabled(if: hasSensor),
        arguments: ["record", "motion", "calibrate"])
    func refusesWithoutSensor(_ command: String) throws {
        let stage = try Stage()
        let agent = try stage.startAgent()
        let child = try stage.start("batonctl", command == "record" ? [command, "-"] : [command])
        #expect(try child.waited(on: stage) == 1)
        #expect(child.errors.hasPrefix("The sensor is off: there is no accelerometer. "), "\(child.errors)")
        #expect(child.output.isEmpty)
        #expect(!agent.hasEnded)
    }
}
