// SPDX-License-Identifier: Apache-2.0

/// What is left after an interval of what fades exponentially. Samples come at nearly equal intervals, so it is computed only
/// when the interval has changed by 2 % (rule FILTER2).
struct SteadyDecay: Sendable {
    /// Seconds after which 37 % are left.
    private let timeConstant: Double
    private var interval = 0.0
    private var share = 1.0

    init(timeConstant: Double) { self.timeConstant = timeConstant }

    /// The share that is left after an interval in seconds.
    // Inlined into the detector: it is called with each sample.
    @inline(__always)
    mutating func remaining(after interval: Double) -> Double {
        if abs(interval - self.interval) > 0.02 * self.interval {
            self.interval = interval
            share = ExponentialDecay.remaining(interval / timeConstant)
        }
        return share
    }
}
