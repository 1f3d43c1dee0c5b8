// SPDX-License-Identifier: Apache-2.0

/// Measurements of one thing, in one unit.
struct Samples {
    private(set) var values: [Double] = []

    mutating func append(_ value: Double) {
        values.append(value)
    }

    /// The value that a fraction of the samples does not exceed; not a number without samples.
    func percentile(_ fraction: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))]
    }

    var median: Double { percentile(0.5) }
}
