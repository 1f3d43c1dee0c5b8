// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import BatonTestSupport
import Foundation
import Testing

@Suite("Fusion of samples with time stamps")
struct MotionFusionTests {
    private let device = Tumbling()

    /// The largest inclination in degrees from an instant on, and the attitudes.
    private func play(
        _ samples: [SensorSample], into fusion: inout MotionFusion, from begin: Double = 10
    ) -> (worst: Double, times: [Int64], attitudes: [Quaternion]) {
        var result = (worst: 0.0, times: [Int64](), attitudes: [Quaternion]())
        for sample in samples {
            fusion.process(sample) { fusion, sample in
                let time = Double(sample.nanoseconds - 1_000_000_000_000) * 1e-9
                result.times.append(sample.nanoseconds)
                result.attitudes.append(fusion.filter.attitude)
                if time > begin {
                    result.worst = max(result.worst, device.inclination(fusion.filter.attitude, time))
                }
            }
        }
        return result
    }

    @Test("VQF13: samples that come in bursts of up to 60 ms give the same as those that come one by one")
    func bursts() {
        let all = Tumbling.merged(
            device.samples(.gyroscope, rate: 200), device.samples(.accelerometer, rate: 100),
            device.samples(.magnetometer, rate: 25))
        var straight = MotionFusion()
        let expected = play(all, into: &straight)
        // The magnetometer's are delivered at once, the others in bursts of 50 ms, the gyroscope's last.
        let order: [SensorKind: Int] = [.magnetometer: 0, .accelerometer: 1, .gyroscope: 2]
        let bursts = Dictionary(grouping: all) { $0.nanoseconds / 50_000_000 }
        let shuffled = bursts.keys.sorted().flatMap { key in
            (bursts[key] ?? []).sorted { (order[$0.kind] ?? 3, $0.nanoseconds) < (order[$1.kind] ?? 3, $1.nanoseconds) }
        }
        var fusion = MotionFusion()
        let found = play(shuffled, into: &fusion)
        #expect(fusion.dropped == 0 && fusion.gaps == 0)
        #expect(zip(found.times, expected.times).allSatisfy { $0 == $1 })
        // At the very beginning no sensor is known yet to be waited for, so the first 50 ms differ.
        for (one, other) in zip(found.attitudes, expected.attitudes).dropFirst(2000) {
            let change = one * other.conjugate
            #expect(abs(change.x) < 1e-4 && abs(change.y) < 1e-4)
        }
        #expect(abs(found.times.count - expected.times.count) < 15)
    }

    @Test("VQF13, CM24: each sample of the gyroscope is handed on once, in order, with the others up to its time")
    func handedOn() {
        var fusion = MotionFusion()
        var times: [Int64] = []
        let all = Tumbling.merged(
            device.samples(.gyroscope, rate: 100), device.samples(.accelerometer, rate: 50))
        for sample in all {
            fusion.process(sample) { fusion, sample in
                times.append(sample.nanoseconds)
                guard let force = fusion.accelerometer else { return }
                #expect(sample.nanoseconds - force.nanoseconds >= 0)
                #expect(sample.nanoseconds - force.nanoseconds < 20_100_000)
            }
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times.count > 2900)
    }

