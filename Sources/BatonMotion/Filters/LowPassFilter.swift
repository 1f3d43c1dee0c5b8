// SPDX-License-Identifier: Apache-2.0

/// A first-order low-pass filter that does the same at any rate: y += (1 − e^(−dt/τ)) (x − y), exact for a held input
/// (spec/motion.md §5, rule M5).
public struct LowPassFilter: Hashable, Sendable {
    /// In how many seconds a step is followed to 63 %.
    public let timeConstant: Double
    /// What has passed; nil before the first input.
    public private(set) var output: Acceleration?

    private var interval = 0.0
    private var gain = 0.0

    /// Makes a filter from its time constant in seconds, which is 1 / (2π · its cut-off in Hz).
    public init(timeConstant: Double) {
        self.timeConstant = timeConstant
    }

    /// Passes an input that comes `interval` seconds after the one before.
    public mutating func pass(_ input: Acceleration, after interval: Double) -> Acceleration {
        guard let before = output else {
            output = input
            return input
        }
        let next = before + (input - before) * gain(for: interval)
        output = next
        return next
    }

    /// Begins anew at the next input.
    public mutating func reset() {
        output = nil
    }

    /// How much of a difference is followed within `interval` seconds.
    ///
    /// Samples come at nearly equal intervals: the exponential is computed only when the interval has changed by more than
    /// a thousandth.
    mutating func gain(for interval: Double) -> Double {
        if abs(interval - self.interval) > 0.001 * self.interval {
            self.interval = interval
            gain = 1 - ExponentialDecay.remaining(interval / timeConstant)
        }
        return gain
    }
}
