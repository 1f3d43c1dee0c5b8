// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Testing

@Suite("What holds of shakes whatever the sensor does")
struct ShakePropertyTests {
    @Test("M1: of random signals, each beginning has exactly one end", arguments: 0..<120)
    func alternates(_ seed: Int) {
        var dice = Dice(seed * 7 + 3)
        let settings = ShakeSettings(
            sensitivity: [.low, .medium, .high][seed % 3], longestShake: .seconds(dice.number(0.1...5)))
        var detector = ShakeDetector(settings)
        var isShaking = false
        var began: Duration?
        var last = Duration.zero
        func check(_ phase: MotionPhase?) {
            guard let phase else { return }
            switch phase {
            case .began(let at):
                #expect(!isShaking, "two beginnings")
                isShaking = true
                began = at
            case .ended(let at, let duration):
                #expect(isShaking, "an end without a beginning")
                #expect(duration >= .zero && duration <= at - (began ?? .zero))
                isShaking = false
            case .cancelled:
                #expect(isShaking, "a cancellation without a beginning")
                isShaking = false
            }
            last = phase.timestamp
            #expect(detector.isShaking == isShaking)
        }
        var chaos = Chaos(dice: dice)
        for _ in 0..<4000 {
            switch chaos.next() {
            case .sample(let sample): check(detector.process(sample))
            case .advance(let instant): check(detector.advance(to: instant))
            case .interrupt(let instant): check(detector.interrupt(at: instant))
            }
            #expect(detector.measure.magnitude.isFinite && detector.measure.score?.isFinite != false)
        }
        check(detector.interrupt(at: last + .seconds(1)))
        #expect(!isShaking)
    }

    @Test("M3, SHAKE4: a rotated sensor finds the same phases", arguments: 0..<12)
    func mountInvariant(_ seed: Int) {
        var dice = Dice(seed + 50)
        var signal = Signal(rate: 50)
        signal.still(2)
        for _ in 0..<6 {
            let (amplitude, frequency) = (dice.number(5...40), dice.number(2...7))
            signal.shake(dice.number(0.3...2), frequency: frequency, amplitude: amplitude)
            signal.still(dice.number(0.2...1.5))
        }
        // A permutation of the axes with signs has no rounding errors.
        let turned = signal.samples.map {
            SensorSample(nanoseconds: $0.nanoseconds, x: -$0.z, y: $0.x, z: -$0.y)
        }
        #expect(phases(signal.samples) == phases(turned))
    }

    @Test("a sensor that sticks, or is only noise, is not a shake", arguments: [12.5, 50, 800, 8000])
    func noise(_ rate: Double) {
        var dice = Dice(Int(rate))
        var signal = Signal(rate: rate)
        signal.still(1)
        signal.add(20000 / rate) { _ in Acceleration(x: dice.normal(), y: dice.normal(), z: dice.normal()) }
        signal.add(5000 / rate) { _ in Acceleration(x: 19.6, y: 19.6, z: 9.8) }
        #expect(phases(signal.samples).isEmpty)
    }

    @Test("extreme values, times and rates do not trap")
    func extremes() {
        var detector = ShakeDetector(ShakeSettings(sensitivity: .high, longestShake: .zero))
        let values = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 1e-300, 0, 400, -400]
        let times: [Int64] = [.min, .min + 1, -1, 0, 1, 2, 1_000_000_000, .max - 1, .max, .min, 5]
        for x in values {
            for time in times {
                let sample = SensorSample(nanoseconds: time, x: x, y: -x, z: 9.8)
                _ = detector.process(sample)
                _ = detector.advance(to: .nanoseconds(time))
            }
        }
        for index in 0..<20_000 {
            let sample = SensorSample(nanoseconds: Int64(index), x: index.isMultiple(of: 2) ? 300 : -300, y: 0, z: 0)
            _ = detector.process(sample)
        }
        #expect(detector.measure.magnitude.isFinite)
    }
}
