// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@testable import BatonMotion

@Suite("The features of a movement")
struct ShakeFeatureTests {
    private func features(_ samples: [SensorSample]) -> [ShakeFeatures] {
        // The bar is out of reach, because the end of a shake would empty the window.
        var detector = ShakeDetector(ShakeSettings(sensitivity: .low, raise: 5), isExplaining: true)
        return samples.compactMap { sample in
            _ = detector.process(sample)
            return detector.measure.features
        }
    }

    private func swing(
        _ axis: Acceleration, frequency: Double = 4, amplitude: Double = 20, rate: Double = 50,
        gravity: Acceleration = Acceleration(x: 0, y: 0, z: 9.80665)
    ) throws -> ShakeFeatures {
        var signal = Signal(rate: rate)
        signal.gravity = gravity
        signal.still(2)
        signal.add(2) { axis * (amplitude * sin(2 * .pi * frequency * $0)) }
        return try #require(features(signal.samples).last)
    }

    @Test(
        "SHAKE5: of a swing along one axis they are its strength, frequency and count",
        arguments: [50.0, 100, 200, 400])
    func swings(_ rate: Double) throws {
        let found = try swing(Acceleration(x: 1, y: 0, z: 0), rate: rate)
        // The two low passes of 8 Hz leave 0.8 of 4 Hz. What mean and slope take away depends on where the window ends.
        #expect(abs(found[.weakerSide] - 15.5) < 2, "\(found[.weakerSide])")
        #expect(abs(found[.strength] - 11.3) < 1, "\(found[.strength])")
        #expect(abs(found[.frequency] - 4) < 0.4, "\(found[.frequency])")
        #expect(found[.share] > 0.99 && found[.thirdSwing] > 0.7 && found[.swings] >= 5)
        #expect(found[.run] == 8)
        #expect(abs(found[.skew]) < 0.1 && found[.footing] == 0 && found[.weightless] == 0)
    }

    @Test("SHAKE4: they do not depend on the axis or the direction of gravity", arguments: 0..<20)
    func anyAxis(_ seed: Int) throws {
        var dice = Dice(seed)
        func unit() -> Acceleration {
            let vector = Acceleration(x: dice.normal(), y: dice.normal(), z: dice.normal())
            return vector * (1 / max(vector.magnitude, 1e-9))
        }
        // Along gravity and across it: only what tells up from sideways differs.
        let axis = unit()
        let reference = try swing(Acceleration(x: 1, y: 0, z: 0), gravity: Acceleration(x: 9.80665, y: 0, z: 0))
        let found = try swing(axis, gravity: axis * 9.80665)
        for feature in ShakeFeature.allCases {
            #expect(abs(found[feature] - reference[feature]) < 1e-6, "\(feature.rawValue)")
        }
    }

    @Test("SHAKE9: a fall leaves a time of weightlessness, which fades")
    func fall() throws {
        var signal = Signal()
        signal.still(2)
        signal.add(0.3) { _ in Acceleration(x: 0, y: 0, z: -9.80665) }
        signal.add(0.1) { _ in Acceleration(x: 0, y: 0, z: 40) }
        signal.add(0.3) { _ in Acceleration(x: 3, y: 0, z: 0) }
        let early = try #require(features(signal.samples).last)[.weightless]
        signal.add(1.5) { Acceleration(x: 2 * sin(20 * $0), y: 0, z: 0) }
        let late = try #require(features(signal.samples).last)[.weightless]
        #expect(early > 0.1 && late < 0.3 * early, "\(early), then \(late)")
    }

    @Test(
        "SHAKE21: the unrest is small after a pause, and large for who moves all the time", arguments: [10.0, 25, 100])
    func unrest(_ rate: Double) throws {
        func found(moving: Double) throws -> Double {
            var signal = Signal(rate: rate)
            signal.gravity = Acceleration(x: 0, y: 0, z: 9.80665)
            signal.still(2)
            signal.add(4) { Acceleration(x: moving * sin(2 * .pi * 1.9 * $0), y: 0, z: 0) }
            signal.add(0.7) { Acceleration(x: 20 * sin(2 * .pi * 3.3 * $0), y: 0, z: 0) }
            return try #require(features(signal.samples).last)[.unrest]
        }
        let (held, walking) = (try found(moving: 0.1), try found(moving: 12))
        #expect(held < 4 && walking > held + 2, "\(held) held still, \(walking) moving")
    }

