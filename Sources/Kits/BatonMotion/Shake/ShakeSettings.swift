// SPDX-License-Identifier: Apache-2.0

/// The settings of a ``ShakeDetector``.
///
/// For example:
/// ```swift
/// let settings = ShakeSettings(sensitivity: .high, longestShake: .seconds(2))
/// let detector = ShakeDetector(settings)
/// ```
public struct ShakeSettings: Hashable, Sendable {
    /// How weak a shake may be.
    public var sensitivity: ShakeSensitivity
    /// A shake that goes on for longer than this after its recognition is cancelled (rule M1).
    public var longestShake: Duration
    /// How much higher than that of ``sensitivity`` the bar is, in units of the score; negative for a lower one. It is
    /// what `batonctl calibrate` found for the owner of the device. From -5 to 5; a value beyond counts as the limit, and
    /// no bar is lower than that of ``ShakeSensitivity/high``, which has the largest rate of false shakes that is stated.
    public var raise: Double

    /// Makes settings. The default of the longest shake is that of Apple's guide, about a second (rule SHAKE12).
    public init(
        sensitivity: ShakeSensitivity = .medium, longestShake: Duration = .seconds(1), raise: Double = 0
    ) {
        self.sensitivity = sensitivity
        self.longestShake = longestShake
        self.raise = raise
    }

    /// The agent's default: people shake for up to four seconds, and Undo is offered only when a shake ends (rule
    /// SHAKE12).
    public static let agentDefault = ShakeSettings(longestShake: .seconds(4))
}

/// How weak a shake may be to be recognized: a point on the curve of found shakes against false ones (rule SHAKE10).
///
/// The rates are those of simulated days (docs/shake.md) at 18 samples a second and more; sparser sensors may have 30 times as
/// many.
///
/// For example:
/// ```swift
/// let careful = ShakeDetector(ShakeSettings(sensitivity: .low))
/// ```
public enum ShakeSensitivity: String, CaseIterable, Hashable, Sendable {
    /// At most one false shake a year on a laptop or a tablet, and one a month on a phone.
    case low
    /// At most one false shake a month on a laptop or a tablet, and one a week on a phone.
    case medium
    /// At most one false shake a week on a laptop or a tablet, and one a day on a phone.
    case high

    /// The place in the model's bars.
    var level: Int { self == .low ? 0 : self == .medium ? 1 : 2 }
}
