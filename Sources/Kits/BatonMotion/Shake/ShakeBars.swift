// SPDX-License-Identifier: Apache-2.0

extension ShakeModel {
    /// The bars of a sensitivity by the interval of the samples: a slow sensor sees less of a shake, and more of a step's
    /// ringing (rule SHAKE7).
    ///
    /// Between two intervals the bar is on the line between theirs, and beyond the first and the last as theirs. Dense and
    /// sparse sensors have curves of their own, so no line leads from the bars of one to those of the other.
    struct Bars: Sendable {
        /// The intervals that have a bar, in seconds: 100, 50, 25, 12.5 and 10 samples a second.
        static let intervals: InlineArray<5, Double> = [0.01, 0.02, 0.04, 0.08, 0.1]
        /// The place of the first one of sparse sensors.
        private static let firstSparse = 3

        private(set) var values = InlineArray<5, Double>(repeating: 0)

        init() {}

        /// The place of an interval in a file of coefficients; nil if no bars belong to it.
        static func place(of interval: Double) -> Int? { intervals.indices.first { intervals[$0] == interval } }

        subscript(index: Int) -> Double {
            get { values[index] }
            set { values[index] = newValue }
        }

        /// The bar for an interval in seconds.
        func bar(_ interval: Double) -> Double {
            let isSparse = Density(interval: interval) == .sparse
            let last = isSparse ? Self.intervals.count - 1 : Self.firstSparse - 1
            var index = isSparse ? Self.firstSparse : 0
            guard interval > Self.intervals[index] else { return values[index] }
            while index < last {
                let (from, to) = (Self.intervals[index], Self.intervals[index + 1])
                if interval < to {
                    return values[index] + (values[index + 1] - values[index]) * (interval - from) / (to - from)
                }
                index += 1
            }
            return values[last]
        }

        /// The bars higher by an amount, but none below that of others: two levels are not equally far apart at each
        /// interval, so the limit is one for each.
        func raised(by raise: Double, atLeast lowest: Bars) -> Bars {
            var result = self
            for index in values.indices { result[index] = max(values[index] + raise, lowest[index]) }
            return result
        }
    }
}
