// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import FuzzSupport

@testable import BatonIIO

/// Scans of a buffer with any layout, scale, rate and clock: the samples' times ascend, and the recognizer makes one end of each
/// beginning.
func checkScans(_ input: inout FuzzBytes) {
    let format = ScanFormat(
        bits: Int(input.byte()), storageBits: [8, 16, 32, 64][input.choice(4)], shift: Int(input.byte()),
        isSigned: input.flag(), isBigEndian: input.flag())
    guard let format else { return }
    let rates = AvailableRates(input.text())
    let rate = rates.choose(atLeast: 50)
    require(rate.isFinite && rate > 0, "no rate: \(rate)")
    require((4...2048).contains(BufferCapture.watermark(rate: rate)), "a watermark out of bounds")
    require(BufferCapture.silenceLimit(rate: rate) >= .seconds(1), "a watchdog that is too quick")
    let calibration = ChannelCalibration(
        scales: scales(&input), offsets: scales(&input),
        axes: DeviceAxes(MountMatrix(input.text()) ?? .identity, sign: input.flag() ? .hid : .kernel))
    var times = SampleTimes(rate: rate)
    var check = SampleCheck()
    var arrival: Int64 = 1_000_000_000
    while !input.isEmpty {
        let count = input.choice(8) + 1
        arrival += Int64(input.byte()) * 10_000_000
        var scans: [(raw: RawScan, stamp: Int64)] = []
        for _ in 0..<count {
            var part = input.some().prefix(8)
            while part.count < 8 { part.append(0) }
            let value = Array(part).withUnsafeBytes { bytes in
                bytes.baseAddress.map { format.value(at: $0) } ?? 0
            }
            require(
                format.bits > 62 || value.magnitude < 1 << UInt64(format.bits), "\(value) does not fit \(format)")
            scans.append((RawScan(x: value, y: format.repaired(value), z: 0), input.flag() ? value : input.integer()))
        }
        let shift = input.integer()
        let stamps = input.flag() ? (first: scans[0].stamp, last: scans[count - 1].stamp, shift: shift) : nil
        times.begin(count: count, arrival: arrival, stamps: stamps)
        for scan in scans { check.take(calibration.sample(scan.raw, nanoseconds: times.time(stamp: scan.stamp))) }
    }
}

private func scales(_ input: inout FuzzBytes) -> [Double] {
    let number = try? IIOText.number(input.text())
    return Array(repeating: number ?? 0.01, count: 3)
}

/// Samples in a row, through everything that looks at them.
private struct SampleCheck {
    private var last = Int64.min
    private var monitor = SampleMonitor(.accelerometer)
    private var detector = ShakeDetector(.agentDefault)
    private var tracker = OrientationTracker()
    private var policy = RestPolicy()
    private var isShaking = false

    mutating func take(_ sample: SensorSample) {
        require(sample.nanoseconds > last, "not in order")
        last = sample.nanoseconds
        _ = monitor.process(sample)
        _ = tracker.process(sample)
        _ = policy.process(sample)
        guard let phase = detector.process(sample) else { return }
        if case .began = phase {
            require(!isShaking, "two beginnings")
            isShaking = true
        } else {
            require(isShaking, "an end without a beginning")
            isShaking = false
        }
    }
}
