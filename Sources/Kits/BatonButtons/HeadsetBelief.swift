// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// What a Bluetooth headset means by Play and Pause (rules B7 and I52).
///
/// Anything but ``sent`` is only for a device that the user has named: an earbud that is taken out sends Pause as well,
/// and a car sends Play when it connects.
///
/// For example:
/// ```swift
/// let command = RemoteControlSubtype.play.meant(by: .corrected, isPlaying: true)  // .togglePlayPause
/// ```
public enum HeadsetBelief: String, Sendable, CaseIterable {
    /// What it sends. Pause never starts a player, and Play never pauses one.
    case sent
    /// A toggle by each of the two: for a device whose one button only ever sends Play.
    case toggle
    /// A toggle by the one that contradicts the player: for a device that sends the two in turn, without knowing the
    /// player.
    case corrected
}

extension RemoteControlSubtype {
    /// Returns the command that is meant by a headset which sent this one (rules B7 and I52).
    ///
    /// Only Play and Pause are changed. If `isPlaying` is nil, ``HeadsetBelief/corrected`` changes nothing.
    public func meant(by belief: HeadsetBelief, isPlaying: Bool?) -> RemoteControlSubtype {
        switch (belief, self, isPlaying) {
        case (.toggle, .play, _), (.toggle, .pause, _), (.corrected, .play, true), (.corrected, .pause, false):
            .togglePlayPause
        default: self
        }
    }
}
