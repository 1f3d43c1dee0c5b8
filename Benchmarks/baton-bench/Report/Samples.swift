// SPDX-License-Identifier: Apache-2.0

/// The measurements of one quantity, in one unit.
struct Samples {
    private(set) var values: [Double]

    init(_ values: [Double] = []) {
        self.values = values
    }

    mutating func append(_ value: Double) {
        values.append(value)
    }

    /// The value that the given fraction of the samples does not exceed; NaN without samples.
    func percentile(_ fraction: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))]
    }

    var median: Double { percentile(0.5) }
}
