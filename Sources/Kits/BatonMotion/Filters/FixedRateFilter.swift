// SPDX-License-Identifier: Apache-2.0

internal import CMath

/// The filters of the guide for samples at a fixed rate: a low pass that isolates gravity, and a high pass that isolates the
/// user's motion (rules CM51 to CM53).
///
/// ``LowPassFilter`` does the same at any rate; ``timeConstant(atInterval:)`` says with which time constant.
///
/// For example:
/// ```swift
/// var filter = FixedRateFilter()
/// let motion = filter.highPass(SIMD3(0.01, -0.02, -1))
/// print(filter.gravity, motion)
/// ```
public struct FixedRateFilter: Hashable, Sendable {
    /// The share of a new value in the output, in 0 … 1. A larger one follows faster and smooths less.
    public let factor: Double
    /// The output of the low pass; it begins at zero.
    public private(set) var gravity = SIMD3<Double>()

    /// Makes a filter; the guide's factor is 0.1.
    public init(factor: Double = 0.1) {
        self.factor = factor.isFinite ? min(max(factor, 0), 1) : 0.1
    }

    /// Passes a value, and returns ``gravity``: g ← k a + (1 − k) g.
    public mutating func lowPass(_ value: SIMD3<Double>) -> SIMD3<Double> {
        gravity = factor * value + (1 - factor) * gravity
        return gravity
    }

    /// Passes a value, and returns it without the new ``gravity``.
    public mutating func highPass(_ value: SIMD3<Double>) -> SIMD3<Double> { value - lowPass(value) }

    /// The time constant in seconds that has the same effect at an interval in seconds.
    public func timeConstant(atInterval interval: Double) -> Double { -interval / cmath_log(1 - factor) }
}
