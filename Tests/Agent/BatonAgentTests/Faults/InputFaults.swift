// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Glibc
import Testing

/// Wired headsets and Bluetooth headsets.
extension Fault {
    static var headsets: [Fault] {
        [
            Fault(
                "headset", "fast-forward is held, and the session is locked with `while-locked = yes`",
                "seeking goes on and ends by itself at `hold-limit` (5 s here)"
            ) {
                let (headset, login) = try lockable("while-locked = yes\n[seek]\nhold-limit = 5s\n")
                try keep(headset.turn { headset.player.calls.count >= 2 })
                let begin = ContinuousClock.now
                login.set(isLocked: true)
                try headset.stage.settle(login.connection)
                let count = headset.player.calls.count
                try keep(headset.turn { headset.player.calls.count > count + 2 }, "seeking ended behind the lock")
                let last = lastStep(of: headset)
                try keep(last - begin < .seconds(6), "seeking for \((last - begin).figure)")
                try keep(headset.state(of: "Stereo Headset") == "listening")
                return "\(headset.player.calls.count) steps, the last one after \((last - begin).figure)"
            },
            Fault(
                "headset", "fast-forward is held, and the session is locked with `while-locked = no`",
                "seeking ends within 1 s, the node is given up"
            ) {
                let (headset, login) = try lockable("while-locked = no\n")
                try keep(headset.turn { headset.player.calls.count >= 2 })
                let took = try time {
                    login.set(isLocked: true)
                    try keep(headset.waitForState("waiting session-locked", of: "Stereo Headset"))
                }
                let count = headset.player.calls.count
                headset.pass(.seconds(1))
                try keep(headset.player.calls.count == count && took < .seconds(1), "seeking goes on; \(took.figure)")
                return "given up after \(took.figure)"
            },
            Fault(
                "headset", "the release of a held fast-forward is lost, as when it is unplugged",
                "seeking ends by itself within 31 s"
            ) {
                let headset = try HeadsetStage([held], configuration: "[headset]\nshared = yes\n", lead: 1500)
                try keep(headset.turn { headset.player.calls.count >= 2 })
                let begin = ContinuousClock.now
                let lasted = lastStep(of: headset) - begin
                let count = headset.player.calls.count
                try keep(lasted < .seconds(31), "seeking for \(lasted.figure)")
                let sent = try headset.stage.send(.nextTrack)
                try keep(sent == .by("one"), "\(sent)")
                return "\(count) steps, the last one after \(lasted.figure)"
            },
            Fault(
                "headset", "the kernel's queue overflows (SYN_DROPPED) with a key down",
                "the key is let go; the next press counts once"
            ) {
                var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 208])
                device.events = [
                    (0, 1, 208, 1), (0, 0, 0, 0), (1_000_000, 0, 3, 0), (1_000_000, 1, 163, 1), (1_000_000, 0, 0, 0),
                ]
                device.press(165, from: 4000, to: 4050)
                let headset = try HeadsetStage.inTime([device])
                try keep(headset.turn { headset.player.calls.contains("Previous") }, "\(headset.player.calls)")
                headset.pass(.milliseconds(800))
                let calls = headset.player.calls
                let steps = calls.count { $0.hasPrefix("Seek ") }
                try keep(calls.last == "Previous" && !calls.contains("Next") && steps <= 9, "\(calls)")
                return "\(steps) steps before, none after"
            },
            Fault("headset", "values that no key has (77, −5, twice down, twice up)", "one press counts, once") {
                var device = EvemuDevice(name: "Odd Headset", bus: 3, keys: Array(100..<700))
                for value in [77, -5, 1, 1, 2, 0, 0] {
                    device.events.append((device.events.count * 20_000, 1, 163, value))
                    device.events.append((device.events.count * 20_000, 0, 0, 0))
                }
                let headset = try HeadsetStage([device])
                try keep(headset.turn { !headset.player.calls.isEmpty })
                headset.pass(.seconds(1))
                try keep(headset.player.calls == ["Next"], "\(headset.player.calls)")
                return "1 press"
            },
        ]
    }

    static var bluetooth: [Fault] {
        [
            Fault(
                "bluetoothd", "gone and back, three times",
                "Baton's player is registered again each time; a press arrives once"
            ) {
                let stage = try BluetoothScene()
                stage.bluez.appear()
                try stage.press()
                var times: [String] = []
                for _ in 0..<3 {
                    stage.bluez.disappear()
                    try stage.stage.settleAgent()
                    stage.bluez.appear()
                    times.append(try time { try stage.press() }.figure)
                }
                return "a press arrives after \(times.joined(separator: ", "))"
            },
            Fault("bluetoothd", "says AlreadyExists", "the player is Baton's, and is told what has changed") {
                let stage = try BluetoothScene()
                stage.bluez.answer = .silence
                stage.bluez.appear()
                try keep(stage.stage.turn { stage.bluez.sees("PlaybackStatus") == "Playing" }, "\(stage.bluez.log)")
                stage.bluez.answer = .error("org.bluez.Error.AlreadyExists")
                stage.player.setStatus("Paused")
                let took = time {
                    _ = stage.stage.turn(within: .seconds(20)) { stage.bluez.sees("PlaybackStatus") == "Paused" }
                }
                try keep(stage.bluez.sees("PlaybackStatus") == "Paused", "\(stage.bluez.log)")
                return "told after \(took.figure)"
            },
            Fault("bluetoothd", "answers nothing", "presses and commands go on; batond ends with 0") {
                let stage = try BluetoothScene()
                stage.bluez.answer = .silence
                stage.bluez.appear()
                try stage.press()
                let next = try stage.stage.expectNext("one")
                let took = try time { try keep(try stage.stage.stopAgent() == 0, "the end") }
                return "next command \(next.figure), ended after \(took.figure)"
            },
            Fault(
                "system bus", "killed and started again",
                "commands go on meanwhile; a headset's press arrives when it is back"
            ) {
                let system = try PrivateBus()
                let stage = try AgentStage(nil)
                stage.environment = ["DBUS_SYSTEM_BUS_ADDRESS": system.address]
                let connection = Connection(address: system.address, reactor: stage.reactor)
                try connection.open()
                try keep(stage.turn { connection.uniqueName != nil })
                defer { connection.close() }
                let bluez = FakeBluez(on: connection)
                let player = try stage.player("one", "Playing", isAwaited: false)
                try stage.startAgent()
                let scene = BluetoothScene(stage, bluez, player)
                bluez.appear()
                try scene.press()
                system.kill()
                let next = try stage.expectNext("one")
                bluez.disappear()
                try system.start()
                try keep(stage.turn { connection.uniqueName != nil })
                bluez.appear()
                let took = try time { try scene.press() }
                return "a command meanwhile \(next.figure); a press \(took.figure) after it was back"
            },
        ]
    }

    /// A headset whose fast-forward stays down, in a session that a test locks.
    ///
    /// - Parameter configuration: what baton.conf says after `[headset]`.
    private static func lockable(_ configuration: String) throws -> (HeadsetStage, FakeLogin) {
        var login: FakeLogin?
        let headset = try HeadsetStage([held], configuration: "[headset]\nshared = yes\n\(configuration)", lead: 1500) {
            stage in
            let fake = FakeLogin(on: try stage.connect())
            fake.appear()
            stage.services = [fake]
            login = fake
        }
        return (headset, try found(login))
    }

    /// When the player got the last step: none came for 3 s after it.
    private static func lastStep(of headset: HeadsetStage) -> ContinuousClock.Instant {
        var last = ContinuousClock.now
        var count = 0
        _ = headset.turn(within: .seconds(45)) {
            if headset.player.calls.count > count {
                count = headset.player.calls.count
                last = .now
            }
            return ContinuousClock.now - last > .seconds(3)
        }
        return last
    }

    /// A headset whose fast-forward is pressed and stays down.
    private static var held: EvemuDevice {
        var device = EvemuDevice(name: "Stereo Headset", bus: 3, keys: [163, 165, 168, 208])
        device.events = [(0, 1, 208, 1), (0, 0, 0, 0)]
        return device
    }
}

/// A player that plays, and a BlueZ under the control of a row.
private final class BluetoothScene {
    let stage: AgentStage
    let bluez: FakeBluez
    let player: StagePlayer

    init(_ stage: AgentStage, _ bluez: FakeBluez, _ player: StagePlayer) {
        self.stage = stage
        self.bluez = bluez
        self.player = player
    }

    convenience init() throws {
        let stage = try AgentStage([], hasSystemBus: true)
        self.init(stage, FakeBluez(on: try stage.connect()), try stage.player("one", "Playing"))
    }

    /// Waits until Baton's player is registered, and presses a button, which must arrive once.
    func press() throws {
        try keep(stage.turn(within: .seconds(20)) { bluez.players["hci0"] != nil }, "not registered: \(bluez.log)")
        let count = player.calls.count
        try bluez.press("Next")
        try keep(stage.turn(within: .seconds(20)) { player.calls.count > count }, "no press arrived")
        try stage.settleAgent()
        try keep(player.calls.count == count + 1, "\(player.calls)")
    }
}
