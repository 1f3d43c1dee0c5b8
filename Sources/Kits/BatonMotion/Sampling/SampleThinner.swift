// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Chooses samples so that their mean rate is the wished one, whatever the rate of the source (rule CM13).
package struct SampleThinner: Sendable {
    private var last: Int64?
    private var due = Int64.min
    /// The smoothed interval of the source, in nanoseconds.
    private var smoothed = 0.0
    /// How many intervals of the source the samples may lag before those that follow no longer make up for it. A machine
    /// that is busy estimates the times of a batch late and those of the next one close together; with a smaller value
    /// such a pair loses samples, with a larger one more of them follow a real gap faster than wished.
    private static let patience = 8.0

    /// Makes a thinner that takes the first sample.
    package init() {}

    /// - Parameter interval: the wished one in seconds.
    /// - Returns: whether the sample of this time is to be delivered.
    package mutating func takes(_ time: Int64, every interval: Double) -> Bool {
        defer { last = time }
        let wish = Int64(clamping: interval * 1e9)
        guard let last, time > last else {
            due = Self.sum(time, wish)
            return true
        }
        let step = Double(time) - Double(last)
        smoothed = smoothed == 0 ? step : smoothed + (min(step, 4 * smoothed) - smoothed) * 0.05
        guard Double(time) - Double(due) >= -smoothed / 2 else { return false }
        let isBehind = Double(time) - Double(due) > max(Double(wish), Self.patience * smoothed)
        due = Self.sum(isBehind ? time : due, wish)
        return true
    }

    /// A time and a wish of any length, which is not negative.
    private static func sum(_ time: Int64, _ wish: Int64) -> Int64 {
        let (sum, isOver) = time.addingReportingOverflow(wish)
        return isOver ? .max : sum
    }
}
