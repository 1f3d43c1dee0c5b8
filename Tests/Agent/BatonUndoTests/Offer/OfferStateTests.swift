// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// The states of a question, row by row as in the table of ``UndoOffer``.
@MainActor
@Suite struct OfferStateTests {
    enum State: Sendable { case none, judging, preparing, shown, chosen, delivering, over }

    /// A row of the table: the state, the condition, the result that the caller is told, and the next state.
    struct Row: Sendable, CustomTestStringConvertible {
        let state: State
        let condition: String
        let result: String?
        let next: State
        let apply: @MainActor @Sendable (Scene) throws -> Void

        init(
            _ state: State, _ condition: String, _ result: String? = nil, _ next: State,
            _ apply: @escaping @MainActor @Sendable (Scene) throws -> Void
        ) {
            self.state = state
            self.condition = condition
            self.result = result
            self.next = next
            self.apply = apply
        }

        var testDescription: String { "\(state), \(condition): \(next)" }
    }

    nonisolated static let rows: [Row] = [
        Row(.none, "a shake within the cool-down", "refused", .none) { scene in
            try scene.enter(.judging)
            scene.begin()
        },
        Row(.none, "a shake after too many unanswered questions", "refused", .none) { scene in
            for _ in 0..<scene.stage.configuration.vibrationLimit {
                scene.stage.offer.guards.unanswered(at: scene.stage.reactor.now)
            }
            scene.begin()
        },
        Row(.none, "any other shake", nil, .judging) { $0.begin() },
        Row(.judging, "the guards refuse", "refused", .over) { scene in
            scene.forbid()
            scene.look()
        },
        Row(.judging, "the guards allow it at once", nil, .delivering) { scene in
            scene.stage.configuration.mode = .immediate
            scene.stage.route.heldStep = .preparation
            scene.look()
        },
        Row(.judging, "the guards want the user to choose", nil, .preparing) { scene in
            scene.stage.route.heldStep = .probe
            scene.look()
        },
        Row(.judging, "perform answers it", nil, .judging) { _ = $0.stage.perform(.undo) },
        Row(.preparing, "perform answers it", nil, .preparing) { _ = $0.stage.perform(.undo) },
        Row(.preparing, "no route is ready", "failed", .over) { scene in
            scene.stage.route.availability = .needsConsent
            scene.stage.route.release()
        },
        Row(.preparing, "nothing to undo and nothing to redo", "refused", .over) { scene in
            scene.stage.route.enabled = [.undo: false, .redo: false]
            scene.stage.route.release()
        },
        Row(.preparing, "something to offer, and no answer", nil, .shown) { $0.stage.route.release() },
        Row(.preparing, "something to offer, and an answer", nil, .chosen) { scene in
            _ = scene.stage.perform(.undo)
            scene.stage.route.release()
        },
        Row(.preparing, "something to offer, and another answer", nil, .shown) { scene in
            _ = scene.stage.perform(.redo)
            scene.stage.route.release()
        },
        Row(.judging, "the session is locked", "refused", .over) { $0.stage.offer.sessionChanged(.session(.locked)) },
        Row(.judging, "the agent ends", "failed", .over) { $0.stage.offer.close() },
        Row(.preparing, "the session is locked", "refused", .over) { $0.stage.offer.sessionChanged(.session(.locked)) },
        Row(.preparing, "the agent ends", "failed", .over) { $0.stage.offer.close() },
        Row(.shown, "perform with what is not offered", nil, .shown) { _ = $0.stage.perform(.redo) },
        Row(.shown, "a program closes the notification", "declined", .over) { try $0.stage.daemon.close(3) },
        Row(.shown, "the session is locked", "refused", .over) { $0.stage.offer.sessionChanged(.session(.locked)) },
        Row(.shown, "the agent ends", "failed", .over) { $0.stage.offer.close() },
        // It is shown until the daemon's answer comes.
        Row(.preparing, "the notification cannot be shown", "failed", .over) { scene in
            scene.stage.daemon.capabilities = ["body"]
            scene.stage.route.release()
        },
        Row(.shown, "an action of the notification", nil, .chosen) { try $0.stage.daemon.invoke("undo") },
        Row(.shown, "perform", nil, .chosen) { _ = $0.stage.perform(.undo) },
        Row(.shown, "the notification is dismissed", "declined", .over) { try $0.stage.daemon.close(2) },
        Row(.shown, "the notification expires", "declined", .over) { try $0.stage.daemon.close(1) },
        Row(.shown, "a later question replaces it", "declined", .over) { scene in
            scene.stage.pass(.seconds(3))
            _ = scene.stage.shake()
            scene.look()
        },
        Row(.shown, "the daemon leaves the bus", "failed", .over) { $0.stage.daemon.leave() },
        Row(.chosen, "the same window is in front", nil, .delivering) { scene in
            scene.stage.route.heldStep = .preparation
            scene.look()
        },
        Row(.chosen, "another window is in front for 500 ms", "refused", .over) { scene in
            scene.stage.situation.app = OfferStage.other
            for _ in 0..<5 {
                scene.look()
                #expect(scene.result?.value == nil)
                scene.stage.pass(.milliseconds(120))
            }
            scene.look()
        },
        Row(.chosen, "the guards refuse", "refused", .over) { scene in
            scene.forbid()
            scene.look()
        },
        Row(.delivering, "a route has delivered", "done", .over) { $0.stage.route.release() },
        Row(.delivering, "a guard refuses keys now", "refused", .over) { scene in
            scene.stage.pass(.milliseconds(100))
            scene.stage.route.release()
            scene.forbid()
            scene.look()
        },
        Row(.delivering, "the route refuses", "refused", .over) { scene in
            scene.stage.route.outcome = .refused(.route(.keyHeld))
            scene.stage.route.release()
        },
        Row(.delivering, "no route reaches the app", "failed", .over) { scene in
            scene.stage.route.outcome = .unreached(.route(.appSilent))
            scene.stage.route.release()
        },
        Row(.delivering, "it is unknown whether the app did it", "failed", .over) { scene in
            scene.stage.route.outcome = .failed(.route(.appUncertain))
            scene.stage.route.release()
        },
    ]

