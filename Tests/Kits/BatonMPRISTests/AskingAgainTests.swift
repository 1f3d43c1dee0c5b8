// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMPRIS

/// Players that change without a signal, or signal while they are asked (rules MPRIS53 to MPRIS57).
@Suite struct AskingAgainTests {
    private func player(
        _ name: String, _ status: String = "Paused", isExported: Bool = true, on stage: BusStage
    ) throws -> StagePlayer {
        let player = try StagePlayer(name, status: status, isExported: isExported, on: stage.connect())
        stage.services.append(player)
        var isOwned = false
        player.appear { isOwned = true }
        try #require(stage.turn { isOwned })
        return player
    }

    /// Lets the registry read again what is due. A review is not repeated by what it finds.
    private func waitForReview(of player: StagePlayer, after count: Int, _ stage: BusStage) -> Bool {
        stage.turn { player.reads["CanPlay", default: 0] > count }
    }

    @Test("MPRIS56: a signal between a question and its answer keeps its values, and the question is asked again")
    func signalWins() throws {
        let stage = try BusStage()
        let player = try player("webkit", "Stopped", on: stage)
        // The status has been read for the answer when the player starts: the signal is sent before the answer.
        var isTold = false
        player.onRead = { [unowned player] name in
            guard name == "CanControl", !isTold else { return }
            isTold = true
            player.setStatus("Playing")
        }
        let (registry, log) = try stage.watch()
        let seen = registry.players[0]
        #expect(isTold)
        #expect(seen.status == .playing, "\(log.lines)")
        try #require(stage.turn { player.reads["PlaybackStatus", default: 0] == 2 })
        try stage.settle(player.connection)
        #expect(seen.status == .playing)
        #expect(log.lines.count { $0 == "webkit.PlaybackStatus" } == 1)
    }

    @Test(
        "MPRIS106: a player that was too busy for a call is asked for its state when it is heard again",
        arguments: [true, false])
    func busy(_ answersLate: Bool) throws {
        let stage = try BusStage()
        let player = try player("busy", "Paused", on: stage)
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        try #require(stage.turn { player.reads["CanPlay", default: 0] == 2 })
        player.behaviours["Play"] = .hold
        var isLate = false
        try seen.call(.play, within: .milliseconds(20)) { isLate = $0.isFailure }
        try #require(stage.turn { isLate && player.calls == ["Play"] })
        #expect(seen.isSuspect)
        // It has done it meanwhile, and tells nobody.
        player.silentlySet("PlaybackStatus", .string("Playing"))
        if answersLate { player.release() } else { player.change([("Volume", .double(0.1))]) }
        try #require(stage.turn { seen.status == .playing })
        #expect(!seen.isSuspect)
    }

    @Test("MPRIS56: a property that an old answer does not have stays, if a signal told it meanwhile")
    func removalIsOld() throws {
        let stage = try BusStage()
        let player = try player("late", "Playing", on: stage)
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        player.silentlySet("LoopStatus", .int32(0))
        seen.reload(.player)
        try #require(stage.turn { seen.value(of: .loopStatus) == nil || player.reads["LoopStatus", default: 0] > 1 })
        player.change([("LoopStatus", .string("Track"))])
        try #require(stage.turn { seen.value(of: .loopStatus) == .string("Track") })
    }

    @Test("MPRIS56: a player that contradicts every answer is asked at most twice a second")
    func contradictionIsBounded() throws {
        let stage = try BusStage()
        let player = try player("liar", "Stopped", on: stage)
        player.onRead = { [unowned player] name in
            guard name == "CanControl" else { return }
            let volume = player.values["Volume"]?.asDouble ?? 0
            player.change([("Volume", .double(volume + 1))])
        }
        let (registry, _) = try stage.watch()
        // Real time, because the limit is one: more questions than these would be a loop.
        _ = stage.turn(within: .milliseconds(1200)) { false }
        #expect((2...6).contains(player.reads["Volume", default: 0]), "\(player.reads)")
        #expect(registry.players.count == 1)
    }

    @Test("MPRIS82: a player that changes whenever it is read is asked a few times at once, and then twice a second")
    func invalidationIsBounded() throws {
        let stage = try BusStage()
        let player = try player("restless", "Playing", on: stage)
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        player.onRead = { [unowned player] name in
            guard name == "CanControl" else { return }
            player.tell([.string(StagePlayer.player.rawValue), .vardict([]), .strings(["Volume"])])
        }
        let before = player.reads["Volume", default: 0]
        player.tell([.string(StagePlayer.player.rawValue), .vardict([]), .strings(["Volume"])])
        // Real time, because the limit is one: more questions than these would be a loop.
        _ = stage.turn(within: .milliseconds(1200)) { false }
        let count = player.reads["Volume", default: 0] - before
        #expect((AskingPace.burst...AskingPace.burst + 3).contains(count), "\(count)")
        // The last of what changed is known all the same.
        player.onRead = nil
        player.silentlySet("Volume", .double(0.125))
        player.tell([.string(StagePlayer.player.rawValue), .vardict([]), .strings(["Volume"])])
        try #require(stage.turn { seen.value(of: .volume) == .double(0.125) })
    }

