// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Foundation
import Testing

@Suite("The filters of the guide")
struct GuideFilterTests {
    @Test("CM51, CM53: after n samples from rest the low pass has reached 1 − 0.9ⁿ")
    func lowPass() {
        var filter = FixedRateFilter()
        for n in 1...60 {
            _ = filter.lowPass(SIMD3(1, -2, 0.5))
            let share = 1 - pow(0.9, Double(n))
            #expect(abs(filter.gravity.x - share) < 1e-12 && abs(filter.gravity.y + 2 * share) < 1e-12)
        }
    }

    @Test("CM52: the high pass is the value without the new gravity")
    func highPass() {
        var (filter, gravity) = (FixedRateFilter(), SIMD3<Double>())
        for n in 0..<200 {
            let value = SIMD3(sin(Double(n)), cos(0.3 * Double(n)), -1)
            gravity = 0.1 * value + 0.9 * gravity
            let difference = filter.highPass(value) - (value - gravity)
            #expect((difference * difference).sum() < 1e-24)
        }
    }

    @Test(
        "CM52: the filter by time constant does the same at a constant rate, to 1e-6",
        arguments: [(100.0, 0.0949), (60, 0.1582), (50, 0.1898), (10, 0.9491)])
    func timeConstant(_ rate: Double, _ expected: Double) {
        var fixed = FixedRateFilter()
        let constant = fixed.timeConstant(atInterval: 1 / rate)
        #expect(abs(constant - expected) < 5e-5)
        var timed = LowPassFilter(timeConstant: constant)
        _ = timed.pass(.zero, after: 0)
        var high = HighPassFilter(timeConstant: constant)
        _ = high.pass(.zero, after: 0)
        for n in 0..<1000 {
            let value = SIMD3(sin(0.1 * Double(n)), 1, -1)
            let input = Acceleration(x: value.x, y: value.y, z: value.z)
            let motion = fixed.highPass(value)
            let gravity = timed.pass(input, after: 1 / rate)
            #expect(abs(gravity.x - fixed.gravity.x) < 1e-6 && abs(gravity.z - fixed.gravity.z) < 1e-6)
            #expect(abs(high.pass(input, after: 1 / rate).x - motion.x) < 1e-6)
        }
    }

    @Test("CM54: in pull mode the filter runs at the reader's rate, with the reader's interval")
    func pull() throws {
        let source = ScriptedSource([.accelerometer])
        let manager = MotionManager(sensors: MotionSensors(source: source))
        manager.startAccelerometerUpdates()
        source.play(0.1)
        var filter = LowPassFilter(timeConstant: 0.2)
        _ = filter.pass(.zero, after: 0)
        // A game that draws at 30 Hz while the device lies still.
        for _ in 0..<60 {
            source.play(1.0 / 30)
            let pull = try #require(manager.accelerometerData).acceleration
            _ = filter.pass(Acceleration(x: pull.x, y: pull.y, z: pull.z), after: 1.0 / 30)
        }
        #expect(abs(try #require(filter.output).magnitude - (1 - exp(-10))) < 1e-4)
    }

    @Test("CM55, M6: the named intervals are those of the guide's table")
    func intervals() {
        #expect(UpdateInterval.orientation == 1.0 / 16 && UpdateInterval.game == 1.0 / 60)
        #expect(UpdateInterval.shake == 0.01 && UpdateInterval.shortest == 0.01)
    }
}
