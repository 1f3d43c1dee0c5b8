// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// The routing rules with the real batond on a real bus (rules MPRIS14 to MPRIS26).
@Suite struct RoutingOverBusTests {
    @Test("MPRIS14: Playing responders first, the latest start first, then the others by last use")
    func orders() throws {
        let stage = try AgentStage()
        _ = try stage.player("idle")
        let first = try stage.player("first", "Playing")
        let second = try stage.player("second", "Playing")
        try stage.expectChain(["second", "first", "idle"])
        #expect(try stage.send(.nextTrack) == .by("second"))
        // It pauses, and the other one that still plays is first. When none plays, the last one stays first.
        try stage.set(second, "Paused")
        try stage.expectChain(["first", "second", "idle"])
        #expect(try stage.send(.nextTrack) == .by("first"), "it is used, so that its start counts")
        try stage.set(first, "Paused")
        try stage.expectChain(["first", "second", "idle"])
        #expect(try stage.send(.nextTrack) == .by("first"))
    }

    @Test("MPRIS15: metadata, volume, position, capabilities and a paused newcomer never take the first place")
    func noise() throws {
        let stage = try AgentStage()
        let first = try stage.player("first")
        _ = try stage.send(.play)
        try stage.set(first, "Paused")
        let noisy = try stage.player("noisy")
        noisy.change([("Volume", .double(1)), ("CanSeek", .boolean(false))])
        noisy.change([("Metadata", .vardict([("xesam:title", .string("new"))]))])
        noisy.change([("PlaybackStatus", .string("Stopped"))])
        noisy.emit(StagePlayer.player, "Seeked", [.int64(5)])
        try stage.settle(noisy.connection)
        #expect(try stage.send(.nextTrack) == .by("first"))
        #expect(noisy.calls == [])
    }

    @Test("MPRIS14: a pin stands above Playing, and may name a player that is not there yet")
    func pin() throws {
        let stage = try AgentStage()
        _ = try stage.player("playing", "Playing")
        try #require(try stage.baton("Pin", .string("later")).errorName == nil)
        #expect(try stage.send(.nextTrack) == .by("playing"))
        _ = try stage.player("later.instance7")
        try stage.expectChain(["later.instance7", "playing"])
        #expect(try stage.send(.nextTrack) == .by("later.instance7"))
        try #require(try stage.baton("Unpin").errorName == nil)
        #expect(try stage.send(.nextTrack) == .by("playing"))
    }

    @Test("MPRIS15, MPRIS19: a player that starts playing gets the very next command")
    func veryNext() throws {
        let stage = try AgentStage()
        let players = try (0..<3).map { try stage.player("p\($0)") }
        try stage.expectChain(["p0", "p1", "p2"])
        for round in 0..<30 {
            let player = players[(round * 2 + 1) % 3]
            for other in players where other !== player { other.setStatus("Paused") }
            for other in players { try stage.settle(other.connection) }
            try stage.set(player, "Playing")
            #expect(try stage.send(.nextTrack).responder == player.name.rawValue)
        }
    }

    @Test("MPRIS15, MPRIS20: a new player that plays gets the very next command")
    func newPlayer() throws {
        let stage = try AgentStage()
        _ = try stage.player("old", "Playing")
        try stage.expectChain(["old"])
        for index in 0..<10 {
            _ = try stage.player("new\(index)", "Playing", isAwaited: false)
            #expect(try stage.send(.nextTrack) == .by("new\(index)"))
        }
    }

    @Test("MPRIS20: a command sent the moment the name appears is delivered", arguments: [1, 50])
    func firstCommand(players count: Int) throws {
        let stage = try AgentStage(nil)
        let players = try (0..<count).map { try stage.player("p\($0)", $0 == count / 2 ? "Playing" : "Paused") }
        for _ in 0..<5 {
            try stage.startAgent(["routing.start-wait=10s"])
            let start = ContinuousClock.now
            #expect(try stage.face("Next").errorName == nil)
            let took = ContinuousClock.now - start
            // The limit is the promise: the command waits for the first answers only, not for their whole limit.
            #expect(took < .seconds(4), "\(took) of 10 s")
            try stage.stopAgent()
        }
        #expect(players.map(\.calls.count).reduce(0, +) == 5)
        #expect(players[count / 2].calls.count == 5)
    }