    @Test("MPRIS82: four questions at once, then one each half second; after a pause four again")
    func pace() {
        var pace = AskingPace()
        func ask(_ milliseconds: Int64) -> Duration? { pace.ask(at: .milliseconds(milliseconds)) }
        for _ in 0..<4 { #expect(ask(10_000) == nil) }
        #expect(ask(10_000) == .milliseconds(10_500))
        #expect(ask(10_499) == .milliseconds(10_500))
        #expect(ask(10_500) == nil)
        #expect(ask(10_500) == .milliseconds(11_000))
        for _ in 0..<4 { #expect(ask(20_000) == nil) }
        #expect(ask(20_000) == .milliseconds(20_500))
    }

    @Test("MPRIS54: half a second after a change of status or track a player is read once more")
    func reviews() throws {
        let stage = try BusStage()
        let player = try player("silent", "Stopped", on: stage)
        let (registry, log) = try stage.watch()
        let seen = registry.players[0]
        try #require(waitForReview(of: player, after: 1, stage))
        player.silentlySet("CanPlay", .boolean(false))
        player.setStatus("Playing")
        player.silentlySet("CanGoNext", .boolean(false))
        player.silentlySet("Metadata", .vardict([("mpris:length", .int64(5_000_000))]))
        let count = player.reads["CanPlay", default: 0]
        try #require(waitForReview(of: player, after: count, stage))
        try #require(stage.turn { !seen.capabilities.contains(.play) })
        #expect(!seen.capabilities.contains(.goNext))
        #expect(seen.metadata.length == 5_000_000)
        // What a review finds, and what is no change of status or track, is not read once more.
        player.change([("Volume", .double(0.1)), ("PlaybackStatus", .string("Playing"))])
        _ = log.take()
        _ = stage.turn(within: .milliseconds(900)) { false }
        #expect(player.reads["CanPlay"] == count + 1)
    }

    @Test("MPRIS54: it is not asked before half a second has passed, and no second time")
    func reviewsLate() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let player = try player("late", "Stopped", on: stage)
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        // What the first answer told is reviewed by then.
        for _ in 0..<30 { stage.pass(.milliseconds(100), on: clock) }
        try stage.settle(stage.all)
        let count = player.reads["CanPlay", default: 0]
        player.setStatus("Playing")
        try #require(stage.turn { seen.status == .playing })
        stage.pass(.milliseconds(450), on: clock)
        try stage.settle(stage.all)
        #expect(player.reads["CanPlay"] == count)
        stage.pass(.milliseconds(100), on: clock)
        #expect(stage.turn { player.reads["CanPlay"] == count + 1 })
        for _ in 0..<30 { stage.pass(.milliseconds(100), on: clock) }
        try stage.settle(stage.all)
        #expect(player.reads["CanPlay"] == count + 1)
    }

    @Test("MPRIS54: a player that changes without end is read all the same, every two seconds")
    func reviewsInTime() throws {
        let clock = ManualClock()
        let stage = try BusStage(clock: clock)
        let player = try player("busy", "Stopped", on: stage)
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        player.silentlySet("CanSeek", .boolean(false))
        for number in 0..<30 {
            let status = number.isMultiple(of: 2) ? "Playing" : "Paused"
            player.setStatus(status)
            try #require(stage.turn { seen.status?.rawValue == status })
            stage.pass(.milliseconds(100), on: clock)
        }
        #expect(stage.turn { !seen.capabilities.contains(.seek) })
    }

    @Test("MPRIS53: a player is asked after all that was sent to it, and once at a time")
    func asksNow() throws {
        let stage = try BusStage()
        let player = try player("asked", "Paused", on: stage)
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        player.silentlySet("CanGoNext", .boolean(false))
        var answers: [Bool] = []
        registry.answerWait = .seconds(30)
        try seen.call(.play, within: .seconds(30))
        seen.askNow { answers.append($0 && seen.status == .playing && !seen.capabilities.contains(.goNext)) }
        seen.askNow { answers.append($0) }
        #expect(answers == [false])
        try #require(stage.turn { answers.count == 2 })
        #expect(answers == [false, true])
        registry.answerWait = .zero
        seen.askNow { answers.append($0) }
        #expect(answers == [false, true, false])
    }

    @Test("MPRIS53: a player that leaves, or hangs, ends the question; a late answer still counts")
    func askedInVain() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("fake", "--status", "Paused", on: stage)
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        try fake.perform("Hang", .boolean(true))
        try fake.perform("Set", .string("CanGoNext"), .variant(.boolean(false)))
        var answers: [Bool] = []
        registry.answerWait = .milliseconds(50)
        seen.askNow { answers.append($0) }
        try #require(stage.turn { answers == [false] })
        #expect(!seen.isSuspect && seen.capabilities.contains(.goNext))
        try fake.perform("Hang", .boolean(false))
        try #require(stage.turn { !seen.capabilities.contains(.goNext) })

        registry.answerWait = .seconds(30)
        try fake.perform("Hang", .boolean(true))
        seen.askNow { answers.append($0) }
        fake.process.kill()
        try #require(stage.turn { answers == [false, false] })
    }

