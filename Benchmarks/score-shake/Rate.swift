// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// How often the sensor is read. A lower rate gives what a slower sensor would have measured of the same motion.
enum Rate: String, CaseIterable {
    case native
    case hundred = "100"
    case fifty = "50"
    case twentyFive = "25"
    case twelve = "12.5"
    /// As the shipped poller reads: slowly at rest, fast while the device moves (SHAKE13).
    case adaptive
    case ten = "10"

    /// Whether it is the same for each recording that is faster.
    var isFixed: Bool { Double(rawValue) != nil }

    /// Whether a recording of this rate can be read so.
    func suits(_ rate: Double) -> Bool {
        // Rates of recordings are rounded: 49.9 Hz counts as 50.
        self != .adaptive || rate >= 49.5
    }

    /// The samples that are read of a recording.
    func resample(_ samples: [SensorSample], rate: Double) -> [SensorSample] {
        switch self {
        case .native: samples
        case .adaptive: adaptive(samples)
        case .hundred, .fifty, .twentyFive, .twelve, .ten: fixed(samples, rate: rate)
        }
    }

    /// The samples that are read of a recording when the first one is read a share of the interval later; nil if the
    /// recording is not faster than the rate, so that it is the native one.
    func read(_ samples: [SensorSample], rate: Double, phase: Double) -> [SensorSample]? {
        switch self {
        case .native: return samples
        case .adaptive: return adaptive(samples)
        case .hundred, .fifty, .twentyFive, .twelve, .ten:
            guard let wanted = Double(rawValue), rate > wanted * 1.05 else { return nil }
            return read(samples, after: phase / wanted) { _ in 1 / wanted }
        }
    }

    private func fixed(_ samples: [SensorSample], rate: Double) -> [SensorSample] {
        guard let wanted = Double(rawValue), rate > wanted * 1.05 else { return samples }
        return read(samples) { _ in 1 / wanted }
    }

    private func adaptive(_ samples: [SensorSample]) -> [SensorSample] {
        var policy = RestPolicy()
        return read(samples) { sample in
            _ = policy.process(sample)
            return 1 / policy.rate.frequency
        }
    }

    /// Reads the latest value at each instant. `interval` returns the time to the next instant.
    private func read(_ samples: [SensorSample], after delay: Double = 0, interval: (SensorSample) -> Double)
        -> [SensorSample]
    {
        guard let first = samples.first, let last = samples.last else { return [] }
        var result: [SensorSample] = []
        var index = 0
        var time = Double(first.nanoseconds) + delay * 1e9
        while time <= Double(last.nanoseconds) {
            let now = Int64(time)
            while index + 1 < samples.count, samples[index + 1].nanoseconds <= now { index += 1 }
            let value = samples[index]
            let sample = SensorSample(nanoseconds: now, x: value.x, y: value.y, z: value.z)
            result.append(sample)
            time += interval(sample) * 1e9
        }
        return result
    }
}
