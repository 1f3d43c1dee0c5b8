// SPDX-License-Identifier: Apache-2.0

/// The capabilities of a player.
///
/// A property that a player does not export counts as true: the command is sent, and the player answers (rule MPRIS9).
///
/// For example:
/// ```swift
/// let mayGoOn = player.capabilities.isSuperset(of: [.control, .goNext])
/// ```
public struct Capabilities: OptionSet, Hashable, Sendable {
    /// One bit for each capability.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `CanControl`; without it the player has no other capability (rule MPRIS5).
    public static let control = Capabilities(rawValue: 1)
    /// `CanPlay`
    public static let play = Capabilities(rawValue: 2)
    /// `CanPause`
    public static let pause = Capabilities(rawValue: 4)
    /// `CanGoNext`
    public static let goNext = Capabilities(rawValue: 8)
    /// `CanGoPrevious`
    public static let goPrevious = Capabilities(rawValue: 16)
    /// `CanSeek`
    public static let seek = Capabilities(rawValue: 32)
    /// All capabilities, as of a player that exports none of the properties.
    public static let all: Capabilities = [.control, .play, .pause, .goNext, .goPrevious, .seek]
}
