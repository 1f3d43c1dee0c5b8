// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// The real batond reads recorded and invented headsets that umockdev replays.
///
/// umockdev does not have the kernel's clock, so times are those of arrival and the limits are wide. Exact times, grabs
/// and hot-plug are tested with a real kernel (`make test-kernel`).
@Suite("Headsets: played by umockdev")
struct HeadsetReplayTests {
    /// Runs batond with the device and a player that plays; returns the player's calls.
    private func play(
        _ device: EvemuDevice, _ settings: [String], status: String = "Playing", until count: Int, lead: Int = 1500
    ) throws -> [String] {
        let stage = try AgentStage(nil)
        let player = try stage.player("one", status, isAwaited: false)
        let agent = try ChildProcess(
            device.command(in: stage.folder.path, lead: lead) + [
                "setpriv", "--pdeathsig", "KILL", ChildProcess.built("batond"), "--address", stage.bus.address,
            ] + (AgentStage.patience + settings).flatMap { ["--set", $0] },
            environment: ["HOME": stage.folder.path, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"])
        defer { agent.kill() }
        let came = stage.turn { player.calls.count >= count || agent.hasEnded }
        #expect(came, "\(player.calls) \(agent.printed)")
        // No further call comes.
        _ = stage.turn(within: .milliseconds(400)) { false }
        return player.calls
    }

    @Test("B5, HEADSET2: the Plantronics recording: its buttons, down and up in one frame, do what they are bound to")
    func plantronics() throws {
        let folder = URL(filePath: Checkout.root).appending(path: "Tests/Kits/BatonInputTests/Recordings")
        let device = EvemuDevice(
            try String(contentsOf: folder.appending(path: "plantronics-audio648.desc"), encoding: .utf8),
            try String(contentsOf: folder.appending(path: "plantronics-audio648.buttons.events"), encoding: .utf8))
        let name = "device plantronics*"
        let calls = try play(
            device, ["\(name).key=BTN_1 next-track", "\(name).key=BTN_0 previous-track", "\(name).key=BTN_2 stop"],
            until: 6)
        #expect(calls == ["Stop", "Next", "Previous", "Previous", "Next", "Stop"])
    }

    @Test("B1, HEADSET1: one, two and three clicks of a jack's one button; a hold does nothing")
    func clicks() throws {
        var device = EvemuDevice(name: "Jack Headset", bus: 0, keys: [226, 114, 115])
        for (clicks, begin) in [(1, 0), (2, 2500), (3, 5000)] {
            for click in 0..<clicks { device.press(226, from: begin + click * 300, to: begin + click * 300 + 100) }
        }
        device.press(226, from: 8000, to: 10500)
        device.press(226, from: 12500, to: 12600)
        let calls = try play(device, ["headset.click-window=1s", "headset.hold-time=1500ms"], until: 4, lead: 2500)
        #expect(calls.count == 4 && calls[1...2] == ["Next", "Previous"], "\(calls)")
        #expect([calls.first, calls.last].allSatisfy { ["Pause", "PlayPause"].contains($0) }, "\(calls)")
    }

    // ButtonRuleTests of BatonEvents tests in event time how long the click waits.
    @Test("B2, B3: a click waits where clicks are counted; a dedicated key that comes after it acts before it")
    func latency() throws {
        var jack = EvemuDevice(name: "Jack Headset", bus: 0, keys: [226, 114, 115])
        jack.press(226, from: 0, to: 30)
        // On another device: keys of the same device decide the clicks that wait.
        var other = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 166])
        other.number = 8
        other.press(166, from: 40, to: 70)
        let headset = try HeadsetStage([jack, other], ["headset.click-window=2s", "headset.hold-time=5s"])
        #expect(headset.turn { headset.player.calls.count == 2 }, "\(headset.player.calls)")
        #expect(headset.player.calls.first == "Stop", "\(headset.player.calls)")
    }

