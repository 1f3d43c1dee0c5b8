// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSettings
@testable import BatonUndo

/// Keys go to the window that is in front when they are pressed, and finding a route may take time (rule UNDO16).
@MainActor
@Suite struct LateFocusTests {
    /// Which step takes the time.
    enum Delay: CaseIterable, Sendable { case probe, preparation, earlierRoute }

    /// Lets time pass in that step, and then changes something.
    private static func delay(_ stage: OfferStage, _ delay: Delay, then change: @escaping () -> Void) -> RecordingRoute
    {
        let pass: () -> Void = { [unowned stage] in
            stage.clock.advance(by: .milliseconds(300))
            change()
        }
        switch delay {
        case .probe: stage.route.duringProbe = pass
        case .preparation: stage.route.duringPreparation = pass
        case .earlierRoute:
            stage.route.outcome = .unreached(.route(.appSilent))
            stage.route.duringPreparation = pass
            stage.second.availability = .ready
            return stage.second
        }
        return stage.route
    }

    @Test(
        "UNDO16: with another window in front by then no keys are pressed, after a question or over D-Bus",
        arguments: Delay.allCases, [true, false])
    func moved(_ delay: Delay, _ isAsked: Bool) throws {
        let stage = try OfferStage()
        let question = isAsked ? try stage.question() : nil
        let route = Self.delay(stage, delay) { [unowned stage] in stage.situation.app = OfferStage.other }
        if isAsked { try stage.daemon.invoke("undo") }
        let result = try stage.end(question ?? stage.perform(.undo))
        #expect(result == .refused(.undo(.windowChanged)))
        #expect(route.deliveries.isEmpty)
        stage.situation.app = OfferStage.editor
    }

    @Test(
        "UNDO16, UNDO20: nor in immediate mode, nor in a session that was locked meanwhile", arguments: Delay.allCases)
    func lockedAtOnce(_ delay: Delay) throws {
        let stage = try OfferStage()
        stage.configuration.mode = .immediate
        let route = Self.delay(stage, delay) { [unowned stage] in
            stage.situation.obstacle = .session(.locked)
        }
        #expect(try stage.end(stage.shake()) == .refused(.session(.locked)))
        #expect(route.deliveries.isEmpty)
    }

    @Test("UNDO16: with the same window in front the keys are pressed", arguments: Delay.allCases)
    func stayed(_ delay: Delay) throws {
        let stage = try OfferStage()
        let route = Self.delay(stage, delay) {}
        #expect(try stage.end(stage.perform(.undo)) == .done(.undo))
        #expect(route.deliveries == ["undo geany"])
        // Each route that would act looks again.
        #expect(stage.looks == (delay == .earlierRoute ? 3 : 2))
    }

    @Test("a second look without an answer is repeated for half a second")
    func unknown() throws {
        for comesBack in [true, false] {
            let stage = try OfferStage()
            _ = Self.delay(stage, .probe) { [unowned stage] in stage.situation.app = nil }
            let result = stage.perform(.undo)
            try #require(stage.turn { stage.looks == 2 })
            stage.pass(.milliseconds(100))
            #expect(stage.looks == 3)
            if comesBack {
                stage.situation.app = OfferStage.editor
                stage.pass(.milliseconds(100))
                #expect(try stage.end(result) == .done(.undo))
            } else {
                for _ in 0..<6 { stage.pass(.milliseconds(100)) }
                #expect(try stage.end(result) == .refused(.undo(.appUnknown)))
                #expect(stage.route.deliveries.isEmpty)
            }
        }
    }

    @Test("without a delay there is no second look")
    func noNeed() throws {
        let stage = try OfferStage()
        #expect(try stage.end(stage.perform(.undo)) == .done(.undo))
        #expect(stage.looks == 1)
    }

    @Test("the age of a look counts from when the focus was seen")
    func oldLook() throws {
        let stage = try OfferStage()
        stage.situation.seenAt = stage.reactor.now
        stage.clock.advance(by: .milliseconds(300))
        #expect(try stage.end(stage.perform(.undo)) == .done(.undo))
        #expect(stage.looks == 2)
    }

    @Test("UNDO4, UNDO6: a held modifier is a refusal; if a route cannot get ready the next is tried")
    func obstacle() throws {
        let stage = try OfferStage()
        stage.route.obstacle = .refused(.route(.modifierHeld))
        stage.second.availability = .ready
        #expect(try stage.end(stage.perform(.undo)) == .refused(.route(.modifierHeld)))
        #expect(stage.route.deliveries.isEmpty && stage.second.deliveries.isEmpty)
        stage.route.obstacle = .unreached(.route(.noDisplay))
        #expect(try stage.end(stage.perform(.undo)) == .done(.undo))
        #expect(stage.route.deliveries.isEmpty)
        #expect(stage.second.deliveries == ["undo geany"])
    }
}
