// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMotion
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonRouting
@testable import BatonSensing
@testable import BatonSession

/// Which app receives a shake when the app in front is known (rules M1, M2 and M4).
@MainActor
@Suite struct ShakeRouteTests {
    private static let handled = ["accelerometer shake-began handled", "accelerometer shake-ended handled"]

    @Test("M2: the app in front gets it, and no other app hears of it")
    func inFront() throws {
        let stage = try MotionStage()
        let behind = try stage.app(process: MotionStage.stranger)
        let front = try stage.app()
        stage.front(UInt32(getpid()))
        stage.motion.sensed(.began(at: .seconds(1)))
        stage.motion.sensed(.ended(at: .seconds(2), duration: .seconds(1)))
        try stage.finish(2)
        #expect(stage.outcomes == Self.handled)
        #expect(front.received == ["MotionBegan", "MotionEnded"])
        #expect(behind.received == [])
        #expect(stage.offers == 0)
    }

    @Test("an app is in front with the window that it was started in")
    func ancestor() throws {
        let stage = try MotionStage()
        let app = try stage.app()
        stage.front(UInt32(getppid()))
        stage.motion.sensed(.began(at: .seconds(1)))
        try stage.finish(1)
        #expect(app.received == ["MotionBegan"])
    }

    @Test("with another window in front not even an app that is allowed in the background gets it")
    func another() throws {
        let stage = try MotionStage()
        stage.application.desktopWindow.backgroundApps = ["org.example.Game"]
        let app = try stage.app([
            "background-motion": .boolean(true), "identity": .string("org.example.Game"),
        ])
        stage.front(MotionStage.stranger)
        stage.motion.sensed(.began(at: .seconds(1)))
        stage.motion.sensed(.ended(at: .seconds(2), duration: .seconds(1)))
        try stage.finish(2)
        #expect(app.received == [])
        // The application handles the shake then (rule M4).
        #expect(stage.outcomes == ["accelerometer shake-began unhandled", "accelerometer shake-ended declined"])
        #expect(stage.offers == 1)
        stage.front(nil)
        stage.motion.sensed(.began(at: .seconds(3)))
        try stage.finish(3)
        #expect(app.received == ["MotionBegan"])
    }

    @Test("M4: a shake that was cancelled, or that an app took, offers no undo")
    func noOffer() throws {
        let stage = try MotionStage()
        stage.motion.sensed(.began(at: .seconds(1)))
        stage.motion.sensed(.cancelled(at: .seconds(6), reason: .tooLong))
        #expect(stage.outcomes == ["accelerometer shake-began unhandled", "accelerometer shake-cancelled unhandled"])
        #expect(stage.offers == 0)
    }

    @Test("the app that saw it begin sees it end, whichever comes to the front meanwhile")
    func focusChanges() throws {
        let stage = try MotionStage()
        let app = try stage.app()
        stage.front(UInt32(getpid()))
        stage.motion.sensed(.began(at: .seconds(1)))
        stage.front(MotionStage.stranger)
        stage.motion.sensed(.ended(at: .seconds(2), duration: .seconds(1)))
        try stage.finish(2)
        #expect(app.received == ["MotionBegan", "MotionEnded"])
    }

    @Test(
        "an app that does not answer has not handled it, after 250 ms and not before; its late answer changes nothing")
    func silence() throws {
        let stage = try MotionStage()
        let app = try stage.app()
        app.answer = nil
        stage.front(UInt32(getpid()))
        stage.motion.sensed(.began(at: .zero))
        try #require(stage.turn { app.received.count == 1 })
        stage.pass(.milliseconds(249))
        #expect(stage.outcomes == [])
        stage.pass(.milliseconds(2))
        try stage.finish(1)
        #expect(stage.outcomes == ["accelerometer shake-began unhandled"])
    }

    @Test("an app that leaves while it is asked is passed over, and the next one is asked")
    func leaves() throws {
        let stage = try MotionStage()
        let first = try stage.app()
        let second = try stage.app()
        first.answer = nil
        stage.front(UInt32(getpid()))
        stage.motion.sensed(.began(at: .seconds(1)))
        try #require(stage.turn { first.received.count == 1 })
        first.connection.close()
        try stage.finish(1)
        #expect(second.received == ["MotionBegan"])
        #expect(stage.outcomes == ["accelerometer shake-began handled"])
    }

    @Test("a phase that comes while the app in front is being looked for waits, and keeps its order")
    func asking() throws {
        let stage = try MotionStage()
        let app = try stage.app()
        var answers: [(FocusedApp?) -> Void] = []
        stage.motion.findFocusedApp = { answers.append($0) }
        stage.motion.sensed(.began(at: .seconds(1)))
        stage.motion.sensed(.cancelled(at: .seconds(2), reason: .tooLong))
        #expect(answers.count == 1)
        stage.reactor.turnUntilIdle()
        #expect(app.received == [])
        answers[0](FocusedApp(process: UInt32(getpid())))
        try stage.finish(2)
        #expect(app.received == ["MotionBegan", "MotionCancelled"])
    }

    @Test("the app in front is not looked for while no app wants motion")
    func notAsking() throws {
        let stage = try MotionStage()
        stage.motion.findFocusedApp = { _ in Issue.record("asked") }
        stage.motion.sensed(.began(at: .seconds(1)))
        try stage.finish(1)
    }
}