    @Test("B4, B10: dedicated keys act at once, and volume is left to the desktop")
    func dedicated() throws {
        var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 164, 165, 114, 115])
        for (index, key) in [163, 115, 165, 114, 163].enumerated() {
            device.press(key, from: index * 200, to: index * 200 + 50)
        }
        #expect(try play(device, [], until: 3) == ["Next", "Previous", "Next"])
    }

    @Test("I30: the AVRCP node of a headset: a Pause while nothing plays goes to no player")
    func avrcp() throws {
        var device = EvemuDevice(name: "Buds (AVRCP)", bus: 5, keys: [163, 165, 200, 201])
        for (index, key) in [201, 201, 163].enumerated() {
            device.press(key, from: index * 200, to: index * 200 + 50)
        }
        #expect(try play(device, [], status: "Paused", until: 1) == ["Next"])
    }

    @Test("BLUEZ5: volume and seeking of a Bluetooth headset come by its node: a held fast-forward seeks")
    func avrcpSeeks() throws {
        var device = EvemuDevice(name: "Buds (AVRCP)", bus: 5, keys: [114, 115, 163, 165, 168, 200, 201, 208])
        device.press(208, from: 0, to: 700)
        let calls = try play(device, [], until: 2)
        #expect(calls.count >= 2 && calls.allSatisfy { $0.hasPrefix("Seek ") && !$0.hasPrefix("Seek -") }, "\(calls)")
    }

    @Test("I52: the section of a Bluetooth headset means its AVRCP node too")
    func believed() throws {
        var device = EvemuDevice(name: "Buds (AVRCP)", bus: 5, keys: [163, 165, 200, 201])
        device.press(200, from: 0, to: 50)
        #expect(try play(device, ["device Buds.play-pause=toggle"], until: 1) == ["PlayPause"])
    }

    @Test("a session that is locked while a key is held: seeking ends and the node is given up, until it is unlocked")
    func locked() throws {
        // Fast-forward is pressed and stays down.
        var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 168, 208])
        device.events = [(0, 1, 208, 1), (0, 0, 0, 0)]
        let stage = try AgentStage(nil)
        let player = try stage.player("one", "Playing", isAwaited: false)
        // One bus is both the session's and the system's.
        let login = FakeLogin(on: try stage.connect())
        login.appear()
        try #require(stage.turn { login.isThere })
        let agent = try ChildProcess(
            device.command(in: stage.folder.path) + [
                "setpriv", "--pdeathsig", "KILL", ChildProcess.built("batond"), "--address", stage.bus.address,
                "--set", "headset.while-locked=no",
            ],
            environment: [
                "HOME": stage.folder.path, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
                "DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address,
            ])
        defer { agent.kill() }
        try #require(stage.turn { player.calls.count >= 2 }, "\(agent.printed)")
        #expect(player.calls.allSatisfy { $0.hasPrefix("Seek ") }, "\(player.calls)")
        login.set(isLocked: true)
        try #require(stage.turn { (try? stage.inputState(of: device.name)) == "waiting session-locked" })
        let count = player.calls.count
        _ = stage.turn(within: .seconds(1)) { false }
        #expect(player.calls.count == count, "seeking goes on behind the lock")
        login.set(isLocked: false)
        #expect(stage.turn { (try? stage.inputState(of: device.name)) == "listening" })
    }

    @Test("a keyboard is not read, and batond lives with impossible values")
    func bad() throws {
        var keyboard = EvemuDevice(name: "Headset Keyboard", bus: 3, keys: [163, 16, 30])
        keyboard.press(163, from: 0, to: 50)
        #expect(try play(keyboard, [], until: 0).isEmpty)
        var odd = EvemuDevice(name: "Odd Headset", bus: 3, keys: Array(100..<700))
        for value in [77, -5, 1, 1, 2, 0, 0] {
            odd.events.append((odd.events.count * 20_000, 1, 163, value))
            odd.events.append((odd.events.count * 20_000, 0, 0, 0))
        }
        #expect(try play(odd, [], until: 1) == ["Next"])
    }
}
