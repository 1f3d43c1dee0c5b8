// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// What the cache says is not believed where nothing would be sent because of it (rules MPRIS51 to MPRIS55).
@Suite struct AskedFirstTests {
    @Test(
        "MPRIS51: after an error that says that nothing was done, nothing goes past a player that plays",
        arguments: [
            (RemoteControlSubtype.pause, "Pause"), (.stop, "Stop"), (.togglePlayPause, "PlayPause"),
            (.nextTrack, "Next"),
        ])
    func neverPast(subtype: RemoteControlSubtype, method: String) throws {
        let stage = try AgentStage()
        let paused = try stage.player("paused")
        let radio = try stage.player("radio", "Playing", doing: [method: .fail(DBusError(.notSupported, "no"))])
        try stage.expectChain(["radio", "paused"])
        #expect(try stage.send(subtype) == .unhandled)
        #expect(radio.calls == [method])
        #expect(paused.calls == [])
    }

    @Test("MPRIS51: such an error passes the command on to another one that plays", arguments: ["Pause", "Stop"])
    func toPlaying(method: String) throws {
        let stage = try AgentStage()
        let other = try stage.player("other", "Playing")
        _ = try stage.player("radio", "Playing", doing: [method: .fail(DBusError(.notSupported, "no"))])
        try stage.expectChain(["radio", "other"])
        #expect(try stage.face(MemberName(method)).errorName == nil)
        #expect(other.calls == [method])
    }

