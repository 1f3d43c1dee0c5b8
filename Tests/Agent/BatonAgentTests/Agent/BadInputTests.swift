// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import BatonValues
import Testing

/// Issue 2, "Bad input": what players may do wrong. batond logs a line where no caller gets an error, and serves every
/// other player.
@Suite struct BadInputTests {
    private func fake(_ stage: AgentStage, _ arguments: String...) throws -> ChildProcess {
        let process = try ChildProcess(
            [ChildProcess.built("baton-fake-player"), "--address", stage.bus.address] + arguments,
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(stage.turn { process.printed.hasPrefix("ready") }, "\(process.printed)")
        return process
    }

    @Test("MPRIS33: 1 MiB of metadata: cut by key with a log line, the rest is served")
    func huge() throws {
        let stage = try AgentStage()
        let player = try fake(stage, "--name", "huge", "--status", "Playing", "--huge", "1048576")
        try stage.expectChain(["huge"])
        let metadata = try #require(try stage.read("Metadata").get().asVardict)
        #expect(metadata["xesam:asText"] == nil)
        #expect(metadata["xesam:title"] == .string("A Title"))
        #expect(stage.turn { stage.agent?.printed.contains("xesam:asText") ?? false })
        #expect(try stage.send(.nextTrack) == .by("huge"))
        #expect(!player.hasEnded)
    }

    @Test("500 players: all are found in bounded time, and the one that plays gets the command")
    func many() throws {
        let stage = try AgentStage(nil)
        var owned = 0
        let players = try (0..<500).map { index in
            let player = try StagePlayer(
                "p\(index)", status: index == 321 ? "Playing" : "Paused", without: [], on: stage.connect())
            player.appear { owned += 1 }
            return player
        }
        try #require(stage.turn { owned == 500 })
        let start = ContinuousClock.now
        try stage.startAgent()
        // The bound only tells that it comes to an end.
        #expect(stage.turn(within: .seconds(40)) { (try? stage.chain().count) == 500 }, "not within 40 s")
        print("500 players: all in the chain \(ContinuousClock.now - start) after the start")
        #expect(try stage.send(.nextTrack) == .by("p321"))
        for player in players { player.leave() }
        #expect(stage.turn { (try? stage.chain()) == [] })
        #expect(try stage.send(.nextTrack) == .unhandled)
    }

    @Test("a player that dies in mid-call: one answer, and the next command goes to the next player")
    func dies() throws {
        let stage = try AgentStage()
        let other = try stage.player("other", "Playing")
        try stage.expectChain(["other"])
        let mortal = try fake(stage, "--name", "mortal", "--status", "Playing", "--die-on", "Next")
        try stage.expectChain(["mortal", "other"])
        #expect(try stage.send(.nextTrack).error == .noReply)
        #expect(stage.turn { mortal.hasEnded })
        #expect(other.calls == [])
        #expect(try stage.send(.nextTrack) == .by("other"))
        #expect(other.calls == ["Next"])
    }

    @Test("names that flap: the others are served at once, all the while")
    func flaps() throws {
        // batond's default: a command waits this long for each new name.
        let stage = try AgentStage(["routing.start-wait=200ms"])
        let steady = try stage.player("steady", "Playing")
        try stage.expectChain(["steady"])
        let flapping = try fake(stage, "--name", "flapping", "--flap", "3")
        var times: [Duration] = []
        for _ in 0..<100 {
            let start = ContinuousClock.now
            #expect(try stage.send(.nextTrack) == .by("steady"))
            times.append(ContinuousClock.now - start)
        }
        #expect(steady.calls.count == 100)
        // The limit is the promise: at once, and not after the waits for names. Nine of ten: other programs on the machine may
        // delay the rest.
        let longest = times.sorted()[89]
        #expect(longest < .milliseconds(500), "\(times)")
        #expect(!flapping.hasEnded)
    }

    @Test("MPRIS81: a program that takes name after name and never answers delays commands once, and reads never")
    func silentNames() throws {
        let stage = try AgentStage(["routing.start-wait=3s"])
        let steady = try stage.player("steady", "Playing")
        try stage.expectChain(["steady"])
        let silent = try StagePlayer("silent", status: "Paused", isExported: false, on: stage.connect())
        var questions = 0
        // It gets the questions and does not answer.
        let object = ExportedObject(interfaces: [])
        object.admission = { _ in questions += 1 }
        silent.connection.export(object, at: StagePlayer.path)
        var requests: [NameRequest] = []
        func takeName() throws {
            var isOwned = false
            let name = try BusName("org.mpris.MediaPlayer2.silent\(requests.count)")
            requests.append(silent.connection.requestName(name) { isOwned = $0 == .owned })
            try #require(stage.turn { isOwned })
        }
        try takeName()
        var start = ContinuousClock.now
        #expect(try stage.read("PlaybackStatus").get() == .string("Playing"))
        // The limit is the promise: a read is not delayed by the three seconds.
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(try stage.send(.nextTrack) == .by("steady"))
        #expect(questions > 0)
        start = ContinuousClock.now
        for _ in 0..<5 {
            try takeName()
            #expect(try stage.read("PlaybackStatus").get() == .string("Playing"))
            #expect(try stage.send(.nextTrack) == .by("steady"))
        }
        // The limit is the promise: no command is delayed by the three seconds once more.
        #expect(ContinuousClock.now - start < .seconds(3))
        #expect(steady.calls.count == 6)
        for request in requests { request.release() }
    }

    @Test("properties of wrong types: what can be read is, the rest counts as absent, and commands go on")
    func wrongTypes() throws {
        let stage = try AgentStage()
        let wrong = try fake(stage, "--name", "wrong", "--status", "Playing", "--wrong")
        try stage.expectChain(["wrong"])
        let metadata = try #require(try stage.read("Metadata").get().asVardict)
        #expect(metadata["mpris:length"] == .int64(180_000_000))
        #expect(metadata["mpris:trackid"]?.signature == "o")
        #expect(try stage.read("CanGoNext").get() == .boolean(true))
        #expect(try stage.send(.nextTrack) == .by("wrong"))
        #expect(!wrong.hasEnded)
    }

    @Test("signals of wrong shapes change nothing, but the log")
    func wrongSignals() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let name = Value.string(StagePlayer.player.rawValue)
        for arguments: [Value] in [
            [], [.uint32(1)], [name], [name, .string("x"), .strings([])], [name, .vardict([]), .string("x")],
            [name, .vardict([("PlaybackStatus", .uint32(7))]), .strings([])],
            [name, .vardict([("PlaybackStatus", .string("Exploding"))]), .strings([])],
            [name, .vardict([("Metadata", .string("none"))]), .strings(["Metadata", "Nonsense"])],
            [.string("no interface"), .vardict([]), .strings([])],
        ] { player.tell(arguments) }
        player.emit(StagePlayer.player, "Seeked", [.string("far")])
        player.emit(StagePlayer.trackList, "TrackListReplaced", [.uint32(1)])
        try stage.settle(player.connection)
        #expect(try stage.send(.nextTrack) == .by("player"))
        #expect(try stage.read("Volume").get() == .double(0.5))
    }

