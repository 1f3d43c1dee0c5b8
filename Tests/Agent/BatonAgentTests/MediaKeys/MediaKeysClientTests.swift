// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Glibc
import Testing

/// The media keys of a settings daemon (rules KEYS1 to KEYS7).
@Suite struct MediaKeysClientTests {
    private static let gnome: BusName = "org.gnome.SettingsDaemon.MediaKeys"
    private static let oldGnome: BusName = "org.gnome.SettingsDaemon"
    private static let mate: BusName = "org.mate.SettingsDaemon"
    private static let grab = "grab Baton 4294967295"

    private func daemon(_ stage: AgentStage, _ names: [BusName]) throws -> FakeSettingsDaemon {
        let daemon = FakeSettingsDaemon(on: try stage.connect())
        daemon.export()
        daemon.appear(as: names)
        return daemon
    }

    private func mateDaemon(_ stage: AgentStage) throws -> FakeSettingsDaemon {
        let daemon = FakeSettingsDaemon(
            on: try stage.connect(), interface: "org.mate.SettingsDaemon.MediaKeys",
            path: "/org/mate/SettingsDaemon/MediaKeys")
        daemon.export()
        daemon.appear(as: [Self.mate])
        return daemon
    }

    @Test(
        "KEYS3: each key is one command at the player that plays",
        arguments: [
            ("Play", ["PlayPause"]), ("Pause", ["Pause"]), ("Stop", ["Stop"]), ("Previous", ["Previous"]),
            ("Next", ["Next"]), ("Rewind", ["Seek -2000000"]), ("FastForward", ["Seek 2000000"]),
            ("Repeat", ["Set LoopStatus"]), ("Shuffle", ["Set Shuffle"]), ("Eject", []),
        ])
    func keys(_ key: String, _ wanted: [String]) throws {
        let stage = try AgentStage()
        let player = try stage.player("one", "Playing")
        _ = try stage.player("two", "Paused")
        let daemon = try daemon(stage, [Self.gnome])
        try #require(stage.turn { daemon.calls == [Self.grab] })
        try stage.settleAgent(after: daemon.connection)
        try daemon.press(key)
        if wanted.isEmpty {
            try stage.settleAgent(after: daemon.connection)
        } else {
            #expect(stage.turn { player.calls.count >= wanted.count })
            try stage.settleAgent(after: daemon.connection)
        }
        #expect(player.calls == wanted)
    }

    @Test("KEYS1: a daemon is asked under each name that one has had", arguments: ["GNOME", "old GNOME", "MATE"])
    func names(_ desktop: String) throws {
        let stage = try AgentStage()
        let daemon =
            switch desktop {
            case "GNOME": try daemon(stage, [Self.gnome])
            case "old GNOME": try daemon(stage, [Self.oldGnome])
            default: try mateDaemon(stage)
            }
        #expect(stage.turn { daemon.calls == [Self.grab] }, "\(daemon.calls)")
    }

    @Test("a daemon with both of GNOME's names is asked once")
    func bothNames() throws {
        let stage = try AgentStage()
        let player = try stage.player("one", "Playing")
        let daemon = try daemon(stage, [Self.gnome, Self.oldGnome])
        try #require(stage.turn { daemon.calls == [Self.grab] })
        try stage.settleAgent(after: daemon.connection)
        try daemon.press("Next")
        #expect(stage.turn { player.calls == ["Next"] })
        try stage.settleAgent(after: daemon.connection)
        #expect(player.calls == ["Next"] && daemon.calls == [Self.grab])
    }

    @Test("KEYS4: MATE tells everybody; only what is meant for Baton counts, and only from the daemon")
    func others() throws {
        let stage = try AgentStage()
        let player = try stage.player("one", "Playing")
        let daemon = try mateDaemon(stage)
        try #require(stage.turn { daemon.calls == [Self.grab] })
        try stage.settleAgent(after: daemon.connection)
        try daemon.press("Stop", for: "MsdMpris", isBroadcast: true)
        try daemon.press([.string("Baton")], isBroadcast: true)
        try daemon.press([.uint32(1), .string("Stop")], isBroadcast: true)
        try daemon.press([], isBroadcast: true)
        let stranger = FakeSettingsDaemon(
            on: try stage.connect(), interface: "org.mate.SettingsDaemon.MediaKeys",
            path: "/org/mate/SettingsDaemon/MediaKeys")
        try stranger.press("Stop", isBroadcast: true)
        try stage.settleAgent(after: stranger.connection)
        try daemon.press("Next", isBroadcast: true)
        #expect(stage.turn { !player.calls.isEmpty })
        try stage.settleAgent(after: daemon.connection)
        #expect(player.calls == ["Next"])
    }

    @Test("KEYS7: an object that comes after its name is waited for")
    func lateObject() throws {
        let stage = try AgentStage()
        let daemon = FakeSettingsDaemon(on: try stage.connect())
        daemon.appear(as: [Self.gnome])
        try stage.settle(daemon.connection)
        try stage.settleAgent()
        daemon.export()
        #expect(stage.turn { daemon.calls == [Self.grab] })
    }

