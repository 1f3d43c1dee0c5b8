// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Testing

@Suite("When a polled sensor is read slowly")
struct RestPolicyTests {
    @Test("SHAKE13, M6: it begins at rest, wakes with the first movement and rests after two seconds without any")
    func wakes() {
        var policy = RestPolicy()
        var signal = Signal(rate: 50)
        signal.still(3)
        #expect(signal.samples.allSatisfy { policy.process($0) == nil })
        #expect(policy.rate == .rest && policy.rate.frequency == 12.5)
        var moved = Signal(rate: 50, from: signal.time)
        moved.shake(1)
        let changes = moved.samples.compactMap { policy.process($0) }
        #expect(changes == [.armed] && policy.rate.frequency == 50)
        var after = Signal(rate: 50, from: moved.time)
        after.still(5)
        let resting = after.samples.firstIndex { policy.process($0) == .rest }
        #expect(resting.map { abs(Double($0) / 50 - 2) < 0.1 } == true)
    }

    @Test("SHAKE13: a cheap sensor's noise does not keep it awake")
    func noise() {
        var dice = Dice(9)
        var policy = RestPolicy()
        var signal = Signal(rate: 12.5)
        signal.add(600) { _ in
            Acceleration(x: dice.number(-0.2...0.2), y: dice.number(-0.2...0.2), z: dice.number(-0.2...0.2))
        }
        #expect(signal.samples.allSatisfy { policy.process($0) == nil })
    }

    @Test("a sample that is not a number does not wake it, and a clock that goes back does not trap")
    func badInput() {
        var policy = RestPolicy()
        for time in [Int64.max, .min, 0, .max] {
            _ = policy.process(SensorSample(nanoseconds: time, x: .nan, y: .infinity, z: 9.8))
        }
        #expect(policy.rate == .rest || policy.rate == .armed)
    }
}
