// SPDX-License-Identifier: Apache-2.0

/// How long the device was weightless lately: the time of a fall or a jump, which fades (rule SHAKE9).
struct Weightlessness: Sendable {
    /// Seconds of weightlessness, fading with a time constant of 0.8 s.
    private(set) var time = 0.0
    // Samples come at nearly equal intervals, so the factor is computed only when the interval has changed by 2 %
    // (FILTER2).
    private var interval = 0.0
    private var fading = 1.0

    /// Takes the next sample: the square of its smoothed specific force.
    mutating func add(_ squaredForce: Double, interval: Double) {
        if abs(interval - self.interval) > 0.02 * self.interval {
            self.interval = interval
            fading = ExponentialDecay.remaining(interval / ShakeThresholds.weightlessTime)
        }
        time *= fading
        if squaredForce < ShakeThresholds.weightless * ShakeThresholds.weightless { time += interval }
    }
}