    /// Strawberry, when a song is added to its list.
    @Test("MPRIS53: who reads at the face that the player cannot skip has it asked again, and is told when it can")
    func deniedAtFace() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        player.change([("CanGoNext", .boolean(false))])
        try stage.expectChain(["player"])
        try #require(stage.turn { (try? stage.read("CanGoNext").get()) == .boolean(false) })
        try stage.settleAgent()
        let reader = try stage.connect()
        var told: [String: Value] = [:]
        let match = reader.addMatch(MatchRule(sender: AgentStage.face, path: StagePlayer.path)) { signal in
            told.merge((try? signal.arguments())?[1].asVardict ?? [:]) { $1 }
        }
        try stage.settle(reader)
        player.silentlySet("CanGoNext", .boolean(true))
        // The reader does not wait for the answer, and asks once a second.
        #expect(stage.turn { (try? stage.read("CanGoNext").get()) == .boolean(true) })
        #expect(stage.turn { told["CanGoNext"] == .boolean(true) })
        match.cancel()
    }

    @Test(
        "MPRIS52: Pause is not sent to a player that says that it is paused, and is handled; nor Play to one that plays"
    )
    func contradiction() throws {
        let stage = try AgentStage()
        let other = try stage.player("other")
        let toggling = try stage.player("toggling", "Playing")
        toggling.toggles = true
        try stage.expectChain(["toggling", "other"])
        #expect(try stage.send(.play) == .by("toggling"))
        #expect(toggling.calls == [])
        #expect(try stage.face("Pause").errorName == nil)
        try stage.settle(toggling.connection)
        #expect(try stage.face("Pause").errorName == nil)
        #expect(try stage.send(.pause) == .by("toggling"))
        #expect(toggling.calls == ["Pause"] && toggling.values["PlaybackStatus"] == .string("Paused"))
        #expect(other.calls == [])
    }

    @Test("MPRIS52: what the player says when it is asked counts, and not what it said before")
    func saysOtherwise() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Paused")
        try stage.expectChain(["player"])
        player.silentlySet("PlaybackStatus", .string("Playing"))
        #expect(try stage.send(.pause) == .by("player"))
        #expect(player.calls == ["Pause"])
        player.silentlySet("PlaybackStatus", .string("Playing"))
        try stage.settleAgent()
    }

    @Test("MPRIS52: without an answer in time the command is sent; a Pause just after a Play is sent unasked")
    func noAnswer() throws {
        let stage = try AgentStage(nil)
        let fake = try ChildProcess(
            [
                ChildProcess.built("baton-fake-player"), "--name", "slow", "--delay", "400", "--log", "--address",
                stage.bus.address,
            ], environment: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(stage.turn { fake.printed.hasPrefix("ready") })
        try stage.startAgent(["routing.start-wait=100ms"])
        try stage.expectChain(["slow"])
        #expect(try stage.send(.pause) == .by("slow"))
        #expect(fake.printed.contains(" Pause"))

        let player = try stage.player("player")
        try #require(try stage.baton("Pin", .string("player")).errorName == nil)
        try stage.expectChain(["player", "slow"])
        // It says that it is paused still, as a player that is loading does.
        player.behaviours["Play"] = .hold
        var outcomes = 0
        let reads = player.reads["PlaybackStatus"]
        try stage.post(.play) { _ in outcomes += 1 }
        try stage.post(.pause) { _ in outcomes += 1 }
        try #require(stage.turn { player.calls == ["Play", "Pause"] })
        #expect(player.reads["PlaybackStatus"] == reads)
        player.release()
        try #require(stage.turn { outcomes == 2 })
        fake.kill()
    }

    @Test(
        "MPRIS53: a player is asked before a cached false refuses a command or passes it on",
        arguments: [
            (RemoteControlSubtype.play, "CanPlay", "Paused", "Play"),
            (.togglePlayPause, "CanPlay", "Paused", "PlayPause"),
            (.togglePlayPause, "CanPause", "Playing", "PlayPause"), (.pause, "CanPause", "Playing", "Pause"),
            (.nextTrack, "CanGoNext", "Playing", "Next"), (.previousTrack, "CanGoPrevious", "Paused", "Previous"),
            (.beginSeekingForward, "CanSeek", "Playing", "Seek 2000000"),
        ])
    func falseIsOld(subtype: RemoteControlSubtype, capability: String, status: String, call: String) throws {
        let stage = try AgentStage()
        let other = try stage.player("other", "Playing")
        let first = try stage.player("first", status, without: [capability])
        try #require(try stage.baton("Pin", .string("first")).errorName == nil)
        try stage.expectChain(["first", "other"])
        first.silentlySet(capability, .boolean(true))
        #expect(try stage.send(subtype) == .by("first"))
        #expect(first.calls.prefix(1) == [call])
        #expect(other.calls == [])
    }

    @Test("MPRIS53: the face's Seek asks, too; where the answer is still no it goes on to the next that plays")
    func seekAsks() throws {
        let stage = try AgentStage()
        let other = try stage.player("other", "Playing")
        let first = try stage.player("first", "Playing", without: ["CanSeek"])
        try stage.expectChain(["first", "other"])
        #expect(try stage.face("Seek", .int64(5)).errorName == nil)
        first.silentlySet("CanSeek", .boolean(true))
        #expect(try stage.face("Seek", .int64(6)).errorName == nil)
        #expect(other.calls == ["Seek 5"] && first.calls == ["Seek 6"])
    }

    @Test(
        "MPRIS88: a player that does not tell what a command has done is asked, half a second later",
        arguments: ["Pause", "PlayPause"])
    func silent(method: String) throws {
        let stage = try AgentStage()
        let player = try stage.player("silent", "Playing", doing: [method: .hold])
        try stage.expectChain(["silent"])
        // The change to Playing is asked about by now.
        let reads = player.reads["PlaybackStatus", default: 0]
        try #require(stage.turn { player.reads["PlaybackStatus", default: 0] > reads })
        var isAnswered = false
        try stage.post(method == "Pause" ? .pause : .togglePlayPause) { _ in isAnswered = true }
        try #require(stage.turn { player.calls == [method] })
        player.silentlySet("PlaybackStatus", .string("Paused"))
        player.release()
        try #require(stage.turn { isAnswered })
        #expect(stage.turn { (try? stage.read("PlaybackStatus").get()) == .string("Paused") })
        #expect(player.calls == [method])
    }

    @MainActor
    @Test("MPRIS54: what was set through the face is read back at once")
    func readBack() throws {
        // Its clock stands still, so that nothing is asked half a second later.
        let hosted = try HostedStage()
        let stage = hosted.stage
        let player = try stage.player("fox", "Playing")
        try stage.expectChain(["fox"])
        player.setsSilently = true
        let name = Value.string(StagePlayer.player.rawValue)
        let value = Value.variant(.double(0.3))
        #expect(
            try stage.face("Set", name, .string("Volume"), value, of: "org.freedesktop.DBus.Properties").errorName
                == nil)
        #expect(hosted.stage.turn { (try? stage.read("Volume").get()) == .double(0.3) })
    }

    @Test("MPRIS90: what batonctl has set at a player, which does not tell it, is read")
    func refreshed() throws {
        let stage = try AgentStage()
        let player = try stage.player("fox", "Playing")
        try stage.expectChain(["fox"])
        player.setsSilently = true
        #expect(try stage.batonctl(["-p", "fox", "volume", "0.3"]).status == 0)
        #expect(stage.turn { (try? stage.read("Volume").get()) == .double(0.3) })
        #expect(try stage.baton("Refresh", .string("no name")).errorName == nil)
    }

    @Test("MPRIS55: what comes while a player is asked waits, in order, and asks no second time")
    func order() throws {
        let stage = try AgentStage(nil)
        let player = try ChildProcess(
            [
                ChildProcess.built("baton-fake-player"), "--name", "slow", "--no", "CanGoNext", "--delay", "100",
                "--log", "--address", stage.bus.address,
            ], environment: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(stage.turn { player.printed.hasPrefix("ready") })
        try stage.startAgent()
        try stage.expectChain(["slow"])
        var outcomes: [String] = []
        for (subtype, word) in [
            (RemoteControlSubtype.nextTrack, "next"), (.previousTrack, "previous"), (.nextTrack, "next"),
            (.play, "play"),
            (.previousTrack, "again"),
        ] {
            try stage.post(subtype) { outcomes.append("\(word) \((try? $0.get().arguments().first?.asBool) ?? false)") }
        }
        try #require(stage.turn { outcomes.count == 5 })
        #expect(Set(outcomes) == ["next false", "previous true", "play true", "again true"])
        let sent = player.printed.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(sent == ["Previous", "Play", "Previous"])
        player.kill()
    }

    @Test("MPRIS31, MPRIS55: what a caller has waiting for an answer does not delay another caller's command")
    func turns() throws {
        let stage = try AgentStage(nil)
        let player = try askedPlayer(on: stage)
        let other = try stage.connect()
        player.suspend()
        var outcomes = 0
        try stage.post(.nextTrack) { _ in outcomes += 1 }
        for _ in 0..<4 { try stage.post(.previousTrack) { _ in outcomes += 1 } }
        try stage.settleAgent()
        try stage.post(.play, from: other) { _ in outcomes += 1 }
        try stage.settle(other)
        try stage.settleAgent()
        player.resume()
        try #require(stage.turn { outcomes == 6 })
        let sent = player.printed.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(sent == ["Previous", "Play", "Previous", "Previous", "Previous"])
        player.kill()
    }

    @Test("MPRIS17: a command that waits for an answer is a use when it came: what becomes first meanwhile stays first")
    func usedWhenItCame() throws {
        let stage = try AgentStage(nil)
        let player = try askedPlayer(on: stage)
        let app = try stage.connect()
        try #require(try stage.baton("Register", .objectPath("/app"), .vardict([]), from: app).errorName == nil)
        let id = try #require(app.uniqueName).rawValue + "/app"
        try stage.expectChain(["slow", id])
        player.suspend()
        var outcome: Result<Message, DBusError>?
        try stage.post(.pause) { outcome = $0 }
        try stage.settleAgent()
        let became = try stage.baton("BecomeFirstResponder", .objectPath("/app"), from: app)
        #expect(try became.get() == [.boolean(true)])
        player.resume()
        try #require(stage.turn { outcome != nil })
        #expect(try outcome?.get().arguments().first == .boolean(true))
        #expect(try stage.chain() == [id, "slow"])
        player.kill()
    }

    /// A paused player that says that there is no next track, and the agent.
    private func askedPlayer(on stage: AgentStage) throws -> ChildProcess {
        let player = try ChildProcess(
            [
                ChildProcess.built("baton-fake-player"), "--name", "slow", "--no", "CanGoNext", "--log", "--address",
                stage.bus.address,
            ], environment: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(stage.turn { player.printed.hasPrefix("ready") })
        try stage.startAgent()
        try stage.expectChain(["slow"])
        return player
    }

    @Test("MPRIS55: a player that leaves while it is asked passes on what waits for it")
    func leaves() throws {
        let stage = try AgentStage(nil)
        let fake = try ChildProcess(
            [
                ChildProcess.built("baton-fake-player"), "--name", "leaving", "--address", stage.bus.address,
            ], environment: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(stage.turn { fake.printed.hasPrefix("ready") })
        try stage.startAgent()
        let other = try stage.player("other")
        try #require(try stage.baton("Pin", .string("leaving")).errorName == nil)
        try stage.expectChain(["leaving", "other"])
        fake.suspend()
        var outcomes = 0
        try stage.post(.pause) { _ in outcomes += 1 }
        try stage.post(.play) { _ in outcomes += 1 }
        try stage.settleAgent()
        fake.kill()
        try #require(stage.turn { outcomes == 2 })
        #expect(other.calls == ["Play"])
    }

    @Test("MPRIS60: the face's jumps, Quit, OpenUri and settings do not reach a paused player behind an app that plays")
    func behindApp() throws {
        let stage = try AgentStage()
        let player = try stage.player("player")
        let app = try stage.connect()
        let options: [(String, Value)] = [("playing", .boolean(true))]
        try #require(
            try stage.baton("Register", .objectPath("/app"), .vardict(options), from: app).errorName == nil)
        try stage.settleAgent()
        #expect(try stage.face("Seek", .int64(5)).errorName == nil)
        #expect(try stage.face("OpenUri", .string("file:///a")).errorName == .notSupported)
        #expect(try stage.face("Quit", of: StagePlayer.root).errorName == .notSupported)
        #expect(try stage.face("SetPosition", .objectPath("/track/1"), .int64(5)).errorName == nil)
        #expect(
            try stage.face(
                "Set", .string(StagePlayer.player.rawValue), .string("Volume"), .variant(.double(0.5)),
                of: "org.freedesktop.DBus.Properties"
            ).errorName == .notSupported)
        for method: MemberName in ["GoTo", "RemoveTrack"] {
            let answer = try stage.face(method, .objectPath("/track/2"), of: "org.mpris.MediaPlayer2.TrackList")
            #expect(answer.errorName == .notSupported)
        }
        #expect(
            try stage.face("ActivatePlaylist", .objectPath("/playlist/1"), of: "org.mpris.MediaPlayer2.Playlists")
                .errorName
                == .notSupported)
        #expect(player.calls == [])
        try stage.set(player, "Playing")
        #expect(try stage.face("OpenUri", .string("file:///a")).errorName == nil)
        #expect(try stage.face("Seek", .int64(5)).errorName == nil)
        #expect(player.calls == ["OpenUri file:///a", "Seek 5"])
    }
}