    @Test("VQF13: a sensor that falls silent holds the others up for 60 ms and then no more")
    func silent() {
        var fusion = MotionFusion()
        var last = 0.0
        for index in 1..<400 {
            let time = Double(index) * 0.01
            if time < 2 { fusion.process(device.sample(.accelerometer, time)) }
            fusion.process(device.sample(.gyroscope, time)) { _, sample in
                last = Double(sample.nanoseconds - 1_000_000_000_000) * 1e-9
            }
            if time > 0.2 { #expect(time - last < 0.0701, "at \(time)") }
            if time > 2.3 { #expect(time - last < 0.001, "at \(time)") }
        }
    }

    @Test("VQF12: what is not newer, no number, or beyond any sensor is dropped and counted, and changes nothing")
    func dropped() {
        var fusion = MotionFusion()
        _ = play(
            Tumbling.merged(device.samples(.gyroscope, rate: 100), device.samples(.accelerometer, rate: 100)),
            into: &fusion)
        let before = fusion.filter.attitude
        let at: Int64 = 1_030_000_000_000
        for kind in [SensorKind.gyroscope, .accelerometer, .magnetometer] {
            for value in [Double.nan, .infinity, -.infinity, 1e300] {
                fusion.process(SensorSample(kind, nanoseconds: at, x: 0, y: value, z: 0))
            }
        }
        let again = device.sample(.gyroscope, 29.9)
        fusion.process(again)
        #expect(fusion.dropped == 13)
        #expect(fusion.filter.attitude == before)
    }

    @Test("VQF12: after a gap of the gyroscope the attitude is new, and the bias is kept")
    func gap() {
        var fusion = MotionFusion()
        _ = play(
            Tumbling.merged(device.samples(.gyroscope, rate: 100), device.samples(.accelerometer, rate: 100)),
            into: &fusion)
        let bias = fusion.filter.bias
        #expect((bias - device.bias).max() < 0.002)
        fusion.process(device.sample(.gyroscope, 30.6))
        #expect(fusion.gaps == 1)
        #expect(fusion.filter.bias == bias)
        let after = play(
            (3061..<3200).flatMap { index in
                let time = Double(index) * 0.01 + 0.001
                return [device.sample(.gyroscope, time), device.sample(.accelerometer, time)]
            }, into: &fusion, from: 31)
        #expect(after.worst < 5)
    }

    @Test("VQF12: a clock that jumps forward or back, and stamps at the ends of time, begin anew and never trap")
    func jumps() {
        var fusion = MotionFusion()
        func move(_ shift: Int64, _ times: Range<Int>) -> [SensorSample] {
            times.flatMap { index in
                [SensorKind.gyroscope, .accelerometer].map { kind in
                    let sample = device.sample(kind, Double(index) * 0.01)
                    return SensorSample(
                        kind, nanoseconds: sample.nanoseconds + shift, x: sample.x, y: sample.y, z: sample.z)
                }
            }
        }
        let hour: Int64 = 3_600_000_000_000
        for sample in move(0, 1..<1000) + move(hour, 1000..<1500) + move(-hour / 8, 1500..<3000) {
            fusion.process(sample)
        }
        #expect(fusion.gaps >= 2)
        #expect(device.inclination(fusion.filter.attitude, 29.95) < 5, "the last 15 s are with one clock")
        for stamp in [Int64.max, .min, 0, -1, .max, .max - 1, .min] {
            for kind in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
                fusion.process(SensorSample(kind, nanoseconds: stamp, x: 0, y: 0, z: 9.8))
            }
        }
        let q = fusion.filter.attitude
        #expect(abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-9)
    }

    @Test(
        "VQF2, VQF12: any rates are followed: 1 Hz and 8 kHz, sensors that drift apart by 3 %, and jitter of 20 %",
        arguments: [
            (8000.0, 1000.0, 0.0, 0.5), (100, 1, 0, 8), (100, 97, 0, 0.8), (97, 100, 0, 0.8), (100, 100, 0.2, 1.2),
            (50, 400, 0, 1.5), (25, 25, 0, 4),
        ])
    func rates(_ gyroscope: Double, _ accelerometer: Double, _ jitter: Double, _ limit: Double) {
        var dice = Dice(5)
        func list(_ kind: SensorKind, _ rate: Double) -> [SensorSample] {
            var before = 0.0
            return (1..<Int(30 * rate)).map { index in
                let time = (Double(index) + dice.number(-jitter / 2...jitter / 2)) / rate
                defer { before = time }
                return device.sample(kind, time, interval: time - before)
            }
        }
        var fusion = MotionFusion()
        let found = play(
            Tumbling.merged(list(.gyroscope, gyroscope), list(.accelerometer, accelerometer)), into: &fusion)
        #expect(fusion.dropped == 0)
        #expect(found.worst < limit)
    }

    @Test(
        "VQF12: a stuck axis, a rate in degrees and a gyroscope at its rail give no trap and an attitude of length 1",
        arguments: 0..<3)
    func damaged(_ kind: Int) {
        var fusion = MotionFusion()
        let all = Tumbling.merged(
            device.samples(.gyroscope, rate: 100), device.samples(.accelerometer, rate: 100),
            device.samples(.magnetometer, rate: 20))
        let damaged = all.map { sample in
            switch (kind, sample.kind) {
            case (0, _): SensorSample(sample.kind, nanoseconds: sample.nanoseconds, x: sample.x, y: 0, z: sample.z)
            case (1, .gyroscope):
                SensorSample(
                    .gyroscope, nanoseconds: sample.nanoseconds, x: sample.x * 57.3, y: sample.y * 57.3,
                    z: sample.z * 57.3)
            case (2, .gyroscope): SensorSample(.gyroscope, nanoseconds: sample.nanoseconds, x: 34.9, y: -34.9, z: 34.9)
            default: sample
            }
        }
        for q in play(damaged, into: &fusion).attitudes {
            #expect(abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-9)
        }
        let limit = 2.1 * Double.pi / 180
        #expect(abs(fusion.filter.bias.x) < limit && abs(fusion.filter.bias.y) < limit)
    }

    @Test("VQF13: any order and any values of samples never trap", arguments: 0..<50)
    func anything(_ seed: Int) {
        var dice = Dice(seed)
        var fusion = MotionFusion()
        var time: Int64 = 0
        for _ in 0..<3000 {
            time &+= Int64(dice.number(-2e7...5e7)) << (dice.number(0...1) > 0.99 ? 6 : 0)
            let kind = [SensorKind.gyroscope, .accelerometer, .magnetometer][Int(dice.number(0...2.999))]
            let size = dice.number(0...1) > 0.95 ? 1e6 : 20.0
            fusion.process(
                SensorSample(
                    kind, nanoseconds: time, x: dice.number(-size...size), y: dice.number(-size...size),
                    z: dice.number(-size...size)))
        }
        let q = fusion.filter.magneticAttitude
        #expect(abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-9)
    }
}
