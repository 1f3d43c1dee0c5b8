// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonDoctor
import BatonPages
import BatonPagesSupport
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonLivePages

@Suite struct LivePagesTests {
    @Test("the pages follow the agent: absent, there, killed with what was known marked as old, and there again")
    func comesAndGoes() throws {
        let stage = try PagesStage(startsAgent: true)
        try stage.awaitNow { if case .absent = $0.condition { true } else { false } }
        #expect(stage.pages.now.condition.notice?.hasPrefix("Baton is not running") == true)
        #expect(!stage.pages.now.isOld)

        _ = try stage.player("a", "Playing")
        try stage.startAgent()
        try stage.awaitNow { $0.condition == .answering && $0.players.items.first?.track.title == "Title of a" }
        #expect(stage.pages.now.next == "a gets the next press: playing." && !stage.pages.now.isOld)
        #expect(stage.pages.now.events == [])

        stage.batond?.kill()
        try stage.awaitNow { $0.isOld && $0.condition.notice?.hasPrefix("Baton is not running") == true }
        #expect(stage.pages.now.players.items.first?.name == "a")

        try stage.startAgent()
        try stage.awaitNow { $0.condition == .answering && $0.players.items.first?.name == "a" }
        #expect(!stage.pages.now.isOld)
    }

    @Test("an agent that hangs is found when something happens, and comes back by itself")
    func hangs() throws {
        let stage = try PagesStage()
        let player = try stage.player("a", "Playing")
        try stage.startAgent()
        try stage.awaitNow { $0.players.items.first?.status == "Playing" }
        stage.batond?.suspend()
        player.setStatus("Paused")
        try stage.awaitNow { if case .silent = $0.condition { $0.isOld } else { false } }
        #expect(stage.pages.now.players.items.first?.status == "Playing", "what was known stays")
        stage.batond?.resume()
        try stage.awaitNow { $0.condition == .answering && $0.players.items.first?.status == "Paused" }
    }

    @Test("a command to an agent that hangs says so, and marks the page")
    func commandToHanging() throws {
        let stage = try PagesStage()
        _ = try stage.player("a", "Playing")
        try stage.startAgent()
        try stage.awaitNow { !$0.players.isEmpty }
        stage.batond?.suspend()
        let failure = try stage.perform(.pin("org.mpris.MediaPlayer2.a"))
        #expect(failure?.hasPrefix("Baton does not answer") == true)
        try stage.awaitNow(\.isOld)
        stage.batond?.resume()
        try stage.awaitNow { $0.condition == .answering && $0.players.items.first?.isPinned == true }
    }

