// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation
import Testing

/// What a sensor's faults do to the model: a shake is found in spite of each, and no fault is a shake by itself.
@Suite("A sensor's faults")
struct ShakeFaultTests {
    /// A fault, as what it makes of good samples.
    enum Fault: String, CaseIterable, Sendable {
        case none
        /// Each third sample is no number.
        case notNumbers
        /// Every sixth one is infinite.
        case infinite
        /// An axis across the shake always has the same value.
        case stuckAxis
        /// Each value comes three times.
        case repeated
        /// The intervals change between 5 and 60 ms.
        case jumpingRate
        /// Values end at ±2 g.
        case rails
        /// Of each second the last 0.3 s are missing.
        case gaps
        /// Each tenth sample has a time before the one before it.
        case backward
        /// Each tenth sample comes twice.
        case twice
        /// The clock is near the end of its range.
        case lateClock
        /// From 200 samples a second to 10 in the middle of the shake.
        case slower
        /// From 10 samples a second to 200 in the middle of the shake.
        case faster
        /// Eight bits for ±4 g.
        case eightBits
        /// The scale is 3 % too small, or too large.
        case smallScale, largeScale

        func apply(to samples: [SensorSample]) -> [SensorSample] {
            let limit = 19.6
            let middle = samples[0].nanoseconds + 2_700_000_000
            return samples.enumerated().flatMap { index, sample -> [SensorSample] in
                let wrong = { (value: Double) in SensorSample(nanoseconds: sample.nanoseconds, x: value, y: 0, z: value)
                }
                func limited(_ value: Double) -> Double { min(max(value, -limit), limit) }
                func mapped(_ change: (Double) -> Double) -> [SensorSample] {
                    let (x, y, z) = (change(sample.x), change(sample.y), change(sample.z))
                    return [SensorSample(nanoseconds: sample.nanoseconds, x: x, y: y, z: z)]
                }
                switch self {
                case .none: return [sample]
                case .notNumbers: return index % 3 == 0 ? [wrong(.nan)] : [sample]
                case .infinite: return index % 6 == 0 ? [wrong(index % 12 == 0 ? .infinity : -.infinity)] : [sample]
                case .stuckAxis: return [SensorSample(nanoseconds: sample.nanoseconds, x: sample.x, y: 3, z: sample.z)]
                case .repeated:
                    let held = samples[index - index % 3]
                    return [SensorSample(nanoseconds: sample.nanoseconds, x: held.x, y: held.y, z: held.z)]
                case .jumpingRate: return [0, 1, 2, 8, 9, 20, 21, 22, 23].contains(index % 24) ? [sample] : []
                case .rails: return mapped(limited)
                case .gaps: return index % 200 < 140 ? [sample] : []
                case .backward:
                    let early = SensorSample(nanoseconds: sample.nanoseconds - 500_000_000, x: 300, y: -300, z: 300)
                    return index % 10 == 0 ? [sample, early] : [sample]
                case .twice:
                    return index % 10 == 0
                        ? [sample, SensorSample(nanoseconds: sample.nanoseconds, x: -300, y: 0, z: 0)] : [sample]
                case .lateClock:
                    let late = Int64.max - 20_000_000_000 + (sample.nanoseconds - samples[0].nanoseconds)
                    return [SensorSample(nanoseconds: late, x: sample.x, y: sample.y, z: sample.z)]
                case .slower: return index % 20 == 0 || sample.nanoseconds < middle ? [sample] : []
                case .faster: return index % 20 == 0 || sample.nanoseconds > middle ? [sample] : []
                case .eightBits: return mapped { ($0 / 0.3064).rounded() * 0.3064 }
                case .smallScale: return mapped { $0 * 0.97 }
                case .largeScale: return mapped { $0 * 1.03 }
                }
            }
        }
    }

    private func signal(_ seconds: Double, amplitude: Double) -> [SensorSample] {
        var signal = Signal(rate: 200)
        signal.still(2)
        signal.shake(seconds, amplitude: amplitude)
        signal.still(2)
        return signal.samples
    }

    @Test("SHAKE1, SHAKE7, SHAKE8: a shake is found in spite of a fault", arguments: Fault.allCases)
    func finds(_ fault: Fault) {
        let found = phases(fault.apply(to: signal(2, amplitude: 35))).names
        #expect(found.first == "began" && found.count % 2 == 0, "\(found)")
    }

    @Test("M3: a fault is no shake, at rest or in a slow movement", arguments: Fault.allCases)
    func findsNothing(_ fault: Fault) {
        let settings = ShakeSettings(sensitivity: .high, longestShake: .seconds(4))
        #expect(phases(fault.apply(to: signal(0, amplitude: 0)), settings).isEmpty)
        var signal = Signal(rate: 200)
        signal.still(2)
        signal.lift(1.5)
        signal.still(2)
        #expect(phases(fault.apply(to: signal.samples), settings).isEmpty)
    }