    @Test("M4: a question goes from state to state as its table says", arguments: rows)
    func row(_ row: Row) throws {
        let scene = try Scene()
        try scene.enter(row.state)
        #expect(scene.state == row.state)
        try row.apply(scene)
        try #require(scene.stage.turn { scene.state == row.next }, "\(scene.state), \(scene.stage.log.lines)")
        try scene.stage.settleAll()
        #expect(scene.state == row.next)
        #expect(scene.result?.value.map(Self.name) == row.result)
        #expect((scene.result?.all.count ?? 0) <= 1)
    }

    private static func name(_ result: UndoResult) -> String {
        switch result {
        case .done: "done"
        case .pressed: "pressed"
        case .declined: "declined"
        case .refused: "refused"
        case .failed: "failed"
        }
    }

    /// A question whose looks at the situation, and whose route, answer when the test says so.
    @MainActor final class Scene {
        let stage: OfferStage
        /// What the last shake was told.
        private(set) var result: OfferStage.Result?
        private var looks: [(UndoSituation) -> Void] = []
        /// Whether the last shake made a question.
        private var isBegun = false
        private var wasShown = false

        init() throws {
            stage = try OfferStage()
            stage.offer.look = { [unowned self] in looks.append($0) }
        }

        /// The state of the question, as far as it shows.
        var state: State {
            if !isBegun { return .none }
            if result?.value != nil { return .over }
            if stage.offer.isAsking {
                wasShown = true
                return .shown
            }
            if stage.route.held != nil { return stage.route.heldStep == .probe ? .preparing : .delivering }
            // A look before there was a route is the first one.
            return wasShown || stage.route.probes > 0 ? .chosen : .judging
        }

        /// Brings a question into a state.
        func enter(_ state: State) throws {
            let path: [State] = [.judging, .preparing, .shown, .chosen, .delivering]
            guard let end = path.firstIndex(of: state) else { return }
            for next in path[...end] {
                switch next {
                case .judging: begin()
                case .preparing:
                    stage.route.heldStep = .probe
                    look()
                case .shown: stage.route.release()
                case .chosen: try stage.daemon.invoke("undo")
                default:
                    stage.route.heldStep = .preparation
                    look()
                }
                try #require(stage.turn { self.state == next && (next != .chosen || !looks.isEmpty) })
                try stage.settleAll()
            }
        }

        /// Shakes.
        func begin() {
            let before = looks.count
            result = stage.shake()
            isBegun = looks.count > before
        }

        /// From now on the guards refuse.
        func forbid() { stage.offer.guards.apps = ["geany": Configuration.AppRule(undo: .never)] }

        /// Answers the look that waits.
        func look() {
            guard !looks.isEmpty else {
                Issue.record("there was no look at the situation")
                return
            }
            looks.removeFirst()(stage.situation)
        }
    }
}
