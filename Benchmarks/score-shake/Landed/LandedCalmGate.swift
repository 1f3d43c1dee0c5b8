// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Remembers when the device was last calm, when it was last at rest, and when it last fell (rules SHAKE6 and SHAKE9).
struct LandedCalmGate: Sendable {
    /// When the device was last calm, in seconds of the detector's clock.
    private(set) var lastCalm = -Double.infinity
    /// When the device was last at rest, in seconds of the detector's clock.
    private(set) var lastRest = -Double.infinity
    private var restSince: Double?
    private var lastFall = -Double.infinity
    private var calmSince: Double?
    private var fallingSince: Double?
    private var lightSince: Double?

    /// Takes the next sample: the magnitude of the user's acceleration, and the square of the specific force.
    mutating func add(_ magnitude: Double, _ squaredForce: Double, at time: Double, interval: Double, isSparse: Bool) {
        if magnitude < LandedThresholds.calm {
            // Where samples are sparse, one counts for the time since the one before.
            let since = calmSince ?? (isSparse ? time - interval : time)
            calmSince = since
            if time - since >= LandedThresholds.calmTime { lastCalm = time }
        } else {
            calmSince = nil
        }
        if magnitude < (isSparse ? LandedThresholds.sparseRest : LandedThresholds.rest) {
            let since = restSince ?? (isSparse ? time - interval : time)
            restSince = since
            if time - since >= (isSparse ? LandedThresholds.sparseRestTime : LandedThresholds.restTime) {
                lastRest = time
            }
        } else {
            restSince = nil
        }
        noteFall(squaredForce, at: time, interval: interval, isSparse: isSparse)
    }

    private mutating func noteFall(_ squaredForce: Double, at time: Double, interval: Double, isSparse: Bool) {
        guard squaredForce < LandedThresholds.shallowFall * LandedThresholds.shallowFall else {
            lightSince = nil
            fallingSince = nil
            return
        }
        let least = isSparse ? 0.9 * interval : 0
        let light = lightSince ?? time
        lightSince = light
        if time - light >= max(LandedThresholds.shallowFallTime, least) { lastFall = time }
        guard squaredForce < LandedThresholds.fall * LandedThresholds.fall else {
            fallingSince = nil
            return
        }
        let falling = fallingSince ?? time
        fallingSince = falling
        if time - falling >= max(LandedThresholds.fallTime, least) { lastFall = time }
    }

    /// Whether a fall or a jump ended at most ``LandedThresholds/afterFall`` ago.
    func isAfterFall(at time: Double) -> Bool { time - lastFall <= LandedThresholds.afterFall }
}
