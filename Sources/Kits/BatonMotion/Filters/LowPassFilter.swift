// SPDX-License-Identifier: Apache-2.0

internal import CMath

/// A first-order low-pass filter whose response does not depend on the sampling rate (rules FILTER1 and M5).
///
/// It computes y += (1 − e^(−dt/τ)) (x − y), which is exact for an input that is held between samples.
///
/// For example:
/// ```swift
/// var filter = LowPassFilter(timeConstant: 0.6)
/// let gravity = filter.pass(Acceleration(sample), after: 0.02)
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

/// A first-order high-pass filter: the input less the *new* output of a low-pass filter (rule M5).
///
/// For example:
/// ```swift
/// var filter = HighPassFilter(timeConstant: 0.6)
/// let userAcceleration = filter.pass(Acceleration(sample), after: 0.02)
/// ```
public struct HighPassFilter: Hashable, Sendable {
    private var low: LowPassFilter

    /// Makes a filter from its time constant in seconds.
    public init(timeConstant: Double) {
        low = LowPassFilter(timeConstant: timeConstant)
    }

    /// The output of the low-pass filter, which is gravity for an accelerometer; nil before the first input.
    public var slow: Acceleration? { low.output }

    /// Passes an input that comes `interval` seconds after the one before.
    public mutating func pass(_ input: Acceleration, after interval: Double) -> Acceleration {
        input - low.pass(input, after: interval)
    }

    /// Forgets the past: the next input starts the filter.
    public mutating func reset() {
        low.reset()
    }
}

/// Computes e^(−x), the share of a first-order filter's state that is left after a time (FILTER3).
enum ExponentialDecay {
    /// e^(−x) for x ≥ 0; 1 for a negative x and for NaN.
    static func remaining(_ x: Double) -> Double { x > 0 ? cmath_exp(-x) : 1 }
}
