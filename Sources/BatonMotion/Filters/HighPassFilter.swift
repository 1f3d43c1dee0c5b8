// SPDX-License-Identifier: Apache-2.0

/// What a low-pass filter takes away: the input less the *new* low-passed value (rule M5).
public struct HighPassFilter: Hashable, Sendable {
    private var low: LowPassFilter

    /// Makes a filter from its time constant in seconds.
    public init(timeConstant: Double) {
        low = LowPassFilter(timeConstant: timeConstant)
    }

    /// What is slow, as far as it is known: for an accelerometer, gravity.
    public var slow: Acceleration? { low.output }

    /// Passes an input that comes `interval` seconds after the one before.
    public mutating func pass(_ input: Acceleration, after interval: Double) -> Acceleration {
        input - low.pass(input, after: interval)
    }

    /// Begins anew at the next input.
    public mutating func reset() {
        low.reset()
    }
}
