// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// Baton's player at BlueZ's adapters, with the real batond (rules BLUEZ1 to BLUEZ18).
@Suite struct BluetoothTests {
    private func scene(
        _ settings: [String] = [], adapters: [String] = ["hci0"], prepare: (FakeBluez) -> Void = { _ in }
    ) throws -> (AgentStage, FakeBluez) {
        let stage = try AgentStage(settings, hasSystemBus: true)
        let bluez = FakeBluez(on: try stage.connect(), adapters: adapters)
        prepare(bluez)
        bluez.appear()
        return (stage, bluez)
    }

    @Test("BLUEZ1: each button reaches the first responder once")
    func buttons() throws {
        let (stage, bluez) = try scene()
        let player = try stage.player("one", "Playing")
        let other = try stage.player("two", "Paused")
        try #require(stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        for button: MemberName in ["Pause", "Next", "Previous", "Stop"] { try bluez.press(button) }
        #expect(stage.turn { player.calls.count >= 4 })
        try stage.settleAgent(after: bluez.connection)
        #expect(player.calls == ["Pause", "Next", "Previous", "Stop"] && other.calls.isEmpty)
    }

    @Test("BLUEZ9, BLUEZ10: the headset sees status and title of the first responder, and follows it")
    func mirror() throws {
        let (stage, bluez) = try scene()
        let one = try stage.player("one", "Playing")
        #expect(stage.turn { bluez.title() == "Title of one" && bluez.sees("PlaybackStatus") == "Playing" })
        let two = try stage.player("two", "Paused")
        try stage.set(two, "Playing")
        #expect(stage.turn { bluez.title() == "Title of two" && bluez.sees("PlaybackStatus") == "Playing" })
        two.leave()
        #expect(stage.turn { bluez.title() == "Title of one" })
        try stage.set(one, "Paused")
        #expect(stage.turn { bluez.sees("PlaybackStatus") == "Paused" })
        one.leave()
        #expect(stage.turn { bluez.sees("PlaybackStatus") == "Stopped" && bluez.title() == nil })
        #expect(bluez.sees("CanControl") == "true")
    }

