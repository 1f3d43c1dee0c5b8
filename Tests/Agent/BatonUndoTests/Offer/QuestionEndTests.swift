// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonReactor
import BatonTestSupport
import BatonValues
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// Questions whose notification daemon is slow, that end otherwise than by the user, and that are answered twice (rule
/// UNDO49).
@MainActor
@Suite struct QuestionEndTests {
    @Test("UNDO49: a daemon that takes 3.6 s, as one that the bus starts, has the question, and its button undoes")
    func slowDaemon() throws {
        let stage = try OfferStage()
        stage.daemon.isHung = true
        let result = stage.shake()
        try #require(stage.turn { stage.daemon.shown.count == 1 })
        stage.pass(.milliseconds(3600))
        #expect(result.value == nil)
        stage.daemon.answer()
        try #require(stage.turn { stage.offer.isAsking })
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .done(.undo))
    }

    @Test("UNDO49: a question that comes to the screen after its end is taken off again", arguments: [true, false])
    func lateDaemon(_ isGivenUp: Bool) throws {
        let stage = try OfferStage()
        stage.daemon.isHung = true
        let result = stage.shake()
        try #require(stage.turn { stage.daemon.shown.count == 1 })
        if isGivenUp { stage.pass(.seconds(11)) } else { stage.offer.close() }
        #expect(try stage.end(result).isFailed)
        #expect(!stage.isShowing)
        stage.daemon.answer()
        #expect(stage.turn { stage.daemon.closed == stage.daemon.shown.map(\.identifier) })
    }

    @Test("UNDO49: a shake while the daemon still works on the question before replaces it: one question is shown")
    func overtaken() throws {
        let stage = try OfferStage()
        stage.daemon.isHung = true
        let first = stage.shake()
        try #require(stage.turn { stage.daemon.shown.count == 1 })
        stage.pass(.milliseconds(2600))
        let second = stage.shake()
        #expect(try stage.end(first) == .declined)
        stage.daemon.isHung = false
        stage.daemon.answer()
        try #require(stage.turn { stage.daemon.shown.count == 2 && stage.offer.isAsking })
        #expect(stage.daemon.shown[1].replaces == stage.daemon.shown[0].identifier)
        try stage.daemon.invoke("undo")
        #expect(try stage.end(second) == .done(.undo))
        #expect(stage.route.deliveries == ["undo geany"])
    }

    @Test("UNDO49: what the daemon signals before it answers counts", arguments: [true, false])
    func earlySignal(_ isClick: Bool) throws {
        let stage = try OfferStage()
        stage.daemon.isHung = true
        let result = stage.shake()
        try #require(stage.turn { stage.daemon.shown.count == 1 })
        if isClick { try stage.daemon.invoke("undo") } else { try stage.daemon.close(1) }
        stage.daemon.answer()
        #expect(try stage.end(result) == (isClick ? .done(.undo) : .declined))
        #expect(!stage.offer.isAsking)
    }

    @Test("SHAKE17: only the user's own dismissal counts as one", arguments: [1, 2, 3, 4] as [UInt32])
    func reasons(_ reason: UInt32) throws {
        let stage = try OfferStage()
        var told: [Bool] = []
        let observation = stage.offer.observe { if case .ended(let isAccepted) = $0 { told.append(isAccepted) } }
        defer { observation.cancel() }
        let result = try stage.question()
        try stage.daemon.close(reason)
        #expect(try stage.end(result) == .declined)
        #expect(told == (reason == 2 ? [false] : []))
    }

    @Test("UNDO49: the lock takes the question off the screen, and an end of batond too", arguments: [true, false])
    func withdrawn(_ isLock: Bool) throws {
        let stage = try OfferStage()
        let result = try stage.question()
        if isLock { stage.offer.sessionChanged(.session(.locked)) } else { stage.offer.close() }
        #expect(try stage.end(result) == (isLock ? .refused(.session(.locked)) : .failed(.undo(.agentEnding))))
        #expect(stage.daemon.closed == [stage.daemon.shown[0].identifier])
        #expect(!stage.isShowing && !stage.offer.isAsking)
        try stage.daemon.invoke("undo")
        try stage.settleAll()
        #expect(stage.route.deliveries.isEmpty)
    }

    /// When a question is still being prepared.
    enum Preparation: CaseIterable, Sendable { case look, route, capabilities }

    @Test(
        "UNDO49: a question that is still being prepared is not shown after the lock, nor as batond ends",
        arguments: Preparation.allCases, [true, false])
    func unprepared(_ preparation: Preparation, _ isLock: Bool) throws {
        let stage = try OfferStage()
        var looks: [(UndoSituation) -> Void] = []
        if preparation == .look { stage.offer.look = { looks.append($0) } }
        if preparation == .route { stage.route.heldStep = .probe }
        let result = stage.shake()
        if isLock { stage.offer.sessionChanged(.session(.locked)) } else { stage.offer.close() }
        #expect(result.value == (isLock ? .refused(.session(.locked)) : .failed(.undo(.agentEnding))))
        for then in looks { then(stage.situation) }
        stage.route.release()
        try stage.settleAll()
        stage.pass(.seconds(1))
        try stage.settleAll()
        #expect(stage.daemon.shown.isEmpty && !stage.isShowing && !stage.offer.isAsking && result.all.count == 1)
        // The lock is not the end of all questions.
        guard isLock else { return }
        stage.offer.sessionChanged(nil)
        stage.pass(.seconds(3))
        if preparation == .look { stage.offer.look = { [unowned stage] in $0(stage.situation) } }
        _ = try stage.question()
    }

    @Test("UNDO49: a question that an answer over D-Bus waits for ends with the lock, for its caller too")
    func answeredBeforeTheLock() throws {
        let stage = try OfferStage()
        stage.route.heldStep = .probe
        let result = stage.shake()
        let answer = stage.perform(.undo)
        stage.offer.sessionChanged(.session(.locked))
        stage.offer.sessionChanged(nil)
        stage.route.release()
        #expect(try stage.end(result) == .refused(.session(.locked)))
        #expect(try stage.end(answer) == .refused(.session(.locked)))
        #expect(stage.route.deliveries.isEmpty && stage.daemon.shown.isEmpty)
    }

    @Test(
        "UNDO49: the offer of Redo after an undo at once is not shown after the lock, nor as batond ends",
        arguments: [true, false])
    func unpreparedNotice(_ isLock: Bool) throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        stage.route.heldStep = .preparation
        let result = stage.shake()
        try #require(stage.turn { stage.route.held != nil })
        if isLock { stage.offer.sessionChanged(.session(.locked)) } else { stage.offer.close() }
        stage.route.release()
        #expect(try stage.end(result) == .done(.undo))
        try stage.settleAll()
        #expect(stage.daemon.shown.isEmpty && !stage.isShowing)
    }

    @Test("SHAKE19: a shake that showed nothing begins no cool-down")
    func coolDown() throws {
        let stage = try OfferStage()
        stage.situation.app = OfferStage.terminal
        #expect(try stage.end(stage.shake()).isRefused)
        stage.situation.app = OfferStage.editor
        let result = try stage.question()
        // This one did.
        #expect(try stage.end(stage.shake()) == .refused(.undo(.tooSoon)))
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .done(.undo))
    }

    @Test("UNDO23: an undo at once is redone once, by the command or by the button")
    func redoneOnce() throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        #expect(try stage.end(stage.shake()) == .done(.undo))
        try #require(stage.turn { stage.daemon.shown.count == 1 })
        try stage.settleAll()
        #expect(try stage.end(stage.perform(.redo)) == .done(.redo))
        #expect(stage.turn { stage.daemon.closed.count == 1 })
        try stage.daemon.invoke("redo")
        try stage.settleAll()
        #expect(stage.route.deliveries == ["undo geany", "redo geany"])
    }

    @Test("UNDO30: what the question does not offer is refused, and the question stays")
    func notOffered() throws {
        let stage = try OfferStage()
        let result = try stage.question()
        #expect(try stage.end(stage.perform(.redo)) == .refused(.undo(.notOffered, [.operation: "redo"])))
        #expect(stage.offer.isAsking && stage.route.deliveries.isEmpty)
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .done(.undo))
    }

    @Test("UNDO23: an answer that comes before the question is compared with what it offers, and the question is shown")
    func notOfferedYet() throws {
        let stage = try OfferStage()
        var told: [Bool] = []
        let observation = stage.offer.observe { if case .ended(let isAccepted) = $0 { told.append(isAccepted) } }
        defer { observation.cancel() }
        stage.route.heldStep = .probe
        let result = stage.shake()
        let answer = stage.perform(.redo)
        stage.route.release()
        #expect(try stage.end(answer) == .refused(.undo(.notOffered, [.operation: "redo"])))
        try #require(stage.turn { stage.offer.isAsking })
        #expect(result.value == nil && told.isEmpty && stage.route.deliveries.isEmpty)
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .done(.undo))
        #expect(told == [true] && answer.all.count == 1)
    }

    @Test("UNDO22: the silence after unanswered questions is told, and ends with the shaking")
    func silence() throws {
        let stage = try OfferStage()
        #expect(!stage.offer.guards.isSilent(at: stage.reactor.now))
        for _ in 0..<stage.configuration.vibrationLimit { stage.offer.guards.unanswered(at: stage.reactor.now) }
        #expect(try stage.end(stage.shake()) == .refused(.undo(.unanswered)))
        #expect(stage.offer.guards.isSilent(at: stage.reactor.now))
        stage.pass(.seconds(31))
        #expect(!stage.offer.guards.isSilent(at: stage.reactor.now))
    }

    @Test("UNDO48: keys whose effect cannot be known are told as pressed, and Redo is offered after them")
    func pressed() throws {
        let stage = try OfferStage()
        stage.route.outcome = .pressed
        let result = try stage.question()
        try stage.daemon.invoke("undo")
        #expect(try stage.end(result) == .pressed(.undo))
        #expect(result.value?.word == .pressed)
        stage.pass(.seconds(3))
        _ = try stage.question(2)
        #expect(stage.daemon.shown[1].actions == ["default", "undo", "redo"])
    }
}
