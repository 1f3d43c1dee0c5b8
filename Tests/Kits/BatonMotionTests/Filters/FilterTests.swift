// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BatonMotion

@Suite("Filters whose response does not depend on the rate")
struct FilterTests {
    @Test("FILTER3: the exponential is exact to a billionth")
    func exponential() {
        for x in stride(from: 0.0, through: 45, by: 0.0137) {
            #expect(abs(ExponentialDecay.remaining(x) - exp(-x)) < 1e-9)
        }
        #expect(ExponentialDecay.remaining(-1) == 1)
        #expect(ExponentialDecay.remaining(.nan) == 1)
        #expect(ExponentialDecay.remaining(.infinity) == 0)
    }

    @Test("M5: 22 samples at the guide's factor of 0.1 reach 90 % of a step, and the high pass is what is left")
    func guide() {
        // The guide's factor of 0.1 is a time constant of −dt / ln 0.9.
        let interval = 0.01
        var low = LowPassFilter(timeConstant: -interval / log(0.9))
        var high = HighPassFilter(timeConstant: -interval / log(0.9))
        _ = low.pass(.zero, after: interval)
        _ = high.pass(.zero, after: interval)
        let step = Acceleration(x: 1, y: -2, z: 10)
        var slow = Acceleration.zero
        for count in 1...22 {
            slow = low.pass(step, after: interval)
            let rest = high.pass(step, after: interval)
            #expect(abs(slow.x - (1 - pow(0.9, Double(count)))) < 1e-9)
            #expect(abs(rest.z - (step.z - slow.z)) < 1e-12)
        }
        #expect(slow.x > 0.9 && slow.x < 0.91)
    }

    @Test("FILTER1, M6: a held input gives the same after a second at 10, 50 and 1000 Hz and with jitter")
    func rateIndependent() {
        func after(_ intervals: [Double]) -> Double {
            var filter = LowPassFilter(timeConstant: 0.6)
            _ = filter.pass(.zero, after: 0)
            for interval in intervals { _ = filter.pass(Acceleration(x: 1, y: 0, z: 0), after: interval) }
            return filter.output?.x ?? .nan
        }
        let expected = 1 - exp(-1 / 0.6)
        for rate in [10, 50, 1000] {
            #expect(abs(after(.init(repeating: 1 / Double(rate), count: rate)) - expected) < 1e-7)
        }
        #expect(abs(after([0.3, 0.01, 0.29, 0.4]) - expected) < 1e-7)
    }

    @Test("FILTER2: an interval that differs by less than a thousandth has the gain of the one before")
    func keptGain() {
        var filter = LowPassFilter(timeConstant: 0.6)
        let gain = filter.gain(for: 0.02)
        #expect(filter.gain(for: 0.02 * 1.0009) == gain)
        #expect(filter.gain(for: 0.02 * 1.0011) > gain)
    }

    @Test("SHAKE3: one sample of 70 m/s² moves gravity as one of 5 m/s² would, and a turn moves it in full")
    func gravityOfAKnock() {
        var filter = UserAccelerationFilter()
        let down = Acceleration(x: 0, y: 0, z: Acceleration.standardGravity)
        filter.reset(down)
        for _ in 0..<100 { _ = filter.pass(down, after: 0.02) }
        let user = filter.pass(Acceleration(x: 70, y: 0, z: Acceleration.standardGravity), after: 0.02)
        let moved = filter.force.x - user.x
        #expect(moved > 0 && moved <= 5 * (1 - exp(-0.02 / 0.6)) + 1e-9, "gravity moved by \(moved) m/s²")
        var last = Acceleration.zero
        for _ in 0..<300 {
            last = filter.pass(Acceleration(x: Acceleration.standardGravity, y: 0, z: 0), after: 0.02)
        }
        #expect(last.magnitude < 0.01, "\(last) is left as movement of a device that lies on its side")
    }

    @Test("a reset filter begins at its next input")
    func reset() {
        var filter = HighPassFilter(timeConstant: 1)
        _ = filter.pass(Acceleration(x: 5, y: 0, z: 0), after: 0)
        #expect(filter.slow?.x == 5)
        filter.reset()
        #expect(filter.slow == nil)
        #expect(filter.pass(Acceleration(x: 9, y: 0, z: 0), after: 1) == .zero)
    }
}
