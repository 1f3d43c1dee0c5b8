// SPDX-License-Identifier: Apache-2.0

/// Knows when the device was last calm, and whether it has just fallen.
struct CalmGate: Sendable {
    /// When it was last calm, in seconds of the detector's clock.
    private(set) var lastCalm = -Double.infinity
    /// When it was last at rest.
    private(set) var lastRest = -Double.infinity
    private var restSince: Double?
    private var lastFall = -Double.infinity
    private var calmSince: Double?
    private var fallingSince: Double?
    private var lightSince: Double?

    /// Takes the next value: the user's acceleration, and the square of the specific force.
    mutating func add(_ magnitude: Double, _ squaredForce: Double, at time: Double, interval: Double, isSparse: Bool) {
        if magnitude < ShakeThresholds.calm {
            // A sparse sample stands for the time since the one before.
            let since = calmSince ?? (isSparse ? time - interval : time)
            calmSince = since
            if time - since >= ShakeThresholds.calmTime { lastCalm = time }
        } else {
            calmSince = nil
        }
        if magnitude < (isSparse ? ShakeThresholds.sparseRest : ShakeThresholds.rest) {
            let since = restSince ?? (isSparse ? time - interval : time)
            restSince = since
            if time - since >= (isSparse ? ShakeThresholds.sparseRestTime : ShakeThresholds.restTime) {
                lastRest = time
            }
        } else {
            restSince = nil
        }
        noteFall(squaredForce, at: time, interval: interval, isSparse: isSparse)
    }

    private mutating func noteFall(_ squaredForce: Double, at time: Double, interval: Double, isSparse: Bool) {
        guard squaredForce < ShakeThresholds.shallowFall * ShakeThresholds.shallowFall else {
            lightSince = nil
            fallingSince = nil
            return
        }
        let least = isSparse ? 0.9 * interval : 0
        let light = lightSince ?? time
        lightSince = light
        if time - light >= max(ShakeThresholds.shallowFallTime, least) { lastFall = time }
        guard squaredForce < ShakeThresholds.fall * ShakeThresholds.fall else {
            fallingSince = nil
            return
        }
        let falling = fallingSince ?? time
        fallingSince = falling
        if time - falling >= max(ShakeThresholds.fallTime, least) { lastFall = time }
    }

    /// Whether it fell, or jumped, a moment ago.
    func isAfterFall(at time: Double) -> Bool { time - lastFall <= ShakeThresholds.afterFall }
}
