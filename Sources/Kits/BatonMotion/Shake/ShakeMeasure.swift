// SPDX-License-Identifier: Apache-2.0

/// The values that the detector derived from the last sample, for drawing them and for telling why a movement was not
/// recognized.
///
/// For example:
/// ```swift
/// let measure = detector.measure
/// if let score = measure.score { print("\(score) of \(measure.bar)") }
/// ```
public struct ShakeMeasure: Hashable, Sendable {
    /// The magnitude of the user's acceleration, without gravity, in m/s².
    public internal(set) var magnitude = 0.0
    /// The score that a shake needs at the rate of the samples; of a detector that does not explain, that of the last judged
    /// sample.
    public internal(set) var bar = 0.0
    /// The features of the last 0.6 s, of a sparse sensor the last second; nil where a shake was out of reach, so that they
    /// were not computed.
    public internal(set) var features: ShakeFeatures?
    /// The score of ``features``. With fewer than 22 samples a second it is the lower one of two judged in a row, nil until four
    /// samples of a second were near a peak, and where the sample is not judged; of a sparse sensor also nil where it does not swing
    /// as a shake does (rule SHAKE7).
    public internal(set) var score: Double?
    /// Whether a shake may begin with this sample: half swings are judged near their peaks.
    public internal(set) var isJudged = false

    /// Seconds after the first sample in which nothing is recognized, because gravity is not known yet.
    public static let warmUp = ShakeThresholds.warmUp
    /// Seconds before a sample that ``features`` are computed from; of a sparse sensor ``sparseWindow``.
    public static let window = ShakeWindow.length
    /// Seconds before a sample that ``features`` of a sensor with fewer than 18 samples a second are computed from.
    public static let sparseWindow = ShakeWindow.sparseLength
    /// Seconds without a strong sample after which nothing is recognized, and a shake is over.
    public static let quiet = ShakeThresholds.quiet
    /// Smallest magnitude of a strong sample, in m/s².
    public static let strong = ShakeThresholds.strong

    /// Makes a measure before the first sample: all values are 0.
    public init() {}
}