    @Test("MPRIS20: a player that hangs holds the first command 200 ms at most, and the others get it")
    func hungAtStart() throws {
        let stage = try AgentStage(nil)
        let hung = try ChildProcess(
            [ChildProcess.built("baton-fake-player"), "--name", "hung", "--hang", "--address", stage.bus.address],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(stage.turn { hung.printed.hasPrefix("ready") })
        let alive = try stage.player("alive", "Playing")
        try stage.startAgent(["routing.start-wait=200ms"])
        let start = ContinuousClock.now
        #expect(try stage.face("Next").errorName == nil)
        // The limit is the promise, and less than the ten seconds that this stage gives a player; the rest is for a busy
        // machine.
        #expect(ContinuousClock.now - start < .seconds(3))
        #expect(alive.calls == ["Next"])
        // Meanwhile the properties of the others are served from the cache.
        #expect(try stage.read("PlaybackStatus").get() == .string("Playing"))
    }

    @Test("MPRIS23: toggle goes to the first Playing one, else to the first responder, and never to two")
    func toggle() throws {
        let stage = try AgentStage()
        let a = try stage.player("a", "Playing")
        let b = try stage.player("b")
        try stage.expectChain(["a", "b"])
        #expect(try stage.send(.togglePlayPause) == .by("a"))
        #expect(try stage.send(.togglePlayPause) == .by("a"))
        #expect(a.calls == ["PlayPause", "PlayPause"])
        #expect(b.calls == [])
    }

    @Test("MPRIS23: toggle of a stream that cannot pause is Stop; of one that plays again, Play")
    func toggleStream() throws {
        let stage = try AgentStage()
        let stream = try stage.player("stream", "Playing", without: ["CanPause"])
        try stage.expectChain(["stream"])
        #expect(try stage.send(.togglePlayPause) == .by("stream"))
        try stage.settle(stream.connection)
        #expect(try stage.face("PlayPause").errorName == nil)
        #expect(stream.calls == ["Stop", "Play"])
    }

    @Test(
        "MPRIS22: Next, Previous and seeking fall through only to another Playing responder",
        arguments: [
            (RemoteControlSubtype.nextTrack, "CanGoNext", "Next"), (.previousTrack, "CanGoPrevious", "Previous"),
            (.beginSeekingForward, "CanSeek", "Seek 2000000"),
        ])
    func fallThrough(subtype: RemoteControlSubtype, capability: String, call: String) throws {
        let stage = try AgentStage()
        let paused = try stage.player("paused")
        let playing = try stage.player("playing", "Playing")
        let first = try stage.player("first", "Playing", without: [capability])
        try stage.expectChain(["first", "playing", "paused"])
        #expect(try stage.send(subtype) == .by("playing"))
        #expect(playing.calls.prefix(1) == [call])
        if subtype == .beginSeekingForward { _ = try stage.send(.endSeekingForward) }
        // A player that took a command which fell through has not become first.
        try stage.expectChain(["first", "playing", "paused"])
        try stage.set(playing, "Paused")
        #expect(try stage.send(subtype) == .unhandled)
        #expect(first.calls == [] && paused.calls == [])
    }

    @Test(
        "MPRIS22: Pause and Stop never start a player or skip past a Playing one", arguments: ["Pause", "Stop"])
    func silence(method: String) throws {
        let stage = try AgentStage()
        let other = try stage.player("other", "Playing")
        let first = try stage.player("first", "Playing", without: ["CanPause"])
        try stage.expectChain(["first", "other"])
        #expect(try stage.face(MemberName(method)).errorName == nil)
        #expect(first.calls == (method == "Pause" ? [] : ["Stop"]))
        #expect(other.calls == [])
    }

    @Test("MPRIS21: a player without CanControl is not in the chain, until it has it")
    func control() throws {
        let stage = try AgentStage()
        let puppet = try stage.player("puppet", "Playing", without: ["CanControl"])
        _ = try stage.player("other")
        try stage.expectChain(["other"])
        #expect(try stage.send(.nextTrack) == .by("other"))
        puppet.change([("CanControl", .boolean(true))])
        try stage.expectChain(["puppet", "other"])
        #expect(puppet.calls == [])
    }

    @Test(
        "MPRIS24: no such method goes on to the next responder; any other error comes back as it is",
        arguments: [
            (ErrorName.unknownMethod, true), (.unknownInterface, true), (.notSupported, true), (.failed, false),
            ("org.example.Tired", false),
        ])
    func errors(name: ErrorName, goesOn: Bool) throws {
        let stage = try AgentStage()
        let second = try stage.player("second", "Playing")
        _ = try stage.player("first", "Playing", doing: ["Next": .fail(DBusError(name, "no"))])
        try stage.expectChain(["first", "second"])
        let answer = try stage.face("Next")
        #expect(answer.errorName == (goesOn ? nil : name))
        if case .failure(let error) = answer { #expect(error.message == "no") }
        #expect(second.calls == (goesOn ? ["Next"] : []))
    }

    @Test(
        "MPRIS25: Play, Pause and Stop go to the next one when the player left before it replied",
        arguments: ["Play", "Stop", "Pause"])
    func resent(method: String) throws {
        let stage = try AgentStage()
        // A Play is not sent to one that plays (rule MPRIS52).
        let status = method == "Play" ? "Paused" : "Playing"
        let second = try stage.player("second", status)
        let first = try stage.player("first", status, doing: [method: .leave])
        if method == "Play" { try #require(try stage.baton("Pin", .string("first")).errorName == nil) }
        try stage.expectChain(["first", "second"])
        #expect(try stage.face(MemberName(method)).errorName == nil)
        #expect(first.calls == [method])
        #expect(second.calls == [method])
        try stage.expectChain(["second"])
    }

    @Test(
        "MPRIS25: Next, Previous, PlayPause and Seek are sent at most once, ever",
        arguments: ["Next", "Previous", "PlayPause", "Seek"])
    func onlyOnce(method: String) throws {
        let stage = try AgentStage()
        let second = try stage.player("second", "Playing")
        let first = try stage.player("first", "Playing", doing: [method: .leave])
        try stage.expectChain(["first", "second"])
        let arguments: [Value] = method == "Seek" ? [.int64(1000)] : []
        let message = Message.methodCall(
            to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: try MemberName(method))
        try message.append(contentsOf: arguments)
        #expect(try stage.call(message).errorName == .noReply)
        #expect(first.calls.count == 1)
        #expect(second.calls == [])
    }

    @Test("MPRIS26: a player that does not answer costs 1.1 s, is suspect, and comes back when it is heard")
    func timeout() throws {
        let stage = try AgentStage(["routing.call-timeout=1s"])
        let second = try stage.player("second")
        let hung = try stage.player("hung", "Playing", doing: ["Pause": .hold])
        try stage.expectChain(["hung", "second"])
        let start = ContinuousClock.now
        #expect(try stage.face("Pause").errorName == .timeout)
        let took = ContinuousClock.now - start
        // The limits are the promise. The caller itself would wait for half a minute; the rest is for a busy machine.
        #expect(took > .milliseconds(900) && took < .seconds(5), "\(took)")
        // Not even Pause, which may be repeated, is sent to another player, because this one may still act.
        #expect(second.calls == [])
        try stage.expectChain(["second", "hung"])
        #expect(try stage.send(.nextTrack) == .by("second"))
        hung.change([("Volume", .double(0.1))])
        try stage.settle(hung.connection)
        try stage.expectChain(["hung", "second"])
        #expect(try stage.send(.nextTrack) == .by("hung"))
    }

    @Test("MPRIS26: a late answer is a sign of life, too")
    func lateAnswer() throws {
        let stage = try AgentStage(["routing.call-timeout=100ms"])
        _ = try stage.player("second")
        let slow = try stage.player("slow", "Playing", doing: ["Next": .hold])
        try stage.expectChain(["slow", "second"])
        #expect(try stage.send(.nextTrack).error == .timeout)
        try stage.expectChain(["second", "slow"])
        slow.release()
        try stage.expectChain(["slow", "second"])
    }

    @Test("MPRIS17: commands to a pinned player are uses of it, which count when the pin is gone")
    func pinnedUse() throws {
        let stage = try AgentStage()
        _ = try stage.player("a")
        _ = try stage.player("b")
        _ = try stage.baton("Pin", .string("a")).get()
        #expect(try stage.send(.stop) == .by("a"))
        _ = try stage.baton("Pin", .string("b")).get()
        #expect(try stage.send(.stop) == .by("b"))
        _ = try stage.baton("Unpin").get()
        try stage.expectChain(["b", "a"])
        _ = try stage.baton("Pin", .string("a")).get()
        #expect(try stage.send(.stop) == .by("a"))
        _ = try stage.baton("Unpin").get()
        try stage.expectChain(["a", "b"])
    }

    @Test("MPRIS18: under the policy recent, a new player is first, and then the one that changed anything last")
    func recent() throws {
        let stage = try AgentStage(["routing.policy=recent"])
        let a = try stage.player("a", "Playing", lists: [])
        try stage.expectChain(["a"])
        let b = try stage.player("b", lists: [])
        try stage.expectChain(["b", "a"])
        _ = try stage.player("c", "Playing", lists: [])
        try stage.expectChain(["c", "b", "a"])
        b.emit(StagePlayer.player, "Seeked", [.int64(5)])
        try stage.expectChain(["b", "c", "a"])
        a.change([("Volume", .double(0.1))])
        try stage.expectChain(["a", "b", "c"])
        #expect(try stage.send(.nextTrack) == .by("a"))
    }

    @Test("MPRIS18: under the policy recent, a new player with a track list is last until it tells a change")
    func recentWithTrackList() throws {
        let stage = try AgentStage(["routing.policy=recent"])
        _ = try stage.player("a", lists: [])
        try stage.expectChain(["a"])
        let b = try stage.player("b", "Playing", lists: [StagePlayer.trackList])
        try stage.expectChain(["a", "b"])
        _ = try stage.player("c", lists: [StagePlayer.playlists])
        try stage.expectChain(["a", "b", "c"])
        b.change([("Volume", .double(0.1))])
        try stage.expectChain(["b", "a", "c"])
    }
}