    @Test("KEYS2: a daemon that starts anew is asked anew, and its keys count")
    func restart() throws {
        let stage = try AgentStage()
        let player = try stage.player("one", "Playing")
        let first = try daemon(stage, [Self.gnome])
        try #require(stage.turn { first.calls == [Self.grab] })
        first.connection.close()
        let second = try daemon(stage, [Self.gnome])
        try #require(stage.turn { second.calls == [Self.grab] })
        try stage.settleAgent(after: second.connection)
        try second.press("Next")
        #expect(stage.turn { player.calls == ["Next"] })
    }

    @Test("KEYS2: the keys are given back at the end")
    func release() throws {
        let stage = try AgentStage()
        let daemon = try daemon(stage, [Self.gnome])
        try #require(stage.turn { daemon.calls == [Self.grab] })
        try stage.settleAgent(after: daemon.connection)
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { daemon.calls == [Self.grab, "release Baton"] })
    }

    @Test("[media-keys] daemons = no asks no daemon")
    func off() throws {
        let stage = try AgentStage(["media-keys.daemons=no"])
        let daemon = try daemon(stage, [Self.gnome])
        try stage.settleAgent(after: daemon.connection)
        #expect(daemon.calls.isEmpty)
    }

    @Test("a daemon that does not answer delays nothing, and ends with its leaving")
    func silent() throws {
        let stage = try AgentStage()
        let daemon = FakeSettingsDaemon(on: try stage.connect())
        daemon.isSilent = true
        daemon.export()
        daemon.appear(as: [Self.gnome])
        try #require(stage.turn { daemon.calls == [Self.grab] })
        let player = try stage.player("one", "Playing")
        #expect(try stage.send(.nextTrack) == .by("one"))
        #expect(player.calls == ["Next"])
        #expect(try stage.stopAgent() == 0)
        #expect(
            stage.turn { daemon.calls == [Self.grab, "release Baton"] },
            "the daemon may have done what it has not answered")
    }

    @Test("a reload to daemons = no while the daemon has not answered gives the keys back")
    func reloadedWhileAsked() throws {
        let stage = try AgentStage(nil)
        let folder = "\(stage.folder.path)/.config/baton"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try stage.startAgent()
        let daemon = FakeSettingsDaemon(on: try stage.connect())
        daemon.isSilent = true
        daemon.export()
        daemon.appear(as: [Self.gnome])
        try #require(stage.turn { daemon.calls == [Self.grab] })
        try "[media-keys]\ndaemons = no\n"
            .write(toFile: "\(folder)/baton.conf", atomically: false, encoding: .utf8)
        try #require(stage.agent).signal(SIGHUP)
        #expect(stage.turn { daemon.calls == [Self.grab, "release Baton"] })
        daemon.answer()
        try stage.settle(daemon.connection)
        #expect(!stage.turn(within: .milliseconds(200)) { daemon.calls.count > 2 })
    }

    @Test("a daemon that refuses is not told to release")
    func refused() throws {
        let stage = try AgentStage()
        let daemon = FakeSettingsDaemon(on: try stage.connect())
        daemon.refuses = true
        daemon.export()
        daemon.appear(as: [Self.gnome])
        try #require(stage.turn { !daemon.calls.isEmpty })
        try stage.settleAgent(after: daemon.connection)
        #expect(try stage.stopAgent() == 0)
        try stage.settle(daemon.connection)
        #expect(daemon.calls.allSatisfy { $0 == Self.grab })
    }

    @Test("in a session that nobody uses the keys are given back, and taken again with it")
    func inactive() throws {
        let stage = try AgentStage(nil)
        let login = FakeLogin(on: try stage.connect())
        login.appear()
        try #require(stage.turn { login.isThere })
        // One bus is both the session's and the system's.
        stage.environment = ["DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address]
        try stage.startAgent()
        let player = try stage.player("one", "Playing")
        let daemon = try daemon(stage, [Self.gnome])
        try #require(stage.turn { daemon.calls == [Self.grab] })
        // The agent follows logind's session some questions later.
        for _ in 0..<5 {
            try stage.settleAgent(after: daemon.connection)
            try stage.settle(login.connection)
        }
        login.set(isActive: false)
        try #require(stage.turn { daemon.calls == [Self.grab, "release Baton"] })
        login.set(isActive: true)
        #expect(stage.turn { daemon.calls == [Self.grab, "release Baton", Self.grab] })
        try stage.settleAgent(after: daemon.connection)
        login.set(isLocked: true)
        try stage.settle(login.connection)
        try stage.settleAgent(after: daemon.connection)
        try daemon.press("Next")
        #expect(stage.turn { player.calls == ["Next"] }, "the keys of a locked session still pause the music")
        #expect(daemon.calls.count == 3)
    }
}
