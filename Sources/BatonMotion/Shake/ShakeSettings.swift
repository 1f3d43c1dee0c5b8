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

    /// Makes settings. The default of the longest shake is that of Apple's guide, about a second (rule SHAKE12).
    public init(sensitivity: ShakeSensitivity = .medium, longestShake: Duration = .seconds(1)) {
        self.sensitivity = sensitivity
        self.longestShake = longestShake
    }

    /// The agent's default: people shake for up to four seconds, and Undo is offered only when a shake ends (rule
    /// SHAKE12).
    public static let agentDefault = ShakeSettings(longestShake: .seconds(4))
}

/// How weak a shake may be to be recognized (rule SHAKE10).
///
/// For example:
/// ```swift
/// let settings = ShakeSettings(sensitivity: ShakeSensitivity(rawValue: "high") ?? .medium)
/// ```
public enum ShakeSensitivity: String, CaseIterable, Hashable, Sendable {
    /// Only hard shakes are recognized.
    case low
    /// The sensitivity that docs/shake.md has results for.
    case medium
    /// Gentle shakes are recognized too, and more movements are mistaken for one.
    case high

    /// The factor by which all strengths are multiplied. A larger one needs a harder shake.
    public var factor: Double {
        switch self {
        case .low: 1.25
        case .medium: 1
        case .high: 0.8
        }
    }
}
