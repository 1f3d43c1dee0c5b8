// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import Glibc
import Testing

@testable import batonctl

/// `batonctl shake` and `batonctl simulate-shake` as processes on a bus with the agent's side of the interface.
@Suite struct ShakeTests {
    @Test("status, on, off and pause")
    func switches() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        #expect(
            try stage.run("shake").output
                == """
                Shake to undo:  on
                Sensor:         accel_3d, polled at 50 Hz
                Sensitivity:    medium, the default for a laptop
                Held:           face-up

                """)
        #expect(try stage.run("shake", "off") == (0, "Shakes are off.\n", ""))
        #expect(try stage.run("shake", "status").output.hasPrefix("Shake to undo:  off\n"))
        #expect(
            try stage.run("shake", "pause", "1h") == (0, "Shakes are off already; there is nothing to pause.\n", ""))
        #expect(try stage.run("shake", "on") == (0, "Shakes are on.\n", ""))
        #expect(
            agent.calls.filter { !$0.hasPrefix("PauseShake(1") } == [
                "ShakeToUndo = false", "ShakeToUndo = true", "PauseShake(0)",
            ])
        let before = UInt64(time(nil)) * 1_000_000
        #expect(try stage.run("-s", "shake", "pause", "1h") == (0, "", ""))
        let call = try #require(agent.calls.last)
        let until = try #require(UInt64(call.dropFirst("PauseShake(".count).dropLast()))
        #expect((before + 3_599_000_000...before + 3_660_000_000).contains(until))
        #expect(try stage.run("shake", "status").output.hasPrefix("Shake to undo:  paused until "))
        #expect(try stage.run("shake").output.contains(" (another 59 min"))
        #expect(try stage.run("shake", "--json").output.hasPrefix(#"{"shake":"paused","pausedUntil":"#))
        #expect(try stage.run("shake", "pause", "0") == (0, "Shakes are on.\n", ""))
        #expect(agent.calls.last == "PauseShake(0)")
    }

    @Test(
        "a pause without a duration asks for one, and one with a wrong duration says what is wrong",
        arguments: [
            ("shake pause", "For how long? "), ("shake pause 1x", "'1x' is not a duration"),
            ("shake pause 10000d", "'10000d' is too long"), ("shake pause -1h", "'-1h' is not a duration"),
        ])
    func pauseDurations(_ typed: String, _ message: String) throws {
        let result = try Stage().run(typed.split(separator: " ").map(String.init))
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }

    @Test(
        "an invalid command line exits 64 and changes nothing",
        arguments: [
            ["shake", "pause"], ["shake", "pause", "soon"], ["shake", "on", "1h"], ["shake", "up"],
            ["shake", "off", "--json"], ["record"], ["record", "-", "--seconds", "0"], ["motion", "--from", "x"],
            ["motion", "--seconds", "nan"], ["motion", "--sensitivity", "low"],
        ])
    func refusesNonsense(_ arguments: [String]) throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        #expect(try stage.start("batonctl", arguments).waited(on: stage) == 64)
        #expect(agent.calls.isEmpty)
    }

    @Test(
        "a command that needs the agent exits 2 without it",
        arguments: [
            ["shake"], ["shake", "on"], ["shake", "pause", "1h"], ["simulate-shake"], ["record", "-"], ["motion"],
            ["calibrate"],
        ])
    func needsAgent(_ arguments: [String]) throws {
        let stage = try Stage()
        let child = try stage.start("batonctl", arguments)
        #expect(try child.waited(on: stage) == 2)
        #expect(child.errors.hasPrefix("Baton is not running. Start it: "))
    }

    @Test("an agent without motion is recognized")
    func tellsOldAgent() throws {
        let stage = try Stage()
        _ = try StubAgent(on: stage)
        for arguments in [["simulate-shake"], ["shake", "on"], ["record", "-"]] {
            let child = try stage.start("batonctl", arguments)
            #expect(try child.waited(on: stage) == 1, "\(arguments)")
            #expect(
                child.errors.hasPrefix("The Baton that is running is of another version than batonctl"),
                "\(child.errors)")
        }
    }

    @Test("began, then ended or cancelled; --wait waits for the end only")
    func simulates() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        agent.outcome = ("unhandled", "")
        #expect(try stage.run("simulate-shake").output.hasPrefix("Nothing took the shake: no app handled it"))
        #expect(try stage.run("-s", "simulate-shake") == (0, "", ""))
        #expect(try stage.run("simulate-shake", "--cancel") == (0, "The shake was cancelled.\n", ""))
        agent.outcome = ("handled", ":1.9/app")
        #expect(try stage.run("simulate-shake", "--wait") == (0, ":1.9/app handled the shake.\n", ""))
        #expect(
            agent.calls == [
                "SimulateMotion(0, false)", "SimulateMotion(1, true)", "SimulateMotion(0, false)",
                "SimulateMotion(1, true)", "SimulateMotion(0, false)", "SimulateMotion(2, false)",
                "SimulateMotion(0, false)", "SimulateMotion(1, true)",
            ])
    }

    @Test(
        "the exit status tells the outcome",
        arguments: [
            ("handled", 0), ("redone", 0), ("declined", 1), ("refused", 1), ("disabled", 1), ("timeout", 1),
            ("error:org.example.Error.Torn", 1), ("unhandled", 2),
        ])
    func exits(_ outcome: String, _ status: Int32) throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        agent.outcome = (outcome, "")
        let result = try stage.run("simulate-shake", "--wait")
        #expect(result.status == status)
        #expect(result.errors.isEmpty == (status == 0))
        #expect(try stage.run("-s", "simulate-shake", "--wait").errors.isEmpty)
    }

    @Test(
        "the message has the agent's reason, or says where to find it",
        arguments: [
            (
                "refused", .undo(.appDenied, [.app: "XTerm", .kind: "terminal"]),
                "Nothing was undone: XTerm is a terminal: no keys for it.\n"
            ),
            ("refused", nil, "Nothing was undone; see the log: journalctl --user -u app-org.baton.Baton.\n"),
            (
                "failed", .undo(.noRoute),
                "It failed: no way to undo here. 'batonctl doctor --all' lists the ways to undo.\n"
            ),
        ] as [(String, Reason?, String)])
    func tellsReason(_ word: String, _ reason: Reason?, _ text: String) throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        agent.outcome = (word, "")
        agent.reason = reason
        #expect(try stage.run("simulate-shake", "--wait") == (1, "", text))
    }

    @Test("a refusal is printed with the agent's text, and no end is sent")
    func tellsRefusal() throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        agent.refusal = DBusError(.accessDenied, "A sandboxed program may not do this.")
        for arguments in [["simulate-shake", "--wait"], ["shake", "on"], ["shake", "pause", "1h"], ["record", "-"]] {
            let child = try stage.start("batonctl", arguments)
            #expect(try child.waited(on: stage) == 1)
            #expect(child.errors == "A sandboxed program may not do this.\n")
        }
        #expect(agent.calls.count == 3)
    }

    @Test(
        "the message says why the sensor is off, and what to do",
        arguments: [
            ("NoAccelerometer", "there is no accelerometer", "'batonctl simulate-shake' plays"),
            ("SessionLocked", "the session is locked", "Unlock"),
            ("SessionInactive", "the session is inactive", "Run it in the session"),
            ("Asleep", "the machine is asleep", "'batonctl shake status' says more"),
        ])
    func advises(_ error: String, _ reason: String, _ advice: String) throws {
        let stage = try Stage()
        let agent = try StubMotionAgent(on: stage)
        agent.refusal = DBusError(try ErrorName("org.baton.Baton1.Error.\(error)"), "the agent's own words")
        for arguments in [["record", "-"], ["motion"], ["calibrate"]] {
            let child = try stage.start("batonctl", arguments)
            #expect(try child.waited(on: stage) == 1)
            #expect(child.errors.hasPrefix("The sensor is off: \(reason). \(advice)"), "\(child.errors)")
        }
    }
}