    @Test("SHAKE21: a pause is forgotten by 4 m/s² a second")
    func forgetsPause() {
        var unrest = Unrest()
        for _ in 0..<100 { unrest.add(0, interval: 0.02) }
        for _ in 0..<50 { unrest.add(30, interval: 0.02) }
        #expect(abs(unrest.least - 4) < 1e-9, "a second after the pause it is \(unrest.least)")
        for _ in 0..<1000 { unrest.add(30, interval: 0.02) }
        #expect(abs(unrest.least - 30) < 1e-6, "twenty seconds after it, as much as it moves")
    }

    @Test("SHAKE5: steps are upright and below g on their weaker side, so legs could have made them")
    func steps() throws {
        var signal = Signal(rate: 100)
        signal.still(2)
        for _ in 0..<6 {
            signal.add(0.2) { Acceleration(x: 0, y: 0, z: 14 * sin(.pi * $0 / 0.2)) }
            signal.add(0.3) { Acceleration(x: 0, y: 0, z: -5 * sin(.pi * $0 / 0.3)) }
        }
        let found = features(signal.samples).suffix(50)
        #expect(found.contains { $0[.footing] > 0.2 } && found.contains { $0[.skew] > 0.2 })
    }

    @Test("the window's running sums are those of its entries", arguments: 0..<20)
    func sums(_ seed: Int) throws {
        var dice = Dice(seed)
        var window = ShakeWindow()
        var time = 0.0
        for index in 0..<700 {
            // As for a sensor that changes its rate.
            let length = (index / 100).isMultiple(of: 2) ? ShakeWindow.length : ShakeWindow.sparseLength
            time += dice.number(0...1) < 0.02 ? dice.number(0.1...0.7) : dice.number(0.001...0.03)
            let force = Acceleration(x: dice.normal() * 20, y: dice.normal() * 9, z: 9.8 + dice.normal())
            _ = window.add(force, force, at: time, length: length)
        }
        var fresh = ShakeWindow()
        for offset in 0..<window.count {
            let entry = window[offset]
            _ = fresh.add(entry.force, entry.raw, at: entry.time, length: ShakeWindow.sparseLength)
        }
        guard let moments = window.moments else { return }
        let expected = try #require(fresh.moments)
        #expect(abs(moments.strength - expected.strength) < 1e-6)
        #expect(abs(moments.mainAxis.share - expected.mainAxis.share) < 1e-6)
        #expect((moments.slope - expected.slope).magnitude < 1e-6)
    }

    @Test("whatever comes in, no feature and no score is other than a finite number", arguments: 0..<60)
    func finite(_ seed: Int) {
        var chaos = Chaos(dice: Dice(seed + 900))
        var detector = ShakeDetector(isExplaining: true)
        for _ in 0..<3000 {
            guard case .sample(let sample) = chaos.next() else { continue }
            _ = detector.process(sample)
            let measure = detector.measure
            #expect(measure.magnitude.isFinite && measure.bar.isFinite && measure.score?.isFinite != false)
            guard let features = measure.features else { continue }
            for feature in ShakeFeature.allCases where !features[feature].isFinite {
                Issue.record("\(feature.rawValue) is \(features[feature])")
            }
        }
    }

    @Test("a detector that does not explain finds the same shakes as one that does", arguments: 0..<30)
    func skipsOnlyWhatCannotBe(_ seed: Int) {
        var chaos = Chaos(dice: Dice(seed + 77))
        var plain = ShakeDetector(.agentDefault)
        var explaining = ShakeDetector(.agentDefault, isExplaining: true)
        for _ in 0..<3000 {
            guard case .sample(let sample) = chaos.next() else { continue }
            #expect(plain.process(sample) == explaining.process(sample))
        }
    }
}
