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