    @Test("BLUEZ11: what a player tells is cleaned to the types that BlueZ accepts")
    func types() throws {
        let (stage, bluez) = try scene()
        let player = try stage.player("one", "Playing")
        try #require(stage.turn { bluez.title() == "Title of one" })
        player.change([
            (
                "Metadata",
                .vardict([
                    ("mpris:trackid", .string("no path")), ("mpris:length", .double(1_500_000)),
                    ("xesam:title", .string("Über\u{1B}[31m\nalles")), ("xesam:artist", .string("Somebody")),
                    ("xesam:genre", .array(DBusArray("s", []))), ("xesam:trackNumber", .string("7")),
                    ("xesam:album", .strings(["One", "Two"])), ("xesam:lyrics", .string("la")),
                ])
            ), ("LoopStatus", .string("playlist")), ("Shuffle", .int32(1)),
        ])
        #expect(stage.turn { bluez.title() == "Über [31m alles" })
        let track = try #require(bluez.shown["hci0"]?["Metadata"]?.asVardict)
        #expect(
            track == [
                "mpris:length": .int64(1_500_000), "xesam:title": .string("Über [31m alles"),
                "xesam:artist": .strings(["Somebody"]), "xesam:album": .string("One"),
            ])
        #expect(bluez.sees("LoopStatus") == "Playlist")
    }

    @Test("BLUEZ14: the headset sets Shuffle and LoopStatus of the first player")
    func settings() throws {
        let (stage, bluez) = try scene()
        let player = try stage.player("one", "Playing")
        try #require(stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        try bluez.set("Shuffle", .boolean(true))
        try bluez.set("LoopStatus", .string("Sometimes"))
        try bluez.set("LoopStatus", .string("Track"))
        try bluez.set("Shuffle", .string("on"))
        #expect(stage.turn { player.calls.count >= 2 })
        try stage.settleAgent(after: bluez.connection)
        #expect(player.calls == ["Set Shuffle", "Set LoopStatus"])
    }

    @Test("BLUEZ3, BLUEZ4: only what the chain can do is a button of ours; next falls through to one that plays")
    func capabilities() throws {
        let (stage, bluez) = try scene()
        _ = try stage.player("one", "Playing", without: ["CanGoNext", "CanGoPrevious", "CanPause"])
        try #require(stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        #expect(stage.turn { bluez.sees("CanGoNext") == "false" })
        #expect(bluez.sees("CanPlay") == "true" && bluez.sees("CanPause") == "false")
        let two = try stage.player("two", "Paused", without: ["CanGoPrevious"])
        try stage.settleAgent(after: bluez.connection)
        #expect(bluez.sees("CanGoNext") == "false")
        try #require(try stage.baton("Pin", .string("org.mpris.MediaPlayer2.one")).errorName == nil)
        try stage.set(two, "Playing")
        #expect(stage.turn { bluez.sees("CanGoNext") == "true" })
        #expect(bluez.sees("CanGoPrevious") == "false" && bluez.title() == "Title of one")
        try bluez.press("Next")
        #expect(stage.turn { two.calls == ["Next"] })
    }

    @Test("MPRIS100: a headset has a Next at a player that jumps instead, also where it has no other track")
    func jumps() throws {
        let (stage, bluez) = try scene(["player one.next=+30s"])
        let player = try stage.player("one", "Playing", without: ["CanGoNext", "CanGoPrevious"])
        #expect(stage.turn { bluez.sees("PlaybackStatus") == "Playing" && bluez.sees("CanGoPrevious") == "false" })
        #expect(bluez.sees("CanGoNext") == "true")
        try bluez.press("Next")
        #expect(stage.turn { player.calls == ["Seek 30000000"] })
    }

    @Test("BLUEZ13: says Stopped and unregisters at the end, also while something plays")
    func end() throws {
        let (stage, bluez) = try scene()
        _ = try stage.player("one", "Playing")
        try #require(stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { bluez.log.last == "unregister hci0" })
        #expect(bluez.log.suffix(2) == ["PlaybackStatus Stopped", "unregister hci0"])
    }

    @Test("with `while-locked = no` a locked session gives the player back, and takes it again")
    func session() throws {
        let stage = try AgentStage(["headset.while-locked=no"], hasSystemBus: true)
        let login = FakeLogin(on: try stage.connect())
        login.appear()
        try #require(stage.turn { login.isThere })
        let player = try stage.player("one", "Playing")
        let bluez = FakeBluez(on: try stage.connect())
        bluez.appear()
        try #require(stage.turn { bluez.players["hci0"] != nil })
        try stage.settleAgent(after: bluez.connection)
        login.set(isLocked: true)
        #expect(stage.turn { bluez.log.last == "unregister hci0" })
        #expect(bluez.log.suffix(2) == ["PlaybackStatus Stopped", "unregister hci0"])
        login.set(isLocked: false)
        #expect(stage.turn { bluez.players["hci0"] != nil })
        try stage.settleAgent(after: bluez.connection)
        try bluez.press("Next")
        #expect(stage.turn { player.calls == ["Next"] })
    }

    @Test(
        "I58: in an inactive session, and while the machine sleeps, there is no player, and it comes again",
        arguments: [true, false])
    func inactive(sleeps: Bool) throws {
        let stage = try AgentStage(hasSystemBus: true)
        let login = FakeLogin(on: try stage.connect())
        login.appear()
        try #require(stage.turn { login.isThere })
        let bluez = FakeBluez(on: try stage.connect())
        bluez.appear()
        try #require(stage.turn { bluez.players["hci0"] != nil })
        func set(_ isAway: Bool) throws {
            if sleeps { try login.sleep(isAway) } else { login.set(isActive: !isAway) }
        }
        try set(true)
        #expect(stage.turn { bluez.players["hci0"] == nil })
        try set(false)
        #expect(stage.turn { bluez.players["hci0"] != nil })
    }

    @Test("`while-locked` that is read behind the lock counts at once, in both directions")
    func reloadedBehindTheLock() throws {
        let stage = try AgentStage(nil, hasSystemBus: true)
        let login = FakeLogin(on: try stage.connect())
        login.appear()
        try #require(stage.turn { login.isThere })
        try stage.writeConfiguration("")
        try stage.startAgent()
        let bluez = FakeBluez(on: try stage.connect())
        bluez.appear()
        try #require(stage.turn { bluez.players["hci0"] != nil })
        login.set(isLocked: true)
        try stage.settleAgent(after: bluez.connection)
        #expect(bluez.players["hci0"] != nil)
        try stage.writeConfiguration("[headset]\nwhile-locked = no\n")
        try stage.reload()
        #expect(stage.turn { bluez.players["hci0"] == nil })
        try stage.writeConfiguration("")
        try stage.reload()
        #expect(stage.turn { bluez.players["hci0"] != nil })
    }

    @Test("I58: a locked session keeps the player, and its buttons work; they start no program")
    func locked() throws {
        let stage = try AgentStage(["routing.launch=touch started"], hasSystemBus: true)
        let login = FakeLogin(on: try stage.connect())
        login.appear()
        try #require(stage.turn { login.isThere })
        let player = try stage.player("one", "Playing")
        let bluez = FakeBluez(on: try stage.connect())
        bluez.appear()
        try #require(stage.turn { bluez.players["hci0"] != nil })
        try stage.settleAgent(after: bluez.connection)
        login.set(isLocked: true)
        try stage.settleAgent(after: bluez.connection)
        try bluez.press("Next")
        #expect(stage.turn { player.calls == ["Next"] })
        #expect(!bluez.log.contains("unregister hci0"), "\(bluez.log)")
    }

    @Test("BLUEZ7: what was pressed while batond was stopped is dropped; what comes after counts")
    func late() throws {
        let (stage, bluez) = try scene()
        let player = try stage.player("one", "Playing")
        try #require(stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        let agent = try #require(stage.agent)
        agent.suspend()
        for _ in 0..<3 { try bluez.press("Next") }
        try stage.settle(bluez.connection)
        agent.resume()
        try stage.settleAgent(after: bluez.connection)
        #expect(player.calls.isEmpty)
        // A press that arrives while batond empties its queue counts as late too.
        for _ in 0..<10 where player.calls.isEmpty {
            try bluez.press("Previous")
            _ = stage.turn(within: .seconds(1)) { !player.calls.isEmpty }
        }
        #expect(!player.calls.isEmpty && player.calls.allSatisfy { $0 == "Previous" }, "\(player.calls)")
    }

    @Test("no peer but bluetoothd presses")
    func stranger() throws {
        let (stage, bluez) = try scene()
        let player = try stage.player("one", "Playing")
        try #require(stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        try bluez.press("Stop", from: stage.client)
        try stage.settle(stage.client)
        try bluez.press("Next")
        #expect(stage.turn { !player.calls.isEmpty })
        try stage.settleAgent(after: bluez.connection)
        #expect(player.calls == ["Next"])
    }

    @Test("[bluetooth] enabled = no registers no player")
    func off() throws {
        let (stage, bluez) = try scene(["bluetooth.enabled=no"])
        _ = try stage.player("one", "Playing")
        try stage.settleAgent(after: bluez.connection)
        #expect(bluez.log.isEmpty)
    }
}
