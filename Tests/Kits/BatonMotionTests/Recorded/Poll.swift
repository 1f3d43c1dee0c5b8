// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport

/// How a test reads a recorded sensor: at its own rate, at a fixed one, or as the shipped poller does.
enum Poll: Hashable, Sendable, CustomStringConvertible {
    case native
    case fixed(Double)
    case adaptive

    var description: String {
        switch self {
        case .native: "native"
        case .fixed(let rate): "\(rate) Hz"
        case .adaptive: "adaptive"
        }
    }

    /// The latest value at each time of reading. `phase` is the time of the first reading, in periods.
    func read(_ samples: [SensorSample], rate: Double, phase: Double = 0) -> [SensorSample] {
        switch self {
        case .native: return samples
        case .fixed(let wanted):
            guard rate > wanted * 1.05 else { return samples }
            return read(samples, phase: phase / wanted) { _ in 1 / wanted }
        case .adaptive:
            var policy = RestPolicy()
            return read(samples, phase: phase * 0.02) { sample in
                _ = policy.process(sample)
                return 1 / policy.rate.frequency
            }
        }
    }

    /// The samples of a poller at 50 Hz that is often late.
    static func late(_ samples: [SensorSample], _ dice: inout Dice) -> [SensorSample] {
        Poll.fixed(50).read(samples, phase: dice.number(0...0.02)) { _ in
            0.02 + max(0, dice.number(-0.03...0.03))
        }
    }

    private func read(
        _ samples: [SensorSample], phase: Double, interval: (SensorSample) -> Double
    ) -> [SensorSample] {
        guard let first = samples.first, let last = samples.last else { return [] }
        var result: [SensorSample] = []
        var index = 0
        var time = Double(first.nanoseconds) + phase * 1e9
        while time <= Double(last.nanoseconds) {
            while index + 1 < samples.count, Double(samples[index + 1].nanoseconds) <= time { index += 1 }
            let value = samples[index]
            let sample = SensorSample(nanoseconds: Int64(time), x: value.x, y: value.y, z: value.z)
            result.append(sample)
            time += interval(sample) * 1e9
        }
        return result
    }
}
