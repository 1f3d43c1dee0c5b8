// SPDX-License-Identifier: Apache-2.0

/// What a user can set about the recognition of a shake.
public struct ShakeSettings: Hashable, Sendable {
    /// How little it takes.
    public var sensitivity: ShakeSensitivity
    /// A shake that goes on for longer after it was recognized is cancelled (rule M1).
    public var longestShake: Duration

    /// Makes settings; the defaults are those of Apple's guide: about a second.
    public init(sensitivity: ShakeSensitivity = .medium, longestShake: Duration = .seconds(1)) {
        self.sensitivity = sensitivity
        self.longestShake = longestShake
    }

    /// What the agent uses: people shake for up to four seconds, and an undo happens when a shake ends (docs/shake.md).
    public static let agentDefault = ShakeSettings(longestShake: .seconds(4))
}
