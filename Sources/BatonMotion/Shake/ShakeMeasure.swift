// SPDX-License-Identifier: Apache-2.0

/// The values that the detector derived from the last sample, for drawing them and for telling why a movement was not
/// recognized.
///
/// Accelerations are in m/s², divided by ``ShakeSensitivity/factor``, so that the thresholds are the same for each
/// sensitivity.
///
/// For example:
/// ```swift
/// var detector = ShakeDetector()
/// for sample in recording.samples { _ = detector.process(sample) }
/// let measure = detector.measure
/// if measure.reversals < ShakeMeasure.neededReversals { print("only \(measure.reversals) reversals") }
/// ```
public struct ShakeMeasure: Hashable, Sendable {
    /// The magnitude of the user's acceleration, without gravity.
    public var magnitude = 0.0
    /// The mean magnitude over 0.41 s.
    public var mean = 0.0
    /// Reversals of direction without a pause between them.
    public var reversals = 0
    /// The peak of the weaker one of the last two swings.
    public var weakerSwing = 0.0
    /// The weaker one of the last two swings divided by the stronger one, 0…1.
    public var balance = 0.0
    /// √(mean/10 · weaker swing/12). A shake reaches ``neededStrength``.
    public var strength = 0.0
    /// Seconds since the device was last at rest.
    public var sinceRest = 0.0
    /// Seconds since the device was last calm.
    public var sinceCalm = 0.0
    /// Whether the device fell or jumped at most 1.5 s ago (rule SHAKE9).
    public var isFalling = false
    /// Whether the samples are too sparse to follow swings: below about 22 Hz (rule SHAKE7).
    public var isSparse = false

    /// The strength that a shake out of calm needs, with two reversals or more.
    public static let neededStrength = ShakeThresholds.strength
    /// The strength that a shake out of calm needs where samples are sparse, with one reversal or more.
    public static let neededSparseStrength = ShakeThresholds.sparseStrength
    /// The reversals that a shake needs.
    public static let neededReversals = ShakeThresholds.reversals
    /// The peak that each of the last two swings of a shake needs, in m/s².
    public static let neededSwing = ShakeThresholds.opposite
    /// The magnitude above which a sample belongs to a swing, in m/s².
    public static let swing = ShakeThresholds.swing

    /// The balance that the last two swings of a shake need.
    public static let neededBalance = ShakeThresholds.balance
    /// The longest time since the device was calm at which a shake can begin, in seconds.
    public static let longestSinceCalm = ShakeThresholds.sinceCalm
    /// Seconds after the first sample in which nothing is recognized, because gravity is not known yet.
    public static let warmUp = ShakeThresholds.warmUp
    /// The duration of a half swing, from one side to the other, in seconds.
    public static let halfSwing = ShakeThresholds.shortestHalfSwing...ShakeThresholds.longestHalfSwing

    /// Makes a measure before the first sample: all values are 0.
    public init() {}
}
