// SPDX-License-Identifier: Apache-2.0

/// A first-order low-pass filter whose response does not depend on the sampling rate (rules FILTER1 and M5).
///
/// It computes y += (1 − e^(−dt/τ)) (x − y), which is exact for an input that is held between samples.
///
/// For example:
/// ```swift
/// var filter = LowPassFilter(timeConstant: 0.6)
/// let gravity = filter.pass(Acceleration(sample), after: interval)
/// ```
public struct LowPassFilter: Hashable, Sendable {
    /// Seconds after which the output has covered 63 % of a step of the input. A larger value smooths more.
    public let timeConstant: Double
    /// The latest output; nil before the first input.
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

    /// Forgets the past: the next input is the next output.
    public mutating func reset() {
        output = nil
    }

    /// The share of the difference between input and output that the output covers in `interval` seconds.
    ///
    /// Samples come at nearly equal intervals, so the exponential is computed only when the interval has changed by
    /// more than a thousandth (FILTER2).
    mutating func gain(for interval: Double) -> Double {
        if abs(interval - self.interval) > 0.001 * self.interval {
            self.interval = interval
            gain = 1 - ExponentialDecay.remaining(interval / timeConstant)
        }
        return gain
    }
}
