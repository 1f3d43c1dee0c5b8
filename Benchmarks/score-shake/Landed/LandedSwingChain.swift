// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Counts the half swings of a shake. Each goes against the direction of the one before, in three dimensions (rule
/// SHAKE4).
struct LandedSwingChain: Sendable {
    /// Reversals that followed each other without a pause.
    private(set) var reversals = 0
    /// The peak of the present half swing.
    private(set) var peak = 0.0
    /// The peak of the half swing before; 0 when there is none.
    private(set) var previousPeak = 0.0
    /// The peak of the half swing before that; 0 when there is none.
    private(set) var thirdPeak = 0.0
    /// Swings that followed each other, each strong and nearly as strong as the one before: the thresholds are
    /// ``LandedThresholds/evenSwing`` and ``LandedThresholds/evenBalance``.
    private(set) var even = 0
    /// When the magnitude was last that of a swing, in seconds of the detector's clock.
    private(set) var lastStrong = -Double.infinity

    private var direction = Acceleration.zero
    private var start = 0.0
    private var isSwinging = false

    /// The peak of the weaker one of the last two swings.
    var weaker: Double { min(peak, previousPeak) }
    /// The weaker one of the last two swings divided by the stronger one; 0 when there are not two.
    var balance: Double { previousPeak > 0 ? weaker / max(peak, previousPeak) : 0 }

    /// Forgets all swings.
    mutating func removeAll() {
        self = LandedSwingChain()
    }

    /// Takes the next sample of the user's acceleration.
    mutating func add(
        _ acceleration: Acceleration, _ magnitude: Double, at time: Double, interval: Double, isSparse: Bool
    ) {
        guard magnitude >= LandedThresholds.swing else {
            if time - lastStrong > LandedThresholds.longestHalfSwing { pause() }
            return
        }
        let isAnew = time - lastStrong > max(LandedThresholds.pause, 1.5 * interval)
        lastStrong = time
        guard isSwinging else {
            isSwinging = true
            begin(acceleration, magnitude, at: time)
            return
        }
        if acceleration.dot(direction) < LandedThresholds.oppositeCosine * magnitude * peak {
            turn(after: time - start, interval: interval, isSparse: isSparse)
            begin(acceleration, magnitude, at: time)
            return
        }
        if isAnew {
            begin(acceleration, magnitude, at: time)
        } else if magnitude > peak {
            direction = acceleration
            peak = magnitude
        }
    }

    private mutating func turn(after elapsed: Double, interval: Double, isSparse: Bool) {
        if elapsed > max(LandedThresholds.longestHalfSwing, 3.5 * interval) {
            reversals = 0
            even = 0
            previousPeak = 0
            thirdPeak = 0
        } else if elapsed >= LandedThresholds.shortestHalfSwing || isSparse {
            reversals += 1
            even = weaker >= LandedThresholds.evenSwing && balance >= LandedThresholds.evenBalance ? even + 1 : 0
            thirdPeak = previousPeak
            previousPeak = peak
        }
        // A half swing that is shorter is replaced by the next one and not counted.
    }

    private mutating func begin(_ acceleration: Acceleration, _ magnitude: Double, at time: Double) {
        direction = acceleration
        peak = magnitude
        start = time
    }

    private mutating func pause() {
        isSwinging = false
        reversals = 0
        even = 0
        peak = 0
        previousPeak = 0
        thirdPeak = 0
    }
}
