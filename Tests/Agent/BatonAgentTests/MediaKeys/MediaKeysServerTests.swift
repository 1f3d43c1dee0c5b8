// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Testing

@testable import BatonIntake

/// Old players that know nothing but GrabMediaPlayerKeys, where no settings daemon is.
@Suite struct MediaKeysServerTests {
    private static let name: BusName = "org.gnome.SettingsDaemon.MediaKeys"

    /// An old player, and the keys that it received.
    private final class OldPlayer {
        let connection: Connection
        private(set) var heard: [String] = []
        private var match: Match?

        init(_ stage: AgentStage) throws {
            connection = try stage.connect()
            match = connection.addMatch(MatchRule(interface: "org.gnome.SettingsDaemon.MediaKeys")) {
                [unowned self] signal in
                heard.append(((try? signal.arguments()) ?? []).map { $0.asString ?? "?" }.joined(separator: " "))
            }
        }

        @discardableResult
        func call(_ stage: AgentStage, _ member: MemberName, _ values: Value...) throws -> Result<[Value], DBusError> {
            let message = Message.methodCall(
                to: MediaKeysServerTests.name, path: FakeSettingsDaemon.gnomePath,
                interface: FakeSettingsDaemon.gnomeInterface, member: member)
            try message.append(contentsOf: values)
            return try stage.call(message, from: connection)
        }

        @discardableResult
        func grab(_ stage: AgentStage, _ application: String) throws -> Result<[Value], DBusError> {
            try call(stage, "GrabMediaPlayerKeys", .string(application), .uint32(0))
        }
    }

    private func serve() throws -> AgentStage {
        let stage = try AgentStage(["media-keys.serve=yes"])
        var isThere = false
        let watch = stage.client.watchName(Self.name) { isThere = $0 != nil }
        defer { watch.cancel() }
        try #require(stage.turn { isThere })
        return stage
    }

    @Test("KEYS21: a client that grabs gets the events that reach it as keys")
    func grab() throws {
        let stage = try serve()
        let old = try OldPlayer(stage)
        _ = try old.grab(stage, "Old").get()
        let wanted: [(RemoteControlSubtype, String)] = [
            (.togglePlayPause, "Old Play"), (.pause, "Old Pause"), (.stop, "Old Stop"), (.nextTrack, "Old Next"),
            (.previousTrack, "Old Previous"), (.beginSeekingBackward, "Old Rewind"),
            (.beginSeekingForward, "Old FastForward"),
        ]
        for (subtype, _) in wanted { #expect(try stage.send(subtype).isHandled) }
        #expect(try stage.send(.endSeekingForward).isHandled)
        #expect(stage.turn { old.heard.count >= wanted.count })
        #expect(old.heard == wanted.map(\.1))
    }

    @Test("a player that plays comes before it, and it takes over when nothing plays and it grabs again")
    func order() throws {
        let stage = try serve()
        // In another process than the old player.
        let player = try OwnProcessPlayer("one", status: "Playing", on: stage)
        try stage.expectChain(["one"])
        let old = try OldPlayer(stage)
        _ = try old.grab(stage, "Old").get()
        #expect(try stage.send(.nextTrack) == .by("one"))
        try player.set("PlaybackStatus", .string("Paused"), on: stage)
        #expect(stage.turn { (try? stage.read("PlaybackStatus").get()) == .string("Paused") })
        #expect(try stage.send(.nextTrack) == .by("one"))
        _ = try old.grab(stage, "Old").get()
        #expect(try stage.send(.nextTrack).responder.hasSuffix("/Old"))
    }

    @Test("one that is an MPRIS player too is commanded as that, once")
    func both() throws {
        let stage = try serve()
        let player = try stage.player("one", "Paused")
        let old = try OldPlayer(stage)
        let message = Message.methodCall(
            to: Self.name, path: FakeSettingsDaemon.gnomePath, interface: FakeSettingsDaemon.gnomeInterface,
            member: "GrabMediaPlayerKeys")
        try message.append(.string("one"), .uint32(0))
        _ = try stage.call(message, from: player.connection).get()
        try stage.expectChain(["one"])
        player.leave()
        try stage.expectChain([])
        #expect(old.heard.isEmpty)
    }

    @Test("MPRIS85: a process with a player gets no keys, whichever connection grabs them, and is not first by it")
    func otherConnection() throws {
        let stage = try serve()
        let first = try OwnProcessPlayer("mpv", status: "Paused", on: stage)
        try stage.expectChain(["mpv"])
        // Grabs before its player appears, as Quod Libet does.
        let old = try OldPlayer(stage)
        _ = try old.grab(stage, "quodlibet").get()
        #expect(stage.turn { (try? stage.chain().count) == 2 })
        let player = try stage.player("quodlibet", "Paused")
        try stage.expectChain(["mpv", "quodlibet"])
        _ = try old.grab(stage, "quodlibet").get()
        try stage.expectChain(["mpv", "quodlibet"])
        #expect(try stage.send(.togglePlayPause) == .by("mpv"))
        #expect(player.calls.isEmpty && old.heard.isEmpty)
        player.leave()
        #expect(stage.turn { (try? stage.chain().count) == 2 })
        _ = first
    }

    @Test("one that releases, and one that leaves, are out of the chain")
    func leaving() throws {
        let stage = try serve()
        let old = try OldPlayer(stage)
        _ = try old.grab(stage, "Old").get()
        _ = try old.call(stage, "ReleaseMediaPlayerKeys", .string("Old")).get()
        try stage.expectChain([])
        _ = try old.grab(stage, "Old").get()
        old.connection.close()
        try stage.expectChain([])
    }

    @Test("names that are none and too many grabs are refused")
    func limits() throws {
        let stage = try serve()
        let old = try OldPlayer(stage)
        #expect(try old.grab(stage, "").errorName == .invalidArguments)
        #expect(try old.grab(stage, String(repeating: "x", count: 129)).errorName == .invalidArguments)
        for number in 0..<8 { _ = try old.grab(stage, "Old\(number)").get() }
        #expect(try old.grab(stage, "Old8").errorName == .limitsExceeded)
    }

    @Test("a daemon that comes after all gets its name, if it asks for it")
    func replaced() throws {
        let stage = try serve()
        let connection = try stage.connect()
        let daemon = FakeSettingsDaemon(on: connection)
        daemon.export()
        var isOwned = false
        let request = connection.requestName(Self.name, flags: [.replaceExisting, .doNotQueue]) {
            isOwned = $0 == .owned
        }
        #expect(stage.turn { isOwned && daemon.calls == ["grab Baton 4294967295"] })
        request.release()
    }

    @Test(
        "auto serves where the desktop is known to have no daemon",
        arguments: [
            ("sway", false), ("Hyprland", false), ("i3", false), ("XFCE", false), ("KDE", false), ("GNOME", true),
            ("ubuntu:GNOME", true), ("GNOME-Classic:GNOME", true), ("X-Cinnamon", true), ("Budgie:GNOME", true),
            ("MATE", true), ("Unity:Unity7:ubuntu", true), ("Pantheon", true),
        ])
    func desktops(_ desktop: String, _ hasDaemon: Bool) {
        #expect(MediaKeysServer.hasDaemon(desktop) == hasDaemon)
    }
}
