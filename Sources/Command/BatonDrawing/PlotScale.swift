// SPDX-License-Identifier: Apache-2.0

/// A linear map from values to places on paper or on the screen.
package struct PlotScale: Hashable, Sendable {
    /// The values at the two ends, which always differ.
    package let values: ClosedRange<Double>
    /// The places of the two ends; the first may be the larger one, as where y grows downward.
    package let first: Double
    package let last: Double

    /// Makes a scale. An empty or invalid range of values becomes one of length 1.
    package init(_ values: ClosedRange<Double>, from first: Double, to last: Double) {
        let isUsable = values.lowerBound.isFinite && values.upperBound.isFinite && values.upperBound > values.lowerBound
        self.values = isUsable ? values : Self.around(values.lowerBound)
        self.first = first
        self.last = last
    }

    private static func around(_ value: Double) -> ClosedRange<Double> {
        value.isFinite ? value...(value + max(1, abs(value) * 1e-6)) : 0...1
    }

    /// The place of a value; a value outside has the place of the nearest end.
    package func place(_ value: Double) -> Double {
        guard !value.isNaN else { return first }
        let inside = min(max(value, values.lowerBound), values.upperBound)
        // Halved, because the difference of two ends that are far apart can overflow to infinity.
        let share = (inside / 2 - values.lowerBound / 2) / (values.upperBound / 2 - values.lowerBound / 2)
        return first + share * (last - first)
    }

    /// Round values (1, 2 or 5 times a power of ten apart) inside the range, at most `count` + 1 of them.
    package func ticks(_ count: Int) -> [Double] {
        let step = Self.step(for: (values.upperBound - values.lowerBound) / Double(max(1, count)))
        let low = (values.lowerBound / step - 1e-9).rounded(.up)
        let high = (values.upperBound / step + 1e-9).rounded(.down)
        guard low.magnitude < 1e12, high - low >= 0, high - low < 1000 else { return [] }
        return stride(from: low, through: high, by: 1).map { $0 * step }
    }

    /// How many decimals the ticks need.
    package func digits(_ count: Int) -> Int {
        let step = Self.step(for: (values.upperBound - values.lowerBound) / Double(max(1, count)))
        var digits = 0
        var scaled = step
        while digits < 6, abs(scaled - scaled.rounded()) > 1e-6 * scaled {
            scaled *= 10
            digits += 1
        }
        return digits
    }

    /// The smallest of 1, 2, 5, 10 … times a power of ten that is not below `least`.
    package static func step(for least: Double) -> Double {
        guard least.isFinite, least > 1e-9 else { return 1 }
        var power = 1.0
        while power > least { power /= 10 }
        while power * 10 < least { power *= 10 }
        for factor in [1.0, 2, 5] where power * factor >= least * (1 - 1e-9) { return power * factor }
        return power * 10
    }
}
