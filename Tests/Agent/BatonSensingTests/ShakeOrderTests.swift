// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMotion
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonSensing

/// One end for each beginning, whichever source the phases come from (rule M1).
@MainActor
@Suite struct ShakeOrderTests {
    @Test("M1: a real shake cancels one that is played, and is not disturbed by it")
    func realFirst() throws {
        let stage = try MotionStage()
        let player = try #require(try stage.client().uniqueName)
        try stage.motion.simulate(.began, sender: player) { _ in }
        stage.motion.sensed(.began(at: .seconds(1)))
        #expect(throws: DBusError.self) { try stage.motion.simulate(.ended, sender: player) { _ in } }
        #expect(throws: DBusError.self) { try stage.motion.simulate(.began, sender: player) { _ in } }
        stage.motion.sensed(.ended(at: .seconds(2), duration: .seconds(1)))
        #expect(
            stage.outcomes == [
                "simulated shake-began unhandled", "simulated shake-cancelled unhandled",
                "accelerometer shake-began unhandled", "accelerometer shake-ended declined",
            ])
    }

    @Test("M1: a sensor that is lost in the middle cancels once, and its later words count for nothing")
    func lost() throws {
        let stage = try MotionStage()
        stage.motion.sensorLost()
        #expect(stage.outcomes == [])
        stage.motion.sensed(.began(at: .seconds(1)))
        stage.motion.sensorLost()
        stage.motion.sensorLost()
        stage.motion.sensed(.ended(at: .seconds(2), duration: .seconds(1)))
        stage.motion.sensed(.cancelled(at: .seconds(3), reason: .interrupted))
        #expect(stage.outcomes == ["accelerometer shake-began unhandled", "accelerometer shake-cancelled unhandled"])
    }

    @Test("M1: a second beginning of the sensor's cancels the first")
    func twice() throws {
        let stage = try MotionStage()
        stage.motion.sensed(.began(at: .seconds(1)))
        stage.motion.sensed(.began(at: .seconds(2)))
        stage.motion.sensed(.ended(at: .seconds(3), duration: .seconds(1)))
        #expect(
            stage.outcomes.map { $0.split(separator: " ")[1] } == [
                "shake-began", "shake-cancelled", "shake-began", "shake-ended",
            ])
    }

    @Test("M1: a played shake without an end is cancelled after ten seconds; a lost sensor does not cancel it")
    func forgotten() throws {
        let stage = try MotionStage()
        let player = try #require(try stage.client().uniqueName)
        try stage.motion.simulate(.began, sender: player) { _ in }
        stage.motion.sensorLost()
        stage.pass(.milliseconds(9999))
        #expect(stage.outcomes.count == 1)
        stage.pass(.seconds(2))
        #expect(stage.outcomes.last == "simulated shake-cancelled unhandled")
        stage.pass(.seconds(60))
        #expect(stage.outcomes.count == 2)
    }

    @Test("M1: the loss of the bus ends the callers that play shakes")
    func busLost() throws {
        let stage = try MotionStage()
        let player = try #require(try stage.client().uniqueName)
        try stage.motion.simulate(.began, sender: player) { _ in }
        stage.motion.busLost()
        stage.motion.busLost()
        #expect(stage.outcomes == ["simulated shake-began unhandled", "simulated shake-cancelled unhandled"])
        stage.motion.sensed(.began(at: .seconds(1)))
        stage.motion.busLost()
        #expect(stage.outcomes.count == 3)
    }

    @Test("M1: of any phases in any order, each beginning has one end", arguments: 0..<20)
    func property(_ seed: UInt64) throws {
        let stage = try MotionStage()
        let player = try #require(try stage.client().uniqueName)
        var random = SeededRandom(seed: seed)
        for step in 0..<500 {
            let now = Duration.milliseconds(step)
            switch Int.random(in: 0...8, using: &random) {
            case 0: stage.motion.sensed(.began(at: now))
            case 1: stage.motion.sensed(.ended(at: now, duration: .seconds(1)))
            case 2: stage.motion.sensed(.cancelled(at: now, reason: .tooLong))
            case 3: try? stage.motion.simulate(.began, sender: player) { _ in }
            case 4: try? stage.motion.simulate(.ended, sender: player) { _ in }
            case 5: try? stage.motion.simulate(.cancelled, sender: player) { _ in }
            case 6: stage.motion.sensorLost()
            case 7: stage.motion.busLost()
            default: stage.pass(.seconds(Int.random(in: 0..<12, using: &random)))
            }
        }
        stage.motion.sensorLost()
        stage.motion.busLost()
        let words = stage.outcomes.map { $0.split(separator: " ").prefix(2) }
        #expect(words.count.isMultiple(of: 2))
        for pair in stride(from: 0, to: words.count - 1, by: 2) {
            #expect(words[pair].last == "shake-began")
            #expect(words[pair + 1].last != "shake-began")
            #expect(words[pair].first == words[pair + 1].first)
        }
    }
}