    @Test("an object path that is none ends its sender's connection, not ours: the bus lets no such message through")
    func invalidPath() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/no/such/object", interface: AgentStage.application, member: "Unpin")
        #expect([.unknownObject, .unknownMethod].contains(try stage.call(message).errorName))
        player.change([
            ("Metadata", .vardict([("mpris:trackid", .string("not a path")), ("xesam:title", .string("t"))]))
        ])
        try stage.settle(player.connection)
        let metadata = try #require(try stage.read("Metadata").get().asVardict)
        #expect(metadata["xesam:title"] == .string("t"))
        #expect(metadata["mpris:trackid"]?.signature == "o")
        #expect(try stage.baton("Register", .string("not a path"), .vardict([])).errorName == .invalidArguments)
        #expect(try stage.send(.nextTrack) == .by("player"))
    }

    @Test("a hung player costs the others nothing: its calls time out, theirs are answered")
    func hung() throws {
        let stage = try AgentStage(["routing.call-timeout=2s"])
        let hung = try fake(stage, "--name", "hung", "--status", "Playing", "--ignore", "Next")
        try stage.expectChain(["hung"])
        let other = try stage.player("other")
        try stage.expectChain(["hung", "other"])
        var outcome: Result<Message, DBusError>?
        let next = Message.methodCall(
            to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: "Next")
        stage.client.call(next, within: .seconds(30)) { outcome = $0 }
        #expect(try stage.read("PlaybackStatus").get() == .string("Playing"))
        #expect(outcome == nil, "what the player does not answer is still under way")
        try #require(stage.turn { outcome != nil })
        #expect(outcome?.errorName == .timeout)
        #expect(try stage.send(.nextTrack) == .by("other"))
        #expect(other.calls == ["Next"])
        #expect(!hung.hasEnded)
    }

    @Test("MPRIS27: a player that hangs delays no read at the face")
    func readWhileHung() throws {
        let stage = try AgentStage()
        let hung = try fake(stage, "--name", "hung", "--status", "Playing")
        try stage.expectChain(["hung"])
        hung.suspend()
        #expect(try stage.read("PlaybackStatus").get() == .string("Playing"))
        #expect(try stage.read("Metadata").get().asVardict?["xesam:title"] == .string("A Title"))
        let all = try stage.face("GetAll", .string(StagePlayer.root.rawValue), of: "org.freedesktop.DBus.Properties")
        #expect(all.errorName == nil)
    }

    @Test("what players and applications are called reaches the log as text, whatever is in it")
    func hostileNames() throws {
        let stage = try AgentStage(["media-keys.serve=yes", "log.level=trace"])
        let text = "evil\u{1b}[31m\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{2066}\n<0>forged\r\u{7f}end"
        let player = try stage.player(
            "player", "Playing",
            doing: ["Next": .fail(DBusError(.failed, text)), "Get": .fail(DBusError(.failed, text))])
        player.change([
            ("Metadata", .vardict([("xesam:title", .string(text)), (text, .string(text))])),
            ("PlaybackStatus", .string(text)), ("LoopStatus", .string(text)),
        ])
        _ = try stage.send(.nextTrack)
        let grab = Message.methodCall(
            to: "org.gnome.SettingsDaemon.MediaKeys", path: "/org/gnome/SettingsDaemon/MediaKeys",
            interface: "org.gnome.SettingsDaemon.MediaKeys", member: "GrabMediaPlayerKeys")
        try grab.append(.string(text), .uint32(0))
        #expect(try stage.call(grab).errorName == nil)
        _ = try stage.baton("Pin", .string(text))
        _ = try stage.baton(
            "Register", .objectPath("/app"), .vardict([("name", .string(text)), (text, .string(text))]))
        let agent = try #require(stage.agent)
        #expect(stage.turn { agent.printed.contains("grabbed the media keys") })
        try stage.settleAgent()
        for scalar in agent.printed.unicodeScalars where scalar != "\n" {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value), "\(agent.printed.debugDescription)")
            #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
        }
        #expect(!agent.printed.split(separator: "\n").contains { $0.hasPrefix("<0>") })
    }
}
