// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Testing

@testable import BatonIIO

@Suite("IIO: sensors that lie")
struct SampleMonitorTests {
    private func findings(seconds: Double, rate: Double = 12.5, _ value: (Int) -> Double) -> [SampleMonitor.Finding] {
        var monitor = SampleMonitor(.accelerometer)
        return (0..<Int(seconds * rate)).compactMap { index in
            monitor.process(
                SensorSample(nanoseconds: Int64(Double(index) / rate * 1e9), x: 0.1, y: 0, z: value(index)))
        }
    }

    @Test("a sensor that measures gravity at rest is believed")
    func sane() {
        #expect(findings(seconds: 30) { 9.81 + 0.01 * Double($0 % 3) } == [])
    }

    @Test("a scale that is wrong by a factor is told, once", arguments: [0.98, 98.1, 3.9, 20.5])
    func scale(_ z: Double) {
        let found = findings(seconds: 30) { z * (1 + 0.001 * Double($0 % 3)) }
        #expect(found.count == 1)
        guard case .gravity(let magnitude)? = found.first else { return #expect(Bool(false), "\(found)") }
        #expect(abs(magnitude - z) < 0.1 * z)
    }

    @Test(
        "IIO11: a magnitude at rest that is not gravity is told whatever the noise is, also of a dead axis",
        arguments: [0.0, 0.64, 2, 3, 25, 98.1])
    func noise(_ z: Double) {
        var random = SeededRandom(seed: 7)
        let found = findings(seconds: 30) { _ in z + Double.random(in: -0.1...0.1, using: &random) }
        guard found.count == 1, case .gravity(let magnitude)? = found.first else {
            return #expect(Bool(false), "\(found)")
        }
        #expect(abs(magnitude - z) < 0.3)
    }

    @Test("nothing but zeros is told")
    func zeros() {
        var monitor = SampleMonitor(.accelerometer)
        let found = (0..<50).compactMap {
            monitor.process(SensorSample(nanoseconds: $0 * 80_000_000, x: 0, y: 0, z: 0))
        }
        #expect(found == [.gravity(0)])
    }

    @Test("IIO11: what is over is told, once")
    func over() {
        let wrong = findings(seconds: 30) { $0 < 100 ? 98.1 : 9.81 + 0.01 * Double($0 % 2) }
        #expect(wrong.count == 2 && wrong.last == .plausible)
        #expect(
            findings(seconds: 90) { $0 < 1000 ? 9.81 : 9.81 + 0.01 * Double($0 % 2) } == [
                .stuck(.seconds(60)), .changing,
            ])
        // A gap in which it was not read proves nothing.
        var monitor = SampleMonitor(.accelerometer)
        #expect(monitor.process(SensorSample(nanoseconds: 0, x: 0, y: 0, z: 9.81)) == nil)
        monitor.restart()
        #expect(monitor.process(SensorSample(nanoseconds: 99_000_000_000, x: 0, y: 0, z: 9.81)) == nil)
    }

    @Test("IIO11: a finding that comes and goes is told a few times, and not taken back at last")
    func flapping() {
        let scale = findings(seconds: 500) { 9.81 * ($0 / 100 % 2 == 0 ? 1 : 10) + 0.001 * Double($0 % 2) }
        #expect(scale.count == 17 && scale.filter { $0 == .plausible }.count == 8)
        guard case .gravity? = scale.last else { return #expect(Bool(false), "\(scale)") }
        // It hangs for 80 s, works for 16 s, and so on.
        let hanging = findings(seconds: 2000) { 9.81 + ($0 % 1200 < 1000 ? 0 : 0.01 * Double($0 % 2)) }
        #expect(hanging.count == 17 && hanging.last == .stuck(.seconds(60)))
    }

    @Test("IIO11: a sensor that hangs does so after a restart too, until its values change")
    func restarted() {
        var monitor = SampleMonitor(.accelerometer)
        func process(_ seconds: Int64, _ z: Double = 9.81) -> SampleMonitor.Finding? {
            monitor.process(SensorSample(nanoseconds: seconds * 1_000_000_000, x: 0, y: 0, z: z))
        }
        #expect(process(0) == nil)
        #expect(process(60) == .stuck(.seconds(60)))
        monitor.restart()
        // The first value proves nothing, whatever it is, nor does a clock that was set back.
        #expect(process(70, 9.82) == nil)
        #expect(process(71, 9.82) == nil)
        #expect(process(5, 9.82) == nil)
        #expect(process(200, 9.82) == nil)
        #expect(process(201, 9.81) == .changing)
        #expect(process(202, 9.81) == nil)
    }

    @Test("a shake is no lie")
    func shake() {
        #expect(findings(seconds: 30, rate: 50) { $0 % 10 < 5 ? 25 : -20 } == [])
    }

    @Test("the very same values for a minute are told, once; those of a sensor that lay still for less are not")
    func stuck() {
        #expect(findings(seconds: 59) { _ in 9.81 } == [])
        #expect(findings(seconds: 200) { _ in 9.81 } == [.stuck(.seconds(60))])
        #expect(findings(seconds: 200) { $0 % 400 == 0 ? 9.82 : 9.81 } == [])
    }

    @Test("time that goes backwards starts over")
    func backwards() {
        var monitor = SampleMonitor(.accelerometer)
        for time in [100, 90, 80, 70] as [Int64] {
            #expect(monitor.process(SensorSample(nanoseconds: time * 1_000_000_000, x: 0, y: 0, z: 98)) == nil)
        }
    }
}
