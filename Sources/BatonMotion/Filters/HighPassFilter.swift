// SPDX-License-Identifier: Apache-2.0

/// A first-order high-pass filter: the input less the *new* output of a low-pass filter (rule M5).
///
/// For example:
/// ```swift
/// var filter = HighPassFilter(timeConstant: 0.6)
/// let userAcceleration = filter.pass(Acceleration(sample), after: interval)
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
