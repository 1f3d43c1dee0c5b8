// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The values that the detector derived from the last sample, for drawing them and for telling why a movement was not
/// recognized.
///
/// Accelerations are in m/s², divided by ``ShakeSensitivity/factor``, so that the thresholds are the same for each
/// sensitivity.
///
/// For example:
/// ```swift
/// var detector = LandedDetector()
/// for sample in recording.samples { _ = detector.process(sample) }
/// let measure = detector.measure
/// if measure.reversals < LandedMeasure.neededReversals { print("only \(measure.reversals) reversals") }
/// ```
struct LandedMeasure: Hashable, Sendable {
    /// The magnitude of the user's acceleration, without gravity.
    var magnitude = 0.0
    /// The mean magnitude over 0.41 s.
    var mean = 0.0
    /// Reversals of direction without a pause between them.
    var reversals = 0
    /// The peak of the weaker one of the last two swings.
    var weakerSwing = 0.0
    /// The weaker one of the last two swings divided by the stronger one, 0…1.
    var balance = 0.0
    /// √(mean/10 · weaker swing/12). A shake reaches ``neededStrength``.
    var strength = 0.0
    /// Seconds since the device was last at rest.
    var sinceRest = 0.0
    /// Seconds since the device was last calm.
    var sinceCalm = 0.0
    /// Whether the device fell or jumped at most 1.5 s ago (rule SHAKE9).
    var isFalling = false
    /// Whether the samples are too sparse to follow swings: below about 22 Hz (rule SHAKE7).
    var isSparse = false

    /// The strength that a shake out of calm needs, with two reversals or more.
    static let neededStrength = LandedThresholds.strength
    /// The strength that a shake out of calm needs where samples are sparse, with one reversal or more.
    static let neededSparseStrength = LandedThresholds.sparseStrength
    /// The reversals that a shake needs.
    static let neededReversals = LandedThresholds.reversals
    /// The peak that each of the last two swings of a shake needs, in m/s².
    static let neededSwing = LandedThresholds.opposite
    /// The magnitude above which a sample belongs to a swing, in m/s².
    static let swing = LandedThresholds.swing

    /// The balance that the last two swings of a shake need.
    static let neededBalance = LandedThresholds.balance
    /// The longest time since the device was calm at which a shake can begin, in seconds.
    static let longestSinceCalm = LandedThresholds.sinceCalm
    /// Seconds after the first sample in which nothing is recognized, because gravity is not known yet.
    static let warmUp = LandedThresholds.warmUp
    /// The duration of a half swing, from one side to the other, in seconds.
    static let halfSwing = LandedThresholds.shortestHalfSwing...LandedThresholds.longestHalfSwing

    /// Makes a measure before the first sample: all values are 0.
    init() {}
}
