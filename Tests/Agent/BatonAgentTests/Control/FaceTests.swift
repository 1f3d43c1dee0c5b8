// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// The faces: the first player, mirrored in full (rules MPRIS36 to MPRIS40).
@Suite struct FaceTests {
    static let noPlayer: ErrorName = "com.github.altdesktop.playerctld.NoActivePlayer"

    /// The signals of the face, in order.
    final class Listener {
        var signals: [(name: String, arguments: [Value])] = []
        var match: Match?

        init(_ stage: AgentStage) throws {
            try stage.settleAgent()
            let connection = try stage.connect()
            match = connection.addMatch(MatchRule(sender: AgentStage.face, path: StagePlayer.path)) { [unowned self] in
                signals.append(($0.member?.rawValue ?? "", (try? $0.arguments()) ?? []))
            }
            try stage.settle(connection)
        }

        deinit { match?.cancel() }

        func changed(_ interface: InterfaceName) -> [String: Value] {
            var result: [String: Value] = [:]
            for signal in signals where signal.name == "PropertiesChanged" {
                guard signal.arguments[0] == .string(interface.rawValue) else { continue }
                result.merge(signal.arguments[1].asVardict ?? [:]) { $1 }
            }
            return result
        }

        func invalidated(_ interface: InterfaceName) -> [String] {
            signals.filter { $0.name == "PropertiesChanged" && $0.arguments[0] == .string(interface.rawValue) }
                .flatMap { $0.arguments[2].asStringArray ?? [] }
        }
    }

