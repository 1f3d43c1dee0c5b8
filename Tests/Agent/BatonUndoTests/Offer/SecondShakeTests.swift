// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTestSupport
import BatonValues
import Testing

@testable import BatonAPI
@testable import BatonSettings
@testable import BatonUndo

/// A shake while the question of the one before is on the screen.
@MainActor
@Suite struct SecondShakeTests {
    /// Why a second shake may cause no question.
    enum Refusal: CaseIterable, Sendable {
        case terminal, never, locked, nothingToUndo, noRoute

        @MainActor
        func apply(to stage: OfferStage) {
            switch self {
            case .terminal: stage.situation.app = OfferStage.terminal
            case .never: stage.offer.guards.apps = ["geany": Configuration.AppRule(undo: .never)]
            case .locked: stage.situation.obstacle = .session(.locked)
            case .nothingToUndo: stage.route.enabled = [.undo: false, .redo: false]
            case .noRoute: stage.route.availability = .unavailable(.route(.noDisplay))
            }
        }

        @MainActor
        func takeBack(from stage: OfferStage) {
            stage.situation = UndoSituation(app: OfferStage.editor)
            stage.offer.guards.apps = [:]
            stage.route.enabled = [:]
            stage.route.availability = .ready
        }
    }

    @Test(
        "a second shake without a question leaves the first one open: it can be answered over D-Bus",
        arguments: Refusal.allCases)
    func refused(_ refusal: Refusal) throws {
        let stage = try OfferStage()
        let first = try stage.question()
        #expect(stage.offer.isAsking)
        stage.pass(.seconds(3))
        refusal.apply(to: stage)
        let second = try stage.end(stage.shake())
        #expect(second.isRefused || second.isFailed)
        #expect(stage.offer.isAsking)
        #expect(stage.isShowing)
        #expect(first.value == nil)
        refusal.takeBack(from: stage)
        let asked = stage.perform(.undo)
        #expect(try stage.end(asked) == .done(.undo))
        #expect(try stage.end(first) == .done(.undo))
        #expect(stage.route.deliveries == ["undo geany"])
        #expect(stage.daemon.closed.count == 1)
        #expect(!stage.offer.isAsking)
        // A late click is ignored.
        try stage.daemon.invoke("undo")
        try stage.settleAll()
        #expect(stage.route.deliveries == ["undo geany"])
    }

    @Test("while a second shake is judged, an answer over D-Bus is for the question on the screen")
    func answeredMeanwhile() throws {
        let stage = try OfferStage()
        stage.route.enabled = [.redo: true]
        let first = try stage.question()
        stage.pass(.seconds(3))
        var looks: [(UndoSituation) -> Void] = []
        let look = stage.offer.look
        stage.offer.look = { looks.append($0) }
        let second = stage.shake()
        stage.offer.look = look
        #expect(stage.offer.isAsking)
        #expect(try stage.end(stage.perform(.redo)) == .done(.redo))
        #expect(try stage.end(first) == .done(.redo))
        #expect(second.value == nil)
        looks.removeFirst()(stage.situation)
        try #require(stage.turn { stage.daemon.shown.count == 2 && stage.offer.isAsking })
        try stage.daemon.invoke("undo")
        #expect(try stage.end(second) == .done(.undo))
        #expect(stage.route.deliveries == ["redo geany", "undo geany"])
    }

    @Test("each change of whether a question is open is reported")
    func told() throws {
        let stage = try OfferStage()
        var told: [Bool] = []
        let observation = stage.offer.observe { [unowned stage] change in
            guard case .asking = change else { return }
            let isAsking = stage.offer.isAsking
            if told.last != isAsking { told.append(isAsking) }
        }
        defer { observation.cancel() }
        let first = try stage.question()
        stage.pass(.seconds(3))
        stage.situation.app = OfferStage.terminal
        #expect(try stage.end(stage.shake()).isRefused)
        #expect(told == [true])
        stage.pass(.seconds(3))
        stage.situation.app = OfferStage.editor
        let third = try stage.question(2)
        #expect(try stage.end(first) == .declined)
        #expect(told == [true, false, true])
        try stage.daemon.invoke("undo")
        #expect(try stage.end(third) == .done(.undo))
        #expect(told == [true, false, true, false])
    }
}
