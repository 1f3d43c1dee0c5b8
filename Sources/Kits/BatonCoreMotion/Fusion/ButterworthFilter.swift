// SPDX-License-Identifier: Apache-2.0

internal import CMath

/// The coefficients of a second-order Butterworth low pass (rule FILTER4).
struct ButterworthCoefficients: Hashable, Sendable {
    /// The time constant in seconds; the cut-off is √2 / (2π · τ).
    let timeConstant: Double
    /// The interval of the samples in seconds.
    let interval: Double
    let b0: Double
    let b1: Double
    let b2: Double
    let a1: Double
    let a2: Double

    /// For a time constant below half an interval the filter passes its input through.
    init(timeConstant: Double, interval: Double) {
        self.timeConstant = timeConstant
        self.interval = interval
        guard timeConstant >= interval / 2 else {
            (b0, b1, b2, a1, a2) = (1, 0, 0, 0, 0)
            return
        }
        let root = 2.0.squareRoot()
        let c = cmath_tan(root * interval / (2 * timeConstant))
        let d = c * c + root * c + 1
        b0 = c * c / d
        b1 = 2 * b0
        b2 = b0
        a1 = 2 * (c * c - 1) / d
        a2 = (1 - root * c + c * c) / d
    }
}

/// A second-order Butterworth low pass of several values. It begins with the mean of its inputs (rule FILTER4).
struct ButterworthFilter<Values: SIMD>: Sendable where Values.Scalar == Double, Values: Sendable {
    /// The latest output; zero before the first input.
    private(set) var output = Values()

    private var first = Values()
    private var second = Values()
    /// Inputs of the beginning so far; nil when the beginning is over.
    private var count: Double? = 0

    /// Passes the next input.
    @inline(__always)
    mutating func pass(_ input: Values, _ coefficients: ButterworthCoefficients) -> Values {
        if let count { return begin(input, count, coefficients) }
        output = coefficients.b0 * input + first
        first = coefficients.b1 * input - coefficients.a1 * output + second
        second = coefficients.b2 * input - coefficients.a2 * output
        return output
    }

    private mutating func begin(
        _ input: Values, _ before: Double, _ coefficients: ButterworthCoefficients
    ) -> Values {
        let count = before + 1
        first += input
        output = first / count
        self.count = count
        if count * coefficients.interval >= coefficients.timeConstant {
            first = (1 - coefficients.b0) * output
            second = (coefficients.b2 - coefficients.a2) * output
            self.count = nil
        }
        return output
    }

    /// Continues with other coefficients, without a jump of the output.
    mutating func change(from old: ButterworthCoefficients, to new: ButterworthCoefficients) {
        guard count == nil else { return }
        first += (old.b0 - new.b0) * output
        second += (old.b1 - new.b1 - old.a1 + new.a1) * output
    }
}
