// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Testing

/// Phones that are connected by Bluetooth (rules BLUEZ19 to BLUEZ21).
@Suite("Bluetooth: phones") struct PhoneTests {
    private func scene(_ settings: [String] = []) throws -> (AgentStage, FakeBluez) {
        let stage = try AgentStage(settings, hasSystemBus: true)
        let bluez = FakeBluez(on: try stage.connect())
        bluez.appear()
        try #require(stage.turn { bluez.players["hci0"] != nil })
        return (stage, bluez)
    }

    /// The short name of a phone's player.
    private func name(_ alias: String, _ number: Int = 1) -> String { "bluetooth.\(alias).instance\(number)" }

    /// Starts an mpris-proxy that has one player.
    private func proxy(_ name: String, _ status: String, on stage: AgentStage) throws -> ChildProcess {
        let program = "\(stage.folder.path)/mpris-proxy"
        if !FileManager.default.fileExists(atPath: program) {
            try FileManager.default.copyItem(atPath: ChildProcess.built("baton-fake-player"), toPath: program)
        }
        let proxy = try ChildProcess(
            [program, "--name", name, "--status", status, "--log", "--address", stage.bus.address],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(stage.turn { proxy.printed.hasPrefix("ready") })
        return proxy
    }

    // MARK: Roles

    @Test("BLUEZ19: what mpris-proxy makes of a phone is a player; of what gets sound, a headset")
    func roles() throws {
        let (stage, bluez) = try scene()
        // The fake player calls itself "Fake NAME".
        let phone = try FakePhone("Fake pixel", at: bluez)
        phone.appear()
        let proxied = try proxy("pixel", "Playing", on: stage)
        defer { proxied.kill() }
        try stage.expectChain(["pixel"])
        #expect(try stage.send(.nextTrack) == .by("pixel"))
        // Its sound goes the other way: it is none.
        try phone.connect(isIncoming: false)
        try stage.expectChain([])
        phone.vanish()
        try stage.settleAgent(after: bluez.connection)
        try stage.expectChain([])
    }

    @Test(
        "BLUEZ19: the role is that of the sound's way, and without sound that of the services",
        arguments: [
            (["0000110a", "0000110c"], nil, true), (["0000110b", "0000110a"], nil, false),
            (["0000110b", "0000110e"], nil, false), (["0000110b", "0000110a"], true, true),
            (["0000110a"], false, false), ([], nil, false),
        ] as [([String], Bool?, Bool)])
    func services(_ services: [String], _ isIncoming: Bool?, _ isPhone: Bool) throws {
        let (stage, bluez) = try scene()
        let phone = try FakePhone("Other", services: services, at: bluez)
        phone.appear()
        if let isIncoming { try phone.connect(isIncoming: isIncoming) }
        let pixel = try FakePhone("Pixel", address: "00:00:00:00:00:02", at: bluez)
        pixel.appear()
        let both = isPhone ? [name("Other"), name("Pixel", 2)] : [name("Pixel", 2)]
        #expect(stage.turn { (try? stage.chain())?.sorted() == both })
    }

    // MARK: Players

    @Test("BLUEZ20: without mpris-proxy a phone is a player with its track, and does what it is told")
    func commands() throws {
        let (stage, bluez) = try scene()
        let phone = try FakePhone("My Phone", at: bluez)
        phone.appear()
        try phone.connect(isActive: true)
        try stage.expectChain([name("My_Phone")])
        #expect(stage.turn { (try? stage.read("PlaybackStatus").get()) == .string("Playing") })
        let metadata = try #require(try stage.read("Metadata").get().asVardict)
        #expect(metadata["xesam:title"]?.asString == "Title of My Phone")
        #expect(metadata["mpris:length"]?.asInt64 == 180_000_000)
        #expect(try #require(try stage.read("Position").get().asInt64) >= 7_000_000)
        for command in [.nextTrack, .previousTrack, .togglePlayPause] as [RemoteControlSubtype] {
            #expect(try stage.send(command) == .by(name("My_Phone")))
        }
        #expect(stage.turn { (try? stage.read("PlaybackStatus").get()) == .string("Paused") })
        #expect(try stage.send(.play) == .by(name("My_Phone")))
        #expect(try stage.send(.stop) == .by(name("My_Phone")))
        #expect(phone.calls == ["Next", "Previous", "Pause", "Play", "Stop"])
        phone.vanish()
        try stage.expectChain([])
    }

    @Test("BLUEZ20: a phone that was there before, and one at a bluetoothd that starts anew")
    func wasThere() throws {
        let stage = try AgentStage(nil, hasSystemBus: true)
        let bluez = FakeBluez(on: try stage.connect())
        let phone = try FakePhone("Pixel", at: bluez)
        bluez.objects = .dictionary(DBusDictionary("o", "a{sa{sv}}", phone.objects))
        bluez.appear()
        try stage.startAgent()
        try stage.expectChain([name("Pixel")])
        bluez.disappear()
        try stage.expectChain([])
        bluez.appear()
        try stage.expectChain([name("Pixel")])
        #expect(try stage.stopAgent() == 0)
        #expect(try stage.owner(of: BusName("org.mpris.MediaPlayer2.\(name("Pixel"))")) == nil)
    }

    @Test("BLUEZ20: two phones of one alias are two players, and one's leaving does not take the other")
    func namesakes() throws {
        let (stage, bluez) = try scene()
        let one = try FakePhone("Pixel", at: bluez)
        let two = try FakePhone("Pixel", address: "00:00:00:00:00:02", "paused", at: bluez)
        one.appear()
        two.appear()
        try stage.expectChain([name("Pixel", 1), name("Pixel", 2)])
        one.vanish()
        try stage.expectChain([name("Pixel", 2)])
        #expect(try stage.send(.play) == .by(name("Pixel", 2)))
        #expect(two.calls == ["Play"] && one.calls.isEmpty)
    }

    @Test("BLUEZ20: Baton's own player gives way to that of mpris-proxy, and comes back after it")
    func proxied() throws {
        let (stage, bluez) = try scene()
        let phone = try FakePhone("Fake pixel", at: bluez)
        phone.appear()
        try stage.expectChain([name("Fake_pixel")])
        let proxied = try proxy("pixel", "Playing", on: stage)
        try stage.expectChain(["pixel"])
        proxied.kill()
        try stage.expectChain([name("Fake_pixel")])
    }

    @Test("BLUEZ20: a phone that goes in the middle of a command: the caller has an error at once")
    func goes() throws {
        let (stage, bluez) = try scene(["routing.call-timeout=60s"])
        let phone = try FakePhone("Pixel", at: bluez)
        phone.appear()
        try stage.expectChain([name("Pixel")])
        phone.obeys = false
        var result: Result<Message, DBusError>?
        let start = ContinuousClock.now
        try stage.post(.nextTrack) { result = $0 }
        try #require(stage.turn { phone.calls == ["Next"] })
        phone.vanish()
        #expect(stage.turn { result != nil })
        #expect(ContinuousClock.now - start < .seconds(20))
        let answer = try #require(result)
        if case .success(let reply) = answer { #expect(try reply.arguments().first == .boolean(false)) }
    }

    @Test("BLUEZ20: false values of a phone are no track and no status")
    func nonsense() throws {
        let (stage, bluez) = try scene()
        let phone = try FakePhone("1\u{1B}[31mé", at: bluez)
        phone.appear()
        #expect(stage.turn { (try? stage.chain().count) == 1 })
        let signal = Message.signal(
            path: phone.object, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        try signal.append(
            .string(FakePhone.player.rawValue),
            .vardict([
                ("Status", .int32(1)), ("Position", .string("x")), ("Name", .double(.nan)),
                (
                    "Track",
                    .vardict([("Title", .int32(1)), ("Duration", .uint32(.max)), ("TrackNumber", .uint32(.max))])
                ),
            ]), .strings([]))
        bluez.connection.send(signal)
        phone.change("dancing")
        #expect(stage.turn { (try? stage.read("PlaybackStatus").get()) == .string("Stopped") })
        let metadata = try #require(try stage.read("Metadata").get().asVardict)
        #expect(metadata["xesam:title"] == nil && metadata["mpris:length"] == nil)
    }

    // MARK: Interruptions

    @Test("BLUEZ21: a phone that is heard here is paused and goes on, although its sound rests while it is paused")
    func heard() throws {
        let (stage, bluez) = try scene()
        let phone = try FakePhone("Pixel", at: bluez)
        phone.appear()
        try phone.connect(isActive: true)
        try stage.expectChain([name("Pixel")])
        do {
            let lease = try stage.begin()
            #expect(stage.turn { phone.calls == ["Pause"] })
            // Another one comes and leaves meanwhile.
            let other = try FakePhone("Pixel", address: "00:00:00:00:00:02", "paused", at: bluez)
            other.appear()
            try stage.expectChain([name("Pixel", 1), name("Pixel", 2)])
            other.vanish()
            try stage.expectChain([name("Pixel", 1)])
            withExtendedLifetime(lease) {}
        }
        #expect(stage.turn { phone.calls == ["Pause", "Play"] })
    }

    @Test("BLUEZ21: `PauseAll` and `Resume` find a phone that is heard here")
    func all() throws {
        let (stage, bluez) = try scene()
        let phone = try FakePhone("Pixel", at: bluez)
        phone.appear()
        try phone.connect(isActive: true)
        try stage.expectChain([name("Pixel")])
        let answer: Value = .strings(["org.mpris.MediaPlayer2.\(name("Pixel"))"])
        #expect(try stage.interruptions("PauseAll").get() == [answer])
        #expect(try stage.interruptions("Resume").get() == [answer])
        #expect(stage.turn { phone.calls == ["Pause", "Play"] })
    }

    @Test("BLUEZ21: a phone that plays elsewhere comes last, and what happens here does not pause it")
    func elsewhere() throws {
        let (stage, bluez) = try scene()
        let phone = try FakePhone("Pixel", at: bluez)
        phone.rests = false
        phone.appear()
        let player = try stage.player("mpv", "Paused")
        try stage.expectChain(["mpv", name("Pixel")])
        let lease = try stage.begin()
        try stage.settleAgent(after: bluez.connection)
        #expect(phone.calls.isEmpty)
        withExtendedLifetime(lease) {}
        // Its sound comes now: it is like a player of this machine.
        try phone.connect(isActive: true)
        try stage.expectChain([name("Pixel"), "mpv"])
        #expect(try stage.send(.togglePlayPause) == .by(name("Pixel")))
        #expect(player.calls.isEmpty)
        // It goes on by its own loudspeaker.
        phone.sound(false)
        phone.change("playing")
        try stage.expectChain(["mpv", name("Pixel")])
    }
}
