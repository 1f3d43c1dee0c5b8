// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Testing

@Suite("The states of a shake")
struct ShakeStateTests {
    private func signal(_ rate: Double = 50, _ build: (inout Signal) -> Void) -> [SensorSample] {
        var signal = Signal(rate: rate)
        build(&signal)
        return signal.samples
    }

    @Test(
        "M1: a shake within the limit begins once and ends once, at any rate",
        arguments: [12.5, 25, 50, 100, 400, 1600])
    func endsOnce(_ rate: Double) throws {
        let found = phases(
            signal(rate) {
                $0.still(3)
                $0.shake(1.5, frequency: 3.7)
                $0.still(2)
            })
        #expect(found.names == ["began", "ended"])
        let began = try #require(found.first)
        let ended = try #require(found.last)
        #expect(began.seconds - 1003 < 0.7)
        // 0.3 s and one sample after the last swing, whose tail is below the threshold.
        #expect(ended.seconds - 1004.5 <= 0.35 + 1 / rate)
        guard case .ended(_, let duration) = ended else { return }
        #expect(duration > .seconds(0.5) && duration < .seconds(1.5))
    }

    @Test("SHAKE3: nothing is recognized in the first second", arguments: [12.5, 50, 100])
    func warmUp(_ rate: Double) {
        let found = phases(
            signal(rate) {
                $0.shake(2)
                $0.still(2)
            })
        #expect(found.names == ["began", "ended"] && (found.first?.seconds ?? 0) >= 1001, "\(found)")
    }

    @Test("M1, SHAKE11: a shake beyond the limit is cancelled at the limit, and once only")
    func tooLong() throws {
        let found = phases(
            signal {
                $0.still(3)
                $0.shake(8)
                $0.still(2)
            }, ShakeSettings(longestShake: .seconds(1)))
        #expect(found.names == ["began", "too-long"])
        let length = try #require(found.last).seconds - #require(found.first).seconds
        #expect(length > 1 && length < 1.2)
    }

    @Test("M1, SHAKE11: after a cancelled shake the next one begins only after quiet")
    func latches() {
        let found = phases(
            signal {
                $0.still(3)
                $0.shake(8)
                $0.still(1)
                $0.shake(1.2)
                $0.still(1)
            }, ShakeSettings(longestShake: .seconds(2)))
        #expect(found.names == ["began", "too-long", "began", "ended"])
    }

    @Test("SHAKE11: who walks on after a shake that was too long can shake again")
    func walksOn() {
        let found = phases(
            signal {
                $0.still(3)
                $0.shake(8)
                // Steps of 3.6 m/s² are more than a strong sample, and less than 0.2 of the shake.
                $0.shake(4, frequency: 1.9, amplitude: 3.6)
                $0.shake(1.2)
                $0.still(1)
            }, ShakeSettings(longestShake: .seconds(2)))
        #expect(found.names == ["began", "too-long", "began", "ended"])
    }

    @Test("M1: two shakes with a pause between are two")
    func two() {
        let found = phases(
            signal {
                $0.still(2)
                $0.shake(1)
                $0.still(0.8)
                $0.shake(1)
                $0.still(1)
            })
        #expect(found.names == ["began", "ended", "began", "ended"])
    }

    @Test("SHAKE7: a sensor that stalls for a moment hardly moves its bar; one that gets slower gets another")
    func stall() {
        func bar(after interval: Double, times: Int) -> Double {
            var detector = ShakeDetector(isExplaining: true)
            var time = 1000.0
            for index in 0..<(100 + times) {
                time += index < 100 ? 0.02 : interval
                _ = detector.process(SensorSample(nanoseconds: Int64(time * 1e9), x: 0, y: 0, z: 9.8))
            }
            return detector.measure.bar
        }
        let usual = bar(after: 0.02, times: 1)
        let other = bar(after: 0.04, times: 40)
        #expect(abs(bar(after: 0.3, times: 1) - usual) <= 0.21 * abs(other - usual))
        #expect(abs(other - ShakeModel.builtIn.bar(.medium, interval: 0.04)) < 0.01)
    }

