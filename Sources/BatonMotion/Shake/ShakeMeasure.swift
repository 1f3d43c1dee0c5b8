// SPDX-License-Identifier: Apache-2.0

/// What the recognizer sees at a sample; to draw it, and to tell why something was no shake.
///
/// Accelerations are in m/s², divided by the factor of the sensitivity, so that the same thresholds hold for all.
public struct ShakeMeasure: Hashable, Sendable {
    /// How strongly the device is moved at this sample, gravity taken away.
    public var magnitude = 0.0
    /// The mean of that over 0.4 s.
    public var mean = 0.0
    /// Reversals of direction in a row.
    public var reversals = 0
    /// The weaker of the last two swings.
    public var weakerSwing = 0.0
    /// The weaker of the last two swings against the stronger, 0…1.
    public var balance = 0.0
    /// √(mean/10 · weaker swing/12): a shake has ``neededStrength``.
    public var strength = 0.0
    /// Seconds since the device was at rest.
    public var sinceRest = 0.0
    /// Seconds since the device was calm.
    public var sinceCalm = 0.0
    /// It has fallen or jumped a moment ago.
    public var isFalling = false
    /// The samples are too sparse to follow swings (below about 22 Hz).
    public var isSparse = false

    /// The strength a shake has, at two reversals or more.
    public static let neededStrength = ShakeThresholds.strength
    /// The strength a shake has where samples are sparse, at one reversal or more.
    public static let neededSparseStrength = ShakeThresholds.sparseStrength
    /// The reversals a shake has.
    public static let neededReversals = ShakeThresholds.reversals
    /// What each of the last two swings of a shake reaches, in m/s².
    public static let neededSwing = ShakeThresholds.opposite
    /// What a swing is stronger than, in m/s².
    public static let swing = ShakeThresholds.swing

    /// The least balance of the last two swings of a shake.
    public static let neededBalance = ShakeThresholds.balance
    /// How long ago it may have been calm, in seconds.
    public static let longestSinceCalm = ShakeThresholds.sinceCalm
    /// Nothing is recognized before gravity is known, in seconds after the first sample.
    public static let warmUp = ShakeThresholds.warmUp
    /// The time a swing takes from one side to the other, in seconds.
    public static let halfSwing = ShakeThresholds.shortestHalfSwing...ShakeThresholds.longestHalfSwing

    /// Makes a measure of nothing.
    public init() {}
}
