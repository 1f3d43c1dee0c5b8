// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@testable import BatonIIO

@Suite("IIO: when a sample was taken")
struct SampleTimesTests {
    private let millisecond: Int64 = 1_000_000

    @Test("IIO23: without stamps a batch is spread backwards from its arrival")
    func spread() {
        var times = SampleTimes(rate: 50)
        times.begin(count: 3, arrival: 1000 * millisecond, stamps: nil)
        #expect((0..<3).map { _ in times.time(stamp: 0) } == [960, 980, 1000].map { $0 * millisecond })
    }

    @Test("IIO23: stamps are turned into our clock")
    func stamps() {
        var times = SampleTimes(rate: 50)
        let stamps = [1_700_000_000_950, 1_700_000_000_970].map { $0 * millisecond }
        times.begin(
            count: 2, arrival: 1000 * millisecond, stamps: (stamps[0], stamps[1], -1_700_000_000_000 * millisecond))
        #expect(stamps.map { times.time(stamp: $0) } == [950, 970].map { $0 * millisecond })
    }

    @Test(
        "stamps that cannot be true are not used",
        arguments: [
            (0, 0), (990, 980), (2000, 2020), (-5000, -4980), (Int64.max / 1_000_000, Int64.max / 1_000_000),
        ] as [(Int64, Int64)])
    func implausible(_ first: Int64, _ last: Int64) {
        var times = SampleTimes(rate: 50)
        times.begin(
            count: 2, arrival: 1000 * millisecond, stamps: (first * millisecond, last * millisecond, 5))
        #expect([first, last].map { times.time(stamp: $0 * millisecond) } == [980, 1000].map { $0 * millisecond })
    }

    @Test("a stamp inside a batch that no sample can have is moved to its arrival, and the next one goes on after it")
    func wildStamp() {
        var times = SampleTimes(rate: 50)
        times.begin(count: 3, arrival: 1000 * millisecond, stamps: (960 * millisecond, 1000 * millisecond, 0))
        #expect(times.time(stamp: 960 * millisecond) == 960 * millisecond)
        #expect(times.time(stamp: .max) <= 1005 * millisecond)
        #expect(times.time(stamp: 1000 * millisecond) <= 1005 * millisecond + 1)
        times.begin(count: 1, arrival: 1020 * millisecond, stamps: (1020 * millisecond, 1020 * millisecond, 0))
        #expect(times.time(stamp: 1020 * millisecond) == 1020 * millisecond)
    }

    @Test(
        "a rate that is none makes no times that are none",
        arguments: [.nan, .infinity, 0, -1, 1e300, 1e-300] as [Double])
    func wildRate(_ rate: Double) {
        var times = SampleTimes(rate: rate)
        for arrival in [1000, 2000] as [Int64] {
            times.begin(count: 2, arrival: arrival * millisecond, stamps: nil)
            #expect(times.time(stamp: 0) < times.time(stamp: 0))
            times.begin(count: 2, arrival: arrival * millisecond, stamps: (arrival, arrival + 1, 0))
            #expect(times.time(stamp: arrival) < times.time(stamp: arrival + 1))
        }
        #expect((4...2048).contains(BufferCapture.watermark(rate: rate)))
        #expect(BufferCapture.silenceLimit(rate: rate) >= .seconds(1))
    }

    @Test("time goes forward, whatever the batches do")
    func monotonic() {
        var times = SampleTimes(rate: 50)
        var last = Int64.min
        var arrival: Int64 = 10_000 * millisecond
        for step: Int64 in [200, 0, 1, 200, 50, 5000, 0, 0, 200] {
            arrival += step * millisecond
            times.begin(count: 10, arrival: arrival, stamps: step == 50 ? (arrival - 90, arrival, 0) : nil)
            for index: Int64 in 0..<10 {
                let time = times.time(stamp: arrival - 90 + 10 * index)
                #expect(time > last)
                #expect(time <= arrival + 40)
                last = time
            }
        }
    }

    @Test(
        "a mad stamp within a batch takes no later sample into the future", arguments: [.max, .min, 1 << 62] as [Int64])
    func madStamp(_ stamp: Int64) {
        var times = SampleTimes(rate: 50)
        var last = Int64.min
        for batch: Int64 in 1...5 {
            let arrival = 10_000 * millisecond + batch * 60 * millisecond
            let isStamped = batch != 3
            times.begin(
                count: 3, arrival: arrival, stamps: isStamped ? (arrival - 40 * millisecond, arrival, 0) : nil)
            for stamp in [arrival - 40 * millisecond, stamp, arrival] {
                let time = times.time(stamp: stamp)
                #expect(time > last && time <= arrival + 6 * millisecond)
                last = time
            }
        }
    }

    @Test("a chip that is off its rate by some percent is followed")
    func drift() {
        var times = SampleTimes(rate: 50)
        var arrival: Int64 = 0
        var last: [Int64] = []
        for _ in 0..<100 {
            arrival += 210 * millisecond
            times.begin(count: 10, arrival: arrival, stamps: nil)
            last = (0..<10).map { _ in times.time(stamp: 0) }
        }
        #expect(abs(last[5] - last[4] - 21 * millisecond) < millisecond / 10)
    }

    @Test("IIO23: an unknown clock is not used, and ours needs no shift")
    func clocks() {
        #expect(DeviceClock(named: "monotonic")?.shift == 0)
        #expect(DeviceClock(named: "sundial") == nil)
        #expect((DeviceClock(named: "realtime")?.shift ?? 0) < 0)
        for name in ["", "realtime_coarse", "monotonic_coarse", "monotonic_raw", "boottime", "tai"] {
            #expect(DeviceClock(named: name) != nil)
        }
    }

    @Test("samples that waited in a stall have the times at which they were due, not that of the arrival")
    func stall() {
        var times = SampleTimes(rate: 100)
        var result: [Int64] = []
        for index in 0..<300 {
            // From 1 s to 1.1 s the process does not run; then it reads one sample after the other.
            let due = Int64(index) * 10_000_000
            let arrival = due > 1_000_000_000 && due <= 1_100_000_000 ? 1_100_000_000 + due / 1000 : due
            times.begin(count: 1, arrival: arrival, stamps: nil)
            result.append(times.time(stamp: 0))
        }
        #expect(zip(result, result.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 21_000_000 })
        #expect(abs(Double(result[299]) * 1e-9 - 2.99) < 0.002)
        // A reader at the same rate gets them all; with the times of the arrival it would lose most of the stall's.
        var thinner = SampleThinner()
        let taken = result.count { thinner.takes($0, every: 0.01) }
        #expect(taken >= 298, "\(taken) of 300")
    }
}