    @Test("MPRIS57: a root interface that is refused at the start is asked for again")
    func refusedRoot() throws {
        let stage = try BusStage()
        let player = try player("fox", "Playing", isExported: false, on: stage)
        player.exportWithoutRoot()
        let (registry, log) = try stage.watch()
        let seen = registry.players[0]
        #expect(seen.isAnswered && seen.identity == "fox" && seen.desktopEntry == nil)
        player.export()
        try #require(stage.turn { seen.identity == "The fox" }, "\(log.lines)")
        #expect(seen.desktopEntry == "fox")
        #expect(log.lines.count { $0 == "=fox" } == 1)
    }

    @Test("MPRIS57: one that is refused for long is asked for again at a change of status or track")
    func refusedRootForLong() throws {
        let stage = try BusStage()
        let player = try player("fox", "Paused", isExported: false, on: stage)
        player.exportWithoutRoot()
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        try #require(stage.turn { seen.denials == 3 && seen.askTimer?.isScheduled == false })
        try stage.settle(player.connection)
        player.export()
        player.setStatus("Playing")
        try #require(stage.turn { seen.identity == "The fox" })
    }

    @Test("MPRIS59: after a jump that was passed on the position is the one jumped to, and asked for in a moment")
    func jump() throws {
        let stage = try BusStage()
        let player = try player("vlc", "Paused", on: stage)
        let (registry, log) = try stage.watch()
        let seen = registry.players[0]
        let track = try #require(seen.metadata.trackID)
        #expect(seen.position(at: stage.reactor.now) == 7_000_000)
        var isDone = false
        try seen.setPosition(40_000_000, of: track, within: .seconds(30)) { _ in isDone = true }
        try #require(stage.turn { isDone })
        #expect(seen.position(at: stage.reactor.now) == 40_000_000)
        // An answer from before the player has jumped does not count.
        var answer: Result<MediaTime, DBusError>?
        seen.refreshPosition(within: .seconds(30)) { answer = $0 }
        try #require(stage.turn { answer != nil })
        #expect(seen.position(at: stage.reactor.now) == 40_000_000)
        player.silentlySet("Position", .int64(39_500_000))
        try #require(stage.turn { log.signals.contains(.seeked(39_500_000)) })
        #expect(seen.position(at: stage.reactor.now) == 39_500_000)
    }

    @Test("MPRIS86: a Seeked that tells the position before a jump of anybody's is asked for, and told again")
    func lateJump() throws {
        let stage = try BusStage()
        let player = try player("cmus", "Paused", on: stage)
        let (registry, log) = try stage.watch()
        let seen = registry.players[0]
        #expect(seen.position(at: stage.reactor.now) == 7_000_000)
        player.emit(StagePlayer.player, "Seeked", [.int64(7_000_000)])
        try #require(stage.turn { log.signals.contains(.seeked(7_000_000)) })
        player.silentlySet("Position", .int64(20_000_000))
        try #require(stage.turn { log.signals.contains(.seeked(20_000_000)) })
        #expect(seen.position(at: stage.reactor.now) == 20_000_000)
        // One that tells a jump is believed, and not asked for. Before it the question half a second later comes.
        try #require(stage.turn { player.reads["Position", default: 0] == 3 })
        try stage.settle(player.connection)
        player.silentlySet("Position", .int64(60_000_000))
        let count = player.reads["Position", default: 0]
        player.emit(StagePlayer.player, "Seeked", [.int64(60_000_000)])
        try #require(stage.turn { log.signals.contains(.seeked(60_000_000)) })
        _ = stage.turn(within: .milliseconds(700)) { false }
        #expect(player.reads["Position", default: 0] == count)
        #expect(seen.position(at: stage.reactor.now) == 60_000_000)
    }

    @Test("MPRIS6, MPRIS58: a track whose identifier is text is sought in by offsets, and never beyond it")
    func textIdentifier() throws {
        let stage = try BusStage()
        let player = try player("spotify", "Paused", on: stage)
        player.change([
            (
                "Metadata",
                .vardict([("mpris:trackid", .string("spotify:track:1")), ("mpris:length", .int64(60_000_000))])
            )
        ])
        let (registry, _) = try stage.watch()
        let seen = registry.players[0]
        try #require(stage.turn { seen.metadata.length == 60_000_000 })
        let track = try #require(seen.metadata.trackID)
        var done = 0
        for target in [-1, 60_000_001, 30_000_000, 10_000_000] as [Int64] {
            try seen.setPosition(MediaTime(microseconds: target), of: track, within: .seconds(30)) { _ in done += 1 }
        }
        try #require(stage.turn { done == 4 })
        // The second of two jumps is counted from the first one.
        #expect(player.calls == ["Seek 23000000", "Seek -20000000"])
        #expect(seen.position(at: stage.reactor.now) == 10_000_000)
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