    @Test("while nothing changes there is no timer, and no change is told")
    func idle() throws {
        let stage = try PagesStage()
        _ = try stage.player("a", "Playing")
        try stage.startAgent()
        stage.pages.showsHealth = true
        try stage.awaitNow { $0.players.items.first?.track.title == "Title of a" }
        try #require(stage.turn { !stage.pages.health.promises.isEmpty && !stage.pages.health.isExamining })
        try #require(
            stage.turn { stage.reactor.nextDeadline == nil }, "\(String(describing: stage.reactor.nextDeadline))")
        let told = stage.changes.count
        stage.reactor.turnUntilIdle()
        #expect(stage.changes.count == told)
    }

    @Test("where all players that run are ignored, the page names them, until they leave")
    func ignored() throws {
        let stage = try PagesStage()
        let player = try stage.player("a", "Paused")
        try stage.startAgent()
        try stage.awaitNow { $0.players.items.count == 1 && $0.nobody == nil }
        #expect(try stage.perform(.ignore("org.mpris.MediaPlayer2.a")) == nil)
        try stage.awaitNow { $0.nobody == "No players found but what Baton ignores: a." }
        player.disappear()
        try stage.awaitNow { $0.nobody == "No player runs." }
    }

    @Test("a player that plays and that baton.conf ignores is named, but not one that has only just come")
    func ignoredByConfiguration() throws {
        let stage = try PagesStage()
        _ = try stage.player("a", "Playing")
        try stage.startAgent(ignoring: "a")
        try stage.awaitNow { $0.condition == .answering && $0.nobody == "No player runs." }
        try stage.awaitNow { $0.nobody == "No players found but what Baton ignores: a." }
    }

    @Test("the commands of the page reach the players and the agent")
    func commands() throws {
        let stage = try PagesStage()
        let (first, second) = (try stage.player("a", "Playing"), try stage.player("b", "Paused"))
        try stage.startAgent()
        try stage.awaitNow { $0.players.items.count == 2 && $0.players.items[0].name == "a" }

        #expect(try stage.perform(.pin("org.mpris.MediaPlayer2.b")) == nil)
        try stage.awaitNow { $0.players.items[0].name == "b" && $0.players.items[0].isPinned }
        #expect(try stage.perform(.unpin) == nil)
        try stage.awaitNow { $0.players.items[0].name == "a" }

        #expect(try stage.perform(.next("org.mpris.MediaPlayer2.a")) == nil)
        #expect(try stage.perform(.next("org.mpris.MediaPlayer2.b")) == nil)
        #expect(first.calls == ["Next"] && second.calls == ["Next"])
        try stage.awaitNow { $0.events?.first?.player == "a" && $0.events?.first?.outcome == "handled" }

        #expect(try stage.perform(.ignore("org.mpris.MediaPlayer2.b")) == nil)
        try stage.awaitNow { $0.players.items.count == 1 && $0.ignored.items == ["b"] }
        #expect(try stage.perform(.unignore("b")) == nil)
        try stage.awaitNow { $0.players.items.count == 2 && $0.ignored.isEmpty }

        #expect(try stage.perform(.holdOrGoOn) == nil)
        try stage.awaitNow { $0.holds.items.first?.canGoOn == true && !$0.canHold }
        #expect(try stage.perform(.holdOrGoOn) == nil)
        try stage.awaitNow { $0.holds.isEmpty && $0.canHold }
        #expect(try stage.perform(.goOn) == "Nothing to resume.")
        #expect(try stage.perform(.hold) == nil)
        try stage.awaitNow { !$0.holds.isEmpty }
        #expect(try stage.perform(.hold) == "Nothing is playing.")
        #expect(try stage.perform(.goOn) == nil)
        try stage.awaitNow { $0.holds.isEmpty && $0.canHold }
    }

    @Test("a player that cannot skip, and one that is gone, are told of")
    func impossible() throws {
        let stage = try PagesStage()
        _ = try stage.player("a", "Playing")
        let other = try StagePlayer("b", status: "Paused", without: ["CanGoNext"], on: try stage.stage.connect())
        other.appear()
        try stage.startAgent()
        try stage.awaitNow { $0.players.items.count == 2 }
        #expect(try stage.perform(.next("org.mpris.MediaPlayer2.b")) == "b cannot do that.")
        #expect(try stage.perform(.next("org.mpris.MediaPlayer2.gone")) == "gone cannot do that.")
        #expect(other.calls.isEmpty)
    }

    @Test("the page Health is made when somebody looks, and says without an agent how to start it")
    func health() throws {
        let stage = try PagesStage()
        try stage.awaitNow { if case .absent = $0.condition { true } else { false } }
        #expect(stage.pages.health.promises.isEmpty)
        stage.pages.showsHealth = true
        try #require(stage.turn { !stage.pages.health.promises.isEmpty })
        #expect(stage.pages.health.version == nil)
        try stage.startAgent()
        try #require(stage.turn { stage.pages.health.version == BatonBus.version && !stage.pages.health.isOld })
        #expect(stage.pages.health.sections.contains { $0.name == "input" })
        stage.batond?.kill()
        try #require(stage.turn { stage.pages.health.version == nil })
    }

    @Test("an examination that began before a change is followed by another one")
    func examinedAnew() throws {
        let stage = try PagesStage()
        try stage.startAgent()
        var reports = 0
        let pages = LivePages(on: stage.stage.reactor, address: stage.stage.bus.address, startsAgent: false) {
            reports += 1
            return DoctorReport($0, local: LocalChecks())
        }
        try #require(stage.turn { pages.now.condition == .answering })
        pages.showsHealth = true
        try #require(stage.turn { pages.examination != nil })
        pages.examineAnew()
        try #require(stage.turn { reports > 1 })
    }

    @Test("without the address of a bus, and when the bus is lost, the pages say so")
    func noBus() throws {
        let reactor = try Reactor()
        let pages = LivePages(on: reactor, address: nil)
        #expect(reactor.turn { pages.now.condition != .unknown })
        #expect(pages.now.condition.notice?.hasPrefix("There is no session bus.") == true)
        var failure: String??
        pages.perform(.holdOrGoOn) { failure = .some($0) }
        #expect(reactor.turn { failure != nil })

        let stage = try PagesStage()
        _ = try stage.player("a", "Playing")
        try stage.startAgent()
        try stage.awaitNow { !$0.players.isEmpty }
        stage.stage.bus.kill()
        try stage.awaitNow { if case .noBus = $0.condition { $0.isOld && $0.players.items.count == 1 } else { false } }
    }

    @Test("an older agent that has neither interruptions nor events shows what it has, and one with nothing says so")
    func older() throws {
        let stage = try PagesStage()
        let state = PageState.make([(PageState.listed("a"), "playing")])
        var properties: [Property] = []
        for (name, value) in [
            ("Responders", state[ApplicationInterface.responders]?.wire),
            ("FirstResponder", state[ApplicationInterface.firstResponder]?.wire),
        ] {
            let value = try #require(value)
            properties.append(Property(try MemberName(name), value.signature, get: { () throws(DBusError) in value }))
        }
        let old = try stage.stage.connect()
        old.export(
            ExportedObject(interfaces: [Interface(ApplicationInterface.name, properties: properties)]),
            at: BatonBus.path)
        let name = try stage.stage.own(BatonBus.name, old)
        try stage.awaitNow { $0.condition == .answering && $0.players.items.map(\.name) == ["a"] }
        #expect(stage.pages.now.next == "a gets the next press." && stage.pages.now.holds.isEmpty)
        #expect(stage.pages.now.events == nil && stage.pages.now.sleep == nil)
        #expect(try stage.perform(.holdOrGoOn)?.hasPrefix("The Baton that is running is of another version") == true)

        name.release()
        let other = try stage.stage.connect()
        other.export(ExportedObject(interfaces: [Interface("org.example.Other")]), at: BatonBus.path)
        try stage.stage.own(BatonBus.name, other)
        try stage.awaitNow { if case .refusing = $0.condition { $0.isOld } else { false } }
        #expect(stage.pages.now.condition.notice?.isEmpty == false)
    }

    @Test("a flood of changes is told ten times a second at most, and the last one is not lost")
    func paced() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        var told = 0
        let pacer = ChangePacer(on: reactor) { told += 1 }
        for _ in 0..<1000 { pacer.note() }
        reactor.turnUntilIdle()
        #expect(told == 1)
        pacer.note()
        clock.advance(by: .milliseconds(99))
        reactor.turnUntilIdle()
        #expect(told == 1)
        clock.advance(by: .milliseconds(1))
        reactor.turnUntilIdle()
        #expect(told == 2 && reactor.nextDeadline == nil)
    }
}
