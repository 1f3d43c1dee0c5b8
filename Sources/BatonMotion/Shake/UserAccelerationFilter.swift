// SPDX-License-Identifier: Apache-2.0

/// Splits specific force into gravity and what the user does, for a shake (spec/motion.md §4).
struct UserAccelerationFilter: Sendable {
    /// Specific force without the ringing of steps and knocks.
    private(set) var force = Acceleration.zero
    private var gravity = Acceleration.zero
    private var age = 0.0
    /// Filtered once; ``force`` is filtered twice, which keeps more of a shake for as much taken of a step.
    private var once = Acceleration.zero
    private var smoothing = LowPassFilter(timeConstant: 1 / (2 * .pi * ShakeThresholds.cutOff))
    private var following = LowPassFilter(timeConstant: ShakeThresholds.gravityTime)

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
        // Below 16 Hz or so there is nothing left to smooth.
        if 2 * .pi * ShakeThresholds.cutOff * interval > ShakeThresholds.smoothLimit {
            once = sample
            force = sample
        } else {
            let gain = smoothing.gain(for: interval)
            once = once + (sample - once) * gain
            force = force + (once - force) * gain
        }
        let difference = force - gravity
        var gain = following.gain(for: interval)
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
}