    @Test(
        "SHAKE2, SHAKE7: a shake is found at any rate, from 10 to 8000 Hz",
        arguments: [10.0, 12.5, 25, 200, 1000, 8000])
    func anyRate(_ rate: Double) {
        var signal = Signal(rate: rate)
        signal.still(2)
        signal.shake(2, frequency: 3.3, amplitude: 30)
        signal.still(2)
        #expect(phases(signal.samples).names == ["began", "ended"])
    }

    @Test(
        "SHAKE2, SHAKE5: a device on a loudspeaker or a washing machine is not shaken, at any rate",
        arguments: [10.0, 12.5, 25, 50, 100, 200], [10.5, 13, 17, 24, 51, 63, 102, 121])
    func vibrates(_ rate: Double, _ frequency: Double) {
        var signal = Signal(rate: rate)
        signal.still(2)
        // It swells and fades, as music does.
        signal.add(20) { time in
            let strength = 5 * sin(2 * .pi * 0.4 * time) * sin(2 * .pi * frequency * time)
            return Acceleration(x: 0.4 * strength, y: 0.2 * strength, z: strength)
        }
        signal.still(2)
        let settings = ShakeSettings(sensitivity: .high, longestShake: .seconds(4))
        #expect(phases(signal.samples, settings).isEmpty)
    }

    @Test(
        "M3: a quick turn by 90°, 180° or there and back is no shake, at any rate",
        arguments: [10.0, 12.5, 25, 50, 100], [0.15, 0.25, 0.4, 0.7])
    func turns(_ rate: Double, _ seconds: Double) {
        let g = Acceleration.standardGravity
        for (angle, isBack) in [(90.0, false), (180, false), (90, true), (180, true)] {
            var signal = Signal(rate: rate)
            signal.still(2.03)
            for direction in isBack ? [0.0, 1] : [0] {
                for index in 0..<Int((seconds * rate).rounded()) {
                    let part = (1 - cos(.pi * Double(index) / rate / seconds)) / 2
                    let turned = abs(direction - part) * angle * .pi / 180
                    signal.append(Acceleration(x: g * sin(turned), y: 0, z: g * cos(turned)))
                }
            }
            if !isBack {
                signal.gravity = angle == 90 ? Acceleration(x: g, y: 0, z: 0) : Acceleration(x: 0, y: 0, z: -g)
            }
            signal.still(2)
            #expect(phases(signal.samples).isEmpty, "by \(angle)°, back \(isBack)")
        }
    }

    @Test(
        "SHAKE7: a blow and its rebound are no shake, however hard and at any rate",
        arguments: [10.0, 12.5, 16, 17.5, 18.5, 20, 50, 100], [[1.0], [1, -0.7], [1, -0.7, 0.5]])
    func blow(_ rate: Double, _ shape: [Double]) {
        let settings = ShakeSettings(sensitivity: .medium, longestShake: .seconds(4))
        for peak in [12.0, 19.6, 30, 39, 60, 90] {
            var signal = Signal(rate: rate)
            signal.still(3)
            for value in shape { signal.append(signal.gravity + Acceleration(x: value * peak, y: 0, z: 0)) }
            signal.still(3)
            #expect(phases(signal.samples, settings).isEmpty, "\(peak) m/s²")
        }
    }

    /// The ringing of 9 to 14 Hz folds into the band of shakes.
    @Test(
        "SHAKE7: of knocks that ring hardly any is a shake at 16 to 25 Hz", arguments: [16.0, 17.5, 18.5, 20, 22, 25])
    func knocks(_ rate: Double) {
        var found = 0
        for index in 0..<60 {
            var signal = Signal(rate: rate)
            signal.still(2 + Double(index) / 60 / rate)
            let (frequency, strength) = ([9.0, 12, 14][index % 3], [30.0, 35, 70][index / 3 % 3])
            let late = Double(index % 7) / 7 / rate
            signal.add(1) { time in
                let ring = strength * exp(-(time + late) / 0.08) * sin(2 * .pi * frequency * (time + late))
                return Acceleration(x: max(-19.6, min(19.6, ring)), y: 0, z: 0.3 * ring)
            }
            signal.still(2)
            if !phases(signal.samples).isEmpty { found += 1 }
        }
        // At 25 Hz seven are: the device lay still before.
        #expect(found <= 7, "\(found) of 60")
    }

    @Test("a sensor that sticks in the middle of a shake ends it", arguments: [0.0, 9.8, 19.6, 300])
    func sticks(_ value: Double) {
        var signal = Signal(rate: 50)
        signal.still(2)
        signal.shake(1.02, amplitude: 30)
        signal.gravity = Acceleration(x: 0, y: 0, z: value)
        signal.still(8)
        let found = phases(signal.samples).names
        #expect(found.count == 2 && found.first == "began", "\(found)")
    }
}