    @Test(
        "SHAKE7: below 22 Hz the lower score of two samples in a row counts, when it goes on; above it each score",
        arguments: [10.0, 20, 25])
    func twoInARow(_ rate: Double) {
        var detector = ShakeDetector(ShakeSettings(sensitivity: .low, raise: 5), isExplaining: true)
        var before: Double?
        var isOnceSkipped = false
        var near: [Double] = []
        var compared = 0
        let samples = signal(rate) {
            $0.still(2)
            $0.shake(3, frequency: 3.1)
            $0.still(1)
        }
        for sample in samples {
            _ = detector.process(sample)
            let measure = detector.measure
            if measure.magnitude >= 5 { near.append(sample.timestamp / .seconds(1)) }
            guard measure.isJudged, let features = measure.features else {
                // A dense sensor's sample between two peaks is not judged.
                if rate < 18 || isOnceSkipped { before = nil }
                isOnceSkipped = true
                #expect(rate > 22 || measure.score == nil, "at \(sample.nanoseconds)")
                continue
            }
            let own = ShakeModel.builtIn.score(features)
            let goesOn = near.count { sample.timestamp / .seconds(1) - $0 <= 1.0001 } >= 4
            let expected = rate > 22 ? own : goesOn ? before.map { min($0, own) } : nil
            #expect(measure.score == expected, "at \(sample.nanoseconds)")
            if expected != nil { compared += 1 }
            (before, isOnceSkipped) = (own, false)
        }
        #expect(compared > 15, "only \(compared) samples were judged")
    }

    @Test("M1, SHAKE1: a gap of more than a second interrupts, once", arguments: [false, true])
    func gap(_ isTold: Bool) {
        var detector = ShakeDetector()
        var signal = Signal()
        signal.still(2)
        signal.shake(0.7)
        var found = signal.samples.compactMap { detector.process($0) }
        #expect(detector.isShaking)
        let last = signal.time
        if isTold {
            #expect(detector.advance(to: .seconds(last + 0.9)) == nil)
            found += [detector.advance(to: .seconds(last + 1.1)), detector.advance(to: .seconds(last + 5))]
                .compactMap { $0 }
        }
        var rest = Signal(from: last + 6)
        rest.still(2)
        found += rest.samples.compactMap { detector.process($0) }
        #expect(found.names == ["began", "interrupted"])
    }

    @Test("M1: losing the sensor interrupts a shake, and nothing else")
    func interrupts() {
        var detector = ShakeDetector()
        #expect(detector.interrupt(at: .seconds(1)) == nil)
        var signal = Signal()
        signal.still(2)
        signal.shake(0.7)
        for sample in signal.samples { _ = detector.process(sample) }
        #expect(detector.interrupt(at: .seconds(1003)) == .cancelled(at: .seconds(1003), reason: .interrupted))
        #expect(detector.interrupt(at: .seconds(1004)) == nil)
        #expect(!detector.isShaking)
    }

    @Test("M1, SHAKE1: time that goes back a little is dropped, by more it begins anew")
    func timeGoesBack() {
        var samples = signal {
            $0.still(2)
            $0.shake(0.7)
        }
        samples.insert(contentsOf: samples[60..<70], at: 100)
        var detector = ShakeDetector()
        #expect(samples.compactMap { detector.process($0) }.names == ["began"])
        var earlier = Signal(from: 10)
        earlier.still(2)
        earlier.shake(1)
        earlier.still(1)
        #expect(earlier.samples.compactMap { detector.process($0) }.names == ["interrupted", "began", "ended"])
    }

    @Test(
        "M3: turning the device is not a shake, slow or fast", arguments: [0.15, 0.3, 0.6, 1, 3], [12.5, 25, 50, 100])
    func turning(_ seconds: Double, _ rate: Double) {
        let found = phases(
            signal(rate) {
                $0.still(2)
                for _ in 0..<6 {
                    $0.lift(seconds)
                    $0.still(0.4)
                    $0.gravity = Acceleration(x: 0, y: 0, z: 9.8)
                    $0.still(0.4)
                }
            })
        #expect(found.isEmpty)
    }

    @Test("M3, SHAKE9: a knock, a blow and being put down hard are not shakes", arguments: [20.0, 60, 150])
    func knock(_ strength: Double) {
        let found = phases(
            signal(200) {
                $0.still(2)
                for _ in 0..<5 {
                    $0.add(0.03) { _ in Acceleration(x: 0, y: 0, z: strength) }
                    $0.add(0.02) { _ in Acceleration(x: 0, y: 0, z: -strength / 3) }
                    $0.still(0.7)
                }
            })
        #expect(found.isEmpty)
    }

    @Test("M1, SHAKE4: neither the axis nor the direction of gravity matters", arguments: 0..<24)
    func anyAxis(_ seed: Int) {
        var dice = Dice(seed + 1)
        func unit() -> Acceleration {
            let vector = Acceleration(x: dice.normal(), y: dice.normal(), z: dice.normal())
            return vector * (1 / max(vector.magnitude, 1e-9))
        }
        var signal = Signal(rate: [25, 50, 100][seed % 3])
        signal.gravity = unit() * Acceleration.standardGravity
        let axis = unit()
        signal.still(2)
        signal.add(1.5) { axis * (30 * ($0 * 4).truncatingRemainder(dividingBy: 1) < 15 ? 30 : -30) }
        signal.still(1)
        #expect(phases(signal.samples).names == ["began", "ended"])
    }

