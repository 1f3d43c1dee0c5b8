// SPDX-License-Identifier: Apache-2.0

/// Splits specific force into gravity and what the user does, for a shake (spec/motion.md §4).
struct UserAccelerationFilter: Sendable {
    /// Specific force without the ringing of steps and knocks.
    private(set) var force = Acceleration.zero
    private var gravity = Acceleration.zero
    private var age = 0.0
    /// Filtered once; ``force`` is filtered twice, which keeps more of a shake for as much taken of a step.
    private var once = Acceleration.zero
    // Samples come at nearly equal intervals: the gains are computed only when the interval has changed by 2 %.
    private var interval = 0.0
    private var smoothing = 1.0
    private var following = 1.0

    /// Begins anew with a first sample.
    mutating func reset(_ first: Acceleration) {
        force = first
        once = first
        gravity = first
        age = 0
    }

    /// Passes a sample that came `interval` seconds after the one before, and tells what the user did.
    mutating func pass(_ sample: Acceleration, after interval: Double) -> Acceleration {
        age += interval
        if abs(interval - self.interval) > 0.02 * self.interval { tune(to: interval) }
        once = once + (sample - once) * smoothing
        force = force + (once - force) * smoothing
        let difference = force - gravity
        var gain = following
        if age < 1.5 * ShakeThresholds.gravityTime {
            // At first, the mean of what there was.
            gain = max(gain, interval / (age + interval))
        } else {
            let square = difference.squaredMagnitude
            if square > ShakeThresholds.gravityClip * ShakeThresholds.gravityClip {
                gain *= ShakeThresholds.gravityClip / square.squareRoot()
            }
        }
        gravity = gravity + difference * gain
        return force - gravity
    }

    private mutating func tune(to interval: Double) {
        self.interval = interval
        let constants = interval * 2 * .pi * ShakeThresholds.cutOff
        // Below 16 Hz or so there is nothing left to smooth.
        smoothing = constants > ShakeThresholds.smoothLimit ? 1 : 1 - ExponentialDecay.remaining(constants)
        following = 1 - ExponentialDecay.remaining(interval / ShakeThresholds.gravityTime)
    }
}
