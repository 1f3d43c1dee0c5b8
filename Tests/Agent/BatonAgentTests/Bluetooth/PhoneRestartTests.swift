// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Testing

/// Phones that Baton has paused, over a restart of batond: their players are its own, or mpris-proxy's, and come late.
@Suite("Bluetooth: phones over a restart") struct PhoneRestartTests {
    private let name = "bluetooth.Pixel.instance1"

    private func scene() throws -> (AgentStage, FakeBluez) {
        let stage = try AgentStage(nil, hasSystemBus: true)
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        let bluez = FakeBluez(on: try stage.connect())
        bluez.appear()
        try stage.startAgent()
        try #require(stage.turn { bluez.players["hci0"] != nil })
        return (stage, bluez)
    }

    /// A phone in its second track, which plays here.
    private func phone(on stage: AgentStage, _ bluez: FakeBluez, alias: String = "Pixel") throws -> FakePhone {
        let phone = try FakePhone(alias, at: bluez)
        phone.appear()
        try phone.connect(isActive: true)
        phone.change(title: "Another title")
        return phone
    }

    private func batonctl(_ stage: AgentStage, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            [ChildProcess.built("batonctl")] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin"])
    }

    /// Ends batond, or kills it, when all is saved; bluetoothd tells the next one what the phone does.
    private func end(_ stage: AgentStage, _ bluez: FakeBluez, _ phone: FakePhone, isKilled: Bool) throws {
        try #require(stage.turn { (try? stage.read("PlaybackStatus").get()) == .string("Paused") })
        try stage.settleAgent(after: bluez.connection)
        let position = try #require(try stage.read("Position").get().asInt64)
        phone.position = UInt32(clamping: position / 1000)
        bluez.objects = bluez.managed(with: phone)
        if isKilled { try #require(stage.agent).kill() } else { #expect(try stage.stopAgent() == 0) }
    }

    @Test("I8: a phone that an interruption has paused goes on when it ends after a restart", arguments: [true, false])
    func interrupted(isKilled: Bool) throws {
        let (stage, bluez) = try scene()
        let phone = try phone(on: stage, bluez)
        try stage.expectChain([name])
        let waiting = "until test -e \(stage.folder.path)/end; do sleep 0.02; done"
        let child = try batonctl(stage, "interrupt", "call", "--", "sh", "-c", waiting)
        try #require(stage.turn { phone.calls == ["Pause"] }, "\(child.printed)")
        try end(stage, bluez, phone, isKilled: isKilled)
        try stage.startAgent()
        #expect(stage.lasts(["call"]))
        try stage.expectChain([name])
        stage.folder.write("", to: "end")
        #expect(stage.turn { phone.calls == ["Pause", "Play"] }, "\(phone.calls)")
        #expect(stage.turn { child.hasEnded })
    }

    @Test("I8, I47: `resume` plays a phone that `pause --all` has paused before a restart", arguments: [true, false])
    func all(isKilled: Bool) throws {
        let (stage, bluez) = try scene()
        let phone = try phone(on: stage, bluez)
        try stage.expectChain([name])
        let answer: Value = .strings(["org.mpris.MediaPlayer2.\(name)"])
        #expect(try stage.interruptions("PauseAll").get() == [answer])
        try end(stage, bluez, phone, isKilled: isKilled)
        try stage.startAgent()
        try stage.expectChain([name])
        try stage.settleAgent(after: bluez.connection)
        #expect(try stage.interruptions("Resume").get() == [answer])
        #expect(stage.turn { phone.calls == ["Pause", "Play"] })
        #expect(try stage.interruptions("Resume").get() == [.strings([])], "once")
    }

    @Test(
        "I8: a phone that has another track after a restart, or is not that phone, does not go on",
        arguments: ["track", "phone", "stopped"])
    func another(_ what: String) throws {
        let (stage, bluez) = try scene()
        var phone = try phone(on: stage, bluez)
        try stage.expectChain([name])
        _ = try stage.interruptions("PauseAll").get()
        switch what {
        case "track": phone.title = "One more title"
        case "stopped": phone.change("stopped")
        default:
            let other = try FakePhone("Pixel", address: "00:00:00:00:00:02", "paused", at: bluez)
            other.title = phone.title
            phone = other
        }
        bluez.objects = bluez.managed(with: phone)
        try #require(stage.agent).kill()
        try stage.startAgent()
        try stage.expectChain([what == "phone" ? "bluetooth.Pixel.instance2" : name])
        try stage.settleAgent(after: bluez.connection)
        #expect(try stage.interruptions("Resume").get() == [.strings([])])
        #expect(!phone.calls.contains("Play"))
    }

    @Test("I142: the sleep timer follows the track of a phone over a restart")
    func sleep() throws {
        let (stage, bluez) = try scene()
        let player = try stage.player("mpv", "Playing")
        let phone = try phone(on: stage, bluez)
        try stage.expectChain([name, "mpv"])
        _ = try stage.interruptions("Sleep", .uint64(0), .boolean(true)).get()
        bluez.objects = bluez.managed(with: phone)
        try #require(stage.agent).kill()
        try stage.startAgent()
        #expect(stage.turn { (try? stage.chain())?.sorted() == [name, "mpv"] })
        try stage.settleAgent(after: bluez.connection)
        #expect(player.calls == [])
        phone.change("stopped")
        #expect(stage.turn { player.calls == ["Pause"] })
    }

    @Test("I8: mpris-proxy's phone goes on although it counts as a headset until bluetoothd has told of it")
    func proxied() throws {
        let (stage, bluez) = try scene()
        let phone = try phone(on: stage, bluez, alias: "Fake pixel")
        let program = "\(stage.folder.path)/mpris-proxy"
        try FileManager.default.copyItem(atPath: ChildProcess.built("baton-fake-player"), toPath: program)
        let proxy = try ChildProcess(
            [program, "--name", "pixel", "--status", "Playing", "--log", "--address", stage.bus.address],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        defer { proxy.kill() }
        try stage.expectChain(["pixel"])
        let answer: Value = .strings(["org.mpris.MediaPlayer2.pixel"])
        #expect(try stage.interruptions("PauseAll").get() == [answer])
        phone.change("paused")
        try stage.settleAgent(after: bluez.connection)
        bluez.objects = bluez.managed(with: phone)
        try #require(stage.agent).kill()
        bluez.disappear()
        try stage.startAgent()
        try stage.settleAgent()
        #expect(try stage.chain() == [])
        bluez.appear()
        try stage.expectChain(["pixel"])
        try stage.settleAgent(after: bluez.connection)
        #expect(try stage.interruptions("Resume").get() == [answer])
        #expect(stage.turn { (try? stage.read("PlaybackStatus").get()) == .string("Playing") })
    }
}