    @Test("SHAKE10: a higher sensitivity recognizes weaker shakes, and a raised bar needs stronger ones")
    func sensitivity() {
        func least(_ sensitivity: ShakeSensitivity, raise: Double = 0) -> Double {
            let settings = ShakeSettings(sensitivity: sensitivity, longestShake: .seconds(4), raise: raise)
            for amplitude in stride(from: 3.0, through: 60, by: 0.25) {
                let samples = signal {
                    $0.still(2)
                    $0.shake(1.5, frequency: 2.4, amplitude: amplitude)
                    $0.still(1)
                }
                if !phases(samples, settings).isEmpty { return amplitude }
            }
            return .infinity
        }
        let (low, medium, high) = (least(.low), least(.medium), least(.high))
        #expect(high < medium && medium < low && low < 30 && high > 4, "\(high), \(medium), \(low)")
        #expect(least(.medium, raise: 1) > medium)
        #expect(least(.medium, raise: .nan) == medium)
        #expect(least(.low, raise: -5) == high, "no bar is lower than that of high")
        #expect(least(.high, raise: -1) == high)
    }

    @Test("SHAKE12: the guide's limit is a second, the agent's lets people finish")
    func defaults() {
        #expect(ShakeSettings().longestShake == .seconds(1))
        #expect(ShakeSettings.agentDefault.longestShake == .seconds(4))
        #expect(ShakeSettings.agentDefault.sensitivity == .medium)
    }
}

/// The states of a shake, row by row as in the table of ``ShakeDetector``.
@Suite("The table of a shake's states")
struct ShakeTableTests {
    enum State: Sendable { case idle, shaking, latched }

    /// A row of the table: the state, the condition, what is reported, and the next state.
    struct Row: Sendable, CustomTestStringConvertible {
        let state: State
        let condition: String
        let reported: [String]
        let next: State
        let apply: @Sendable (inout Scene) -> [String]

        init(
            _ state: State, _ condition: String, _ reported: [String], _ next: State,
            _ apply: @escaping @Sendable (inout Scene) -> [String]
        ) {
            self.state = state
            self.condition = condition
            self.reported = reported
            self.next = next
            self.apply = apply
        }

        var testDescription: String { "\(state), \(condition): \(next)" }
    }

    static let rows: [Row] = [
        Row(.idle, "the samples are a shake", ["began"], .shaking) { scene in scene.feed { $0.shake(0.7) } },
        Row(.shaking, "no strong sample for 0.3 s", ["ended"], .idle) { scene in scene.feed { $0.still(0.5) } },
        Row(.shaking, "a strong sample later than the longest shake", ["too-long"], .latched) { scene in
            scene.feed { $0.shake(2) }
        },
        Row(.shaking, "a gap of more than a second", ["interrupted"], .idle) { scene in
            scene.feed {
                $0.pause(1.1)
                $0.still(0.02)
            }
        },
        Row(.shaking, "interrupt(at:)", ["interrupted"], .idle) { scene in
            [scene.detector.interrupt(at: .seconds(scene.signal.time))].compactMap { $0?.name }
        },
        Row(.latched, "no strong sample for 0.3 s", [], .idle) { scene in scene.feed { $0.still(0.5) } },
    ]

    @Test("M1, SHAKE11: a shake goes from state to state as its table says", arguments: rows)
    func row(_ row: Row) {
        var scene = Scene()
        scene.enter(row.state)
        #expect(scene.isIn(row.state))
        #expect(row.apply(&scene) == row.reported)
        #expect(scene.isIn(row.next))
    }

    /// A detector whose longest shake is a second, and the signal that it gets.
    struct Scene {
        var detector = ShakeDetector(ShakeSettings(longestShake: .seconds(1)))
        var signal = Signal()

        /// Adds to the signal; what the detector reports of it.
        mutating func feed(_ build: (inout Signal) -> Void) -> [String] {
            let count = signal.samples.count
            build(&signal)
            return signal.samples[count...].compactMap { detector.process($0)?.name }
        }

        mutating func enter(_ state: State) {
            _ = feed { $0.still(2) }
            if state != .idle { _ = feed { $0.shake(0.7) } }
            if state == .latched { _ = feed { $0.shake(2) } }
        }

        /// Whether it is in a state. A shake without a pause begins in idle, and does not in latched.
        func isIn(_ state: State) -> Bool {
            var later = self
            let begins = later.feed { $0.shake(3) }.first == "began"
            return switch state {
            case .idle: !detector.isShaking && begins
            case .shaking: detector.isShaking
            case .latched: !detector.isShaking && !begins
            }
        }
    }
}