    @Test("MPRIS37: every property of the first player is mirrored")
    func mirrors() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Paused")
        try stage.expectChain(["player"])
        try #require(stage.turn { (try? stage.read("PlaylistCount", of: StagePlayer.playlists).get()) == .uint32(1) })
        for (interface, names) in [
            (
                StagePlayer.root,
                ["CanQuit", "CanRaise", "HasTrackList", "Identity", "DesktopEntry", "SupportedUriSchemes"]
            ),
            (
                StagePlayer.player,
                [
                    "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "Position", "MinimumRate",
                    "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl",
                ]
            ),
            (StagePlayer.trackList, ["Tracks", "CanEditTracks"]),
            (StagePlayer.playlists, ["PlaylistCount", "Orderings", "ActivePlaylist"]),
        ] {
            let all = try stage.face("GetAll", .string(interface.rawValue), of: "org.freedesktop.DBus.Properties")
            let values = try #require(all.get().first?.asVardict)
            for name in names {
                #expect(values[name] == player.values[name], "\(name)")
                #expect(try stage.read(name, of: interface).get() == player.values[name])
            }
        }
    }

    @Test("MPRIS37: a change at the player is a change at the face")
    func follows() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let listener = try Listener(stage)
        player.change([("Volume", .double(0.25)), ("LoopStatus", .string("Track"))])
        player.emit(StagePlayer.player, "Seeked", [.int64(42_000_000)])
        #expect(stage.turn { listener.signals.contains { $0.name == "Seeked" } })
        let seeked = listener.signals.first { $0.name == "Seeked" }
        let changed = listener.changed(StagePlayer.player)
        #expect(changed["Volume"] == .double(0.25) && changed["LoopStatus"] == .string("Track"))
        #expect(seeked?.arguments == [.int64(42_000_000)])
        #expect(try stage.read("Volume").get() == .double(0.25))
    }

    @Test("MPRIS37: writes, Seek, SetPosition and OpenUri go to the first player as they are")
    func forwards() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        let other = try stage.player("other")
        try stage.expectChain(["player", "other"])
        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        let name = Value.string(StagePlayer.player.rawValue)
        for (property, value) in [
            ("Volume", Value.double(0.75)), ("Rate", .double(1)), ("LoopStatus", .string("Playlist")),
            ("Shuffle", .boolean(true)),
        ] {
            #expect(try stage.face("Set", name, .string(property), .variant(value), of: properties).errorName == nil)
            #expect(player.values[property] == value)
        }
        #expect(try stage.face("Seek", .int64(-5)).errorName == nil)
        #expect(try stage.face("SetPosition", .objectPath("/track/1"), .int64(9)).errorName == nil)
        #expect(try stage.face("OpenUri", .string("file:///a")).errorName == nil)
        #expect(try stage.face("Raise", of: StagePlayer.root).errorName == nil)
        #expect(
            player.calls == [
                "Set Volume", "Set Rate", "Set LoopStatus", "Set Shuffle", "Seek -5", "SetPosition /track/1 9",
                "OpenUri file:///a", "Raise",
            ])
        #expect(other.calls == [])
        // Wrong arguments are refused by the face.
        #expect(
            try stage.face("Set", name, .string("Volume"), .variant(.string("loud")), of: properties).errorName
                == .invalidArguments)
        #expect(
            try stage.face("Set", name, .string("CanPlay"), .variant(.boolean(true)), of: properties).errorName
                == .propertyReadOnly)
        #expect(try stage.face("Seek", .string("far")).errorName == .invalidArguments)
    }

    @Test("MPRIS10, MPRIS37: TrackList and Playlists go through, both ways")
    func lists() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let track = Value.objectPath("/track/2")
        let list = StagePlayer.trackList
        #expect(try stage.face("GoTo", track, of: list).errorName == nil)
        #expect(try stage.face("RemoveTrack", track, of: list).errorName == nil)
        #expect(try stage.face("AddTrack", .string("file:///b"), track, .boolean(true), of: list).errorName == nil)
        let metadata = try stage.face("GetTracksMetadata", .array(DBusArray("o", [track])), of: list).get()
        #expect(metadata.first?.signature == "aa{sv}")
        let lists = try stage.face(
            "GetPlaylists", .uint32(0), .uint32(9), .string("Alphabetical"), .boolean(false), of: StagePlayer.playlists
        ).get()
        #expect(lists.first?.signature == "a(oss)")
        #expect(try stage.face("ActivatePlaylist", .objectPath("/list/1"), of: StagePlayer.playlists).errorName == nil)
        #expect(player.calls.count == 6)
        let listener = try Listener(stage)
        player.emit(list, "TrackListReplaced", [.array(DBusArray("o", [track])), track])
        #expect(stage.turn { listener.signals.contains { $0.name == "TrackListReplaced" } })
        #expect(stage.turn { listener.invalidated(list).contains("Tracks") })
        #expect(try stage.read("Tracks", of: list).get() == .array(DBusArray("o", [track])))
    }

    @Test("MPRIS38: another first player is told in full: begin, all properties, Seeked, end")
    func changeOfResponder() throws {
        let stage = try AgentStage()
        _ = try stage.player("old", "Playing")
        try stage.expectChain(["old"])
        let new = try stage.player("new")
        try stage.expectChain(["old", "new"])
        let listener = try Listener(stage)
        new.setStatus("Playing")
        #expect(stage.turn { listener.signals.contains { $0.name == "ActivePlayerChangeEnd" } })
        // What the new player signals later comes after the end.
        let end = try #require(listener.signals.firstIndex { $0.name == "ActivePlayerChangeEnd" })
        listener.signals.removeSubrange((end + 1)...)
        let name = Value.string("org.mpris.MediaPlayer2.new")
        #expect(listener.signals.first?.name == "ActivePlayerChangeBegin")
        #expect(listener.signals.first?.arguments == [name])
        #expect(listener.signals.last?.name == "ActivePlayerChangeEnd")
        #expect(listener.signals.last?.arguments == [name])
        #expect(listener.signals.contains { $0.name == "Seeked" })
        let player = listener.changed(StagePlayer.player)
        for property in ["PlaybackStatus", "Metadata", "Volume", "Rate", "CanGoNext", "LoopStatus", "Shuffle"] {
            #expect(player[property] == new.values[property], "\(property)")
        }
        #expect(listener.changed(StagePlayer.root)["Identity"] == .string("The new"))
        #expect(
            listener.changed(AgentStage.playerctld)["PlayerNames"]
                == .strings(["org.mpris.MediaPlayer2.new", "org.mpris.MediaPlayer2.old"]))
    }

    @Test("MPRIS39: with no player left, all is invalidated and everything is NoActivePlayer")
    func noneLeft() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let listener = try Listener(stage)
        player.leave()
        #expect(stage.turn { listener.signals.contains { $0.name == "ActivePlayerChangeEnd" } })
        #expect(listener.invalidated(StagePlayer.player).contains("PlaybackStatus"))
        #expect(listener.invalidated(StagePlayer.player).contains("Metadata"))
        #expect(listener.invalidated(StagePlayer.root).contains("Identity"))
        for method in ["Play", "Pause", "PlayPause", "Next", "Stop"] as [MemberName] {
            #expect(try stage.face(method).errorName == Self.noPlayer)
        }
        #expect(try stage.face("Seek", .int64(1)).errorName == Self.noPlayer)
        #expect(try stage.read("PlaybackStatus").errorName == Self.noPlayer)
        #expect(
            try stage.face("GetAll", .string(StagePlayer.player.rawValue), of: "org.freedesktop.DBus.Properties")
                .errorName == Self.noPlayer)
        #expect(try stage.face("Shift", of: AgentStage.playerctld).errorName == Self.noPlayer)
        #expect(try stage.read("PlayerNames", of: AgentStage.playerctld).get().asStringArray == [])
    }

    @Test("MPRIS39: an app that registered is no player: events reach it, and all else is NoActivePlayer")
    func appOnly() throws {
        let stage = try AgentStage()
        let app = try AppTests.App(on: stage)
        try app.register()
        #expect(try stage.face("Next").errorName == nil)
        #expect(app.received == [.nextTrack])
        #expect(try stage.face("Seek", .int64(1)).errorName == Self.noPlayer)
        #expect(try stage.face("OpenUri", .string("file:///a")).errorName == Self.noPlayer)
        #expect(try stage.read("PlaybackStatus").errorName == Self.noPlayer)
        #expect(
            try stage.face("GetAll", .string(StagePlayer.player.rawValue), of: "org.freedesktop.DBus.Properties")
                .errorName == Self.noPlayer)
        #expect(app.received == [.nextTrack])
    }

    /// A program that notes each of its starts in a file, and the file.
    private func program(in folder: TemporaryFolder, then rest: String) throws -> (path: String, started: String) {
        let (path, started) = ("\(folder.path)/program", "\(folder.path)/started")
        try "#!/bin/sh\necho x >> \(started)\n\(rest)\n".write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return (path, started)
    }

    @Test("MPRIS67: without a player a play command at the face starts the program, once; others are unhandled events")
    func launch() throws {
        let folder = TemporaryFolder()
        let (path, started) = try program(in: folder, then: "exec sleep 20")
        let stage = try AgentStage(["routing.launch=\(path)"])
        for _ in 0..<3 { #expect(try stage.face("PlayPause").errorName == nil) }
        #expect(try stage.send(.play).isHandled)
        #expect(try stage.face("Next").errorName == Self.noPlayer)
        #expect(stage.turn { (try? String(contentsOfFile: started, encoding: .utf8)) == "x\n" })
        _ = stage.turn(within: .milliseconds(300)) { false }
        #expect((try? String(contentsOfFile: started, encoding: .utf8)) == "x\n")
        let player = try stage.player("one")
        #expect(try stage.send(.nextTrack) == .by("one"))
        player.leave()
        try stage.expectChain([])
        #expect(try stage.send(.play).isHandled)
        #expect(stage.turn { (try? String(contentsOfFile: started, encoding: .utf8)) == "x\nx\n" })
    }

    @Test("MPRIS67: a program that fails is started again by the next press")
    func launchFails() throws {
        let folder = TemporaryFolder()
        let (path, started) = try program(in: folder, then: "exit 1")
        let stage = try AgentStage(["routing.launch=\(path)"])
        #expect(try stage.send(.togglePlayPause).isHandled)
        #expect(
            stage.turn {
                _ = try? stage.send(.togglePlayPause)
                return (try? String(contentsOfFile: started, encoding: .utf8))?.hasPrefix("x\nx\n") == true
            })
    }

    @Test("MPRIS7: the position of a playing player runs on, and stands while it is paused")
    func position() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let first = try position(stage)
        #expect(first >= 7_000_000 && first < 20_000_000)
        #expect(stage.turn { (try? position(stage)) ?? 0 > first })
        try stage.set(player, "Paused")
        try stage.settle(player.connection)
        // batond may receive the pause after the first question.
        var paused: Int64?
        #expect(
            stage.turn {
                let last = paused
                paused = try? position(stage)
                return paused == last
            })
    }

    @Test(
        "MPRIS59: after a jump through the face its position is the one jumped to, also for a player that says nothing")
    func jumps() throws {
        let stage = try AgentStage()
        let player = try stage.player("player")
        try stage.expectChain(["player"])
        let listener = try Listener(stage)
        #expect(try position(stage) == 7_000_000)
        #expect(try stage.face("SetPosition", .objectPath("/track/1"), .int64(40_000_000)).errorName == nil)
        #expect(try position(stage) == 40_000_000)
        #expect(try stage.face("Seek", .int64(-5_000_000)).errorName == nil)
        #expect(try position(stage) == 35_000_000)
        player.silentlySet("Position", .int64(35_100_000))
        // The player has not sent Seeked, so the face does, when it was asked.
        #expect(
            stage.turn { listener.signals.contains { $0.name == "Seeked" && $0.arguments == [.int64(35_100_000)] } })
        #expect(try position(stage) == 35_100_000)
    }

    @Test("MPRIS58: a track whose identifier is text: beyond its end is no Next, and before its start not the start")
    func textIdentifier() throws {
        let stage = try AgentStage()
        let player = try stage.player("spotify")
        player.change([
            (
                "Metadata",
                .vardict([("mpris:trackid", .string("spotify:track:1")), ("mpris:length", .int64(60_000_000))])
            )
        ])
        try stage.settle(player.connection)
        try stage.expectChain(["spotify"])
        let track = try #require(try stage.read("Metadata").get().asVardict?["mpris:trackid"])
        for target in [60_000_001, -1, 30_000_000, 10_000_000] as [Int64] {
            #expect(try stage.face("SetPosition", track, .int64(target)).errorName == nil)
        }
        #expect(try stage.face("SetPosition", .objectPath("/org/baton/Track/other"), .int64(5)).errorName == nil)
        #expect(player.calls == ["Seek 23000000", "Seek -20000000"])
        #expect(try position(stage) == 10_000_000)
    }

    @Test("MPRIS87: a refused jump has not happened, and the next one is counted from where the player is")
    func refusedJump() throws {
        let stage = try AgentStage()
        let player = try stage.player("spotify")
        player.change([
            (
                "Metadata",
                .vardict([("mpris:trackid", .string("spotify:track:1")), ("mpris:length", .int64(60_000_000))])
            )
        ])
        try stage.settle(player.connection)
        try stage.expectChain(["spotify"])
        let track = try #require(try stage.read("Metadata").get().asVardict?["mpris:trackid"])
        player.behaviours["Seek"] = .fail(DBusError("org.example.Refused", "no"))
        #expect(try stage.face("SetPosition", track, .int64(50_000_000)).errorName == "org.example.Refused")
        #expect(try position(stage) == 7_000_000)
        player.behaviours = [:]
        #expect(try stage.face("SetPosition", track, .int64(20_000_000)).errorName == nil)
        #expect(player.calls == ["Seek 43000000", "Seek 13000000"])
        #expect(try position(stage) == 20_000_000)
    }

    private func position(_ stage: AgentStage) throws -> Int64 {
        try #require(try stage.read("Position").get().asInt64)
    }

    @Test("MPRIS36: name auto leaves playerctld its name, and takes it when it is free")
    func auto() throws {
        let stage = try AgentStage(nil)
        let playerctld = try stage.connect()
        var isOwned = false
        let request = playerctld.requestName(AgentStage.face) { isOwned = $0 == .owned }
        try #require(stage.turn { isOwned })
        let player = try stage.player("player", "Playing")
        try stage.startAgent()
        try stage.expectChain(["player"])
        #expect(stage.turn { stage.agent?.printed.contains("another program owns") ?? false })
        var owner: BusName?
        let watch = stage.client.watchName(AgentStage.face) { owner = $0 }
        defer { watch.cancel() }
        try #require(stage.turn { owner == playerctld.uniqueName })
        request.release()
        try #require(stage.turn { owner != nil && owner != playerctld.uniqueName })
        #expect(try stage.face("Next").errorName == nil)
        #expect(player.calls == ["Next"])
    }

    @Test(
        "MPRIS36: the names of [mpris] name",
        arguments: [("baton", [false, true]), ("both", [true, true]), ("none", [false, false])])
    func names(setting: String, expected: [Bool]) throws {
        let stage = try AgentStage(["mpris.name=\(setting)"])
        let player = try stage.player("player", "Playing")
        // Baton's own face is not a player.
        try stage.expectChain(["player"])
        for (name, isThere) in zip([AgentStage.face, "org.mpris.MediaPlayer2.baton"] as [BusName], expected) {
            #expect(try (stage.face("Next", at: name).errorName == nil) == isThere)
        }
        #expect(player.calls.count == expected.filter(\.self).count)
    }
}
