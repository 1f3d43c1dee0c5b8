// SPDX-License-Identifier: Apache-2.0

/// Splits specific force into gravity and the user's acceleration (rules SHAKE2 and SHAKE3).
struct UserAccelerationFilter: Sendable {
    /// The specific force after both low passes, which remove the ringing of steps and knocks.
    private(set) var force = Acceleration.zero
    private var gravity = Acceleration.zero
    private var age = 0.0
    /// The specific force after the first low pass. ``force`` has passed two: for the same effect on a step, that keeps
    /// more of a shake than one stronger low pass.
    private var once = Acceleration.zero
    // Samples come at nearly equal intervals, so the gains are computed only when the interval has changed by 2 %
    // (FILTER2).
    private var interval = 0.0
    private var smoothing = 1.0
    private var following = 1.0

    /// Begins with a first sample.
    mutating func reset(_ first: Acceleration) {
        force = first
        once = first
        gravity = first
        age = 0
    }

    /// Passes a sample that came `interval` seconds after the one before.
    ///
    /// - Returns: the user's acceleration.
    // Inlined into the detector: four calls for each sample cost an eighth of its time.
    @inline(__always)
    mutating func pass(_ sample: Acceleration, after interval: Double) -> Acceleration {
        age += interval
        if abs(interval - self.interval) > 0.02 * self.interval { tune(to: interval) }
        once = once + (sample - once) * smoothing
        force = force + (once - force) * smoothing
        let difference = force - gravity
        var gain = following
        if age < 1.5 * ShakeThresholds.gravityTime {
            // At the beginning gravity is the mean of all samples so far.
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
        // Below about 16 Hz the low pass would hardly change a sample.
        smoothing = constants > ShakeThresholds.smoothLimit ? 1 : 1 - ExponentialDecay.remaining(constants)
        following = 1 - ExponentialDecay.remaining(interval / ShakeThresholds.gravityTime)
    }
}
