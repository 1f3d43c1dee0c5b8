// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Testing

/// Where the end of seeking goes, and what ends seeking without an end from its source (rule C3).
@Suite struct SeekingEndTests {
    private func seeks(_ player: StagePlayer) -> Int { player.calls.filter { $0.hasPrefix("Seek") }.count }

    /// Turns until no seek step has come for a second.
    private func expectRest(
        _ stage: AgentStage, _ player: StagePlayer, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var last = seeks(player)
        var since = ContinuousClock.now
        #expect(
            stage.turn(within: .seconds(20)) {
                if seeks(player) != last { (last, since) = (seeks(player), ContinuousClock.now) }
                return ContinuousClock.now - since > .seconds(1)
            }, "seeking runs on", sourceLocation: sourceLocation)
    }

    @Test("C3: seeking stops when an app becomes first, and the release goes to no responder")
    func overtaken() throws {
        let stage = try AgentStage()
        let music = try stage.player("music", "Playing")
        #expect(try stage.send(.beginSeekingForward) == .by("music"))
        let app = try AppTests.App(on: stage)
        try app.register("/app", [("playing", .boolean(true))])
        try stage.expectChain([app.id(), "music"])
        try expectRest(stage, music)
        #expect(try stage.send(.endSeekingForward) == .unhandled)
        #expect(app.received.isEmpty, "an end without a beginning")
    }

    @Test("C3: an app that took the beginning gets the end, once, whichever is first by then")
    func appEnds() throws {
        let stage = try AgentStage()
        let app = try AppTests.App(on: stage)
        try app.register("/app", [("playing", .boolean(true))])
        try stage.expectChain([app.id()])
        #expect(try stage.send(.beginSeekingForward) == app.handled)
        #expect(try stage.send(.endSeekingForward) == app.handled)
        #expect(app.received == [.beginSeekingForward, .endSeekingForward])
        #expect(try stage.send(.beginSeekingBackward) == app.handled)
        let music = try stage.player("music", "Playing")
        try stage.expectChain(["music", app.id()])
        #expect(
            stage.turn {
                app.received == [.beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward]
            }, "\(app.received)")
        #expect(try stage.send(.endSeekingBackward) == .unhandled)
        #expect(app.received == [.beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward])
        #expect(music.calls.isEmpty)
    }

    @Test("C3: the end waits for what becomes of the beginning")
    func hastyRelease() throws {
        let stage = try AgentStage(["routing.app-timeout=250ms"])
        let app = try AppTests.App(on: stage)
        app.answer = nil
        try app.register("/app", [("playing", .boolean(true))])
        let music = try stage.player("music", "Playing")
        try stage.baton("BecomeFirstResponder", .objectPath("/app"), from: app.connection)
        try stage.expectChain([app.id(), "music"])
        var outcomes: [Bool] = []
        try send([.beginSeekingForward, .endSeekingForward], on: stage) { outcomes.append($0) }
        // No reply within 0.25 s counts as handled; then the end goes to the same app.
        #expect(
            stage.turn { app.received == [.beginSeekingForward, .endSeekingForward] && outcomes == [true, true] },
            "\(app.received) \(outcomes)")
        #expect(music.calls.isEmpty)
    }

    /// Sends commands one after the other, without waiting.
    private func send(
        _ subtypes: [RemoteControlSubtype], on stage: AgentStage, then: @escaping (_ isHandled: Bool) -> Void
    ) throws {
        for subtype in subtypes {
            try stage.post(subtype) { then((try? $0.get().arguments())?.first?.asBool ?? false) }
        }
    }

    @Test("C3: a beginning that another one follows before the app has answered gets its end as well")
    func hastyTurn() throws {
        let stage = try AgentStage(["routing.app-timeout=1s"])
        let app = try AppTests.App(on: stage)
        app.answer = nil
        try app.register("/app", [("playing", .boolean(true))])
        try stage.expectChain([app.id()])
        var outcomes: [Bool] = []
        try send([.beginSeekingForward, .beginSeekingBackward, .endSeekingBackward], on: stage) { outcomes.append($0) }
        #expect(stage.turn { app.received.count == 4 && outcomes.count == 3 }, "\(app.received) \(outcomes)")
        #expect(
            Set(app.received) == [.beginSeekingBackward, .endSeekingBackward, .beginSeekingForward, .endSeekingForward])
        for beginning in [RemoteControlSubtype.beginSeekingForward, .beginSeekingBackward] {
            let end = try #require(beginning.end)
            #expect(app.received.firstIndex(of: beginning) ?? 9 < app.received.firstIndex(of: end) ?? 0)
        }
    }

    @Test("C3: after a release that was lost the next hold seeks again")
    func lostRelease() throws {
        let stage = try AgentStage(["seek.hold-limit=1s"])
        let music = try stage.player("music", "Playing")
        #expect(try stage.send(.beginSeekingForward) == .by("music"))
        try expectRest(stage, music)
        let before = seeks(music)
        #expect(try stage.send(.beginSeekingForward) == .by("music"))
        #expect(seeks(music) > before)
        #expect(try stage.send(.endSeekingForward) == .by("music"))
        try expectRest(stage, music)
    }

    @Test("C3: seeking ends with its player")
    func playerLeaves() throws {
        let stage = try AgentStage()
        let music = try stage.player("music", "Playing")
        let other = try stage.player("other")
        #expect(try stage.send(.beginSeekingForward) == .by("music"))
        music.leave()
        try stage.expectChain(["other"])
        #expect(try stage.send(.endSeekingForward) == .unhandled)
        #expect(other.calls.isEmpty)
    }
}
