// SPDX-License-Identifier: Apache-2.0

/// How long the device was weightless lately: the time of a fall or a jump, which fades (rule SHAKE9).
struct Weightlessness: Sendable {
    /// Seconds of weightlessness, fading with a time constant of 0.8 s.
    private(set) var time = 0.0
    private var decay = SteadyDecay(timeConstant: ShakeThresholds.weightlessTime)

    /// Takes the next sample: the square of its smoothed specific force.
    mutating func add(_ squaredForce: Double, interval: Double) {
        time *= decay.remaining(after: interval)
        if squaredForce < ShakeThresholds.weightless * ShakeThresholds.weightless { time += interval }
    }
}
