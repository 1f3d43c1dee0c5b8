// SPDX-License-Identifier: Apache-2.0

/// How a player is told to play if it is paused, and to pause if it plays (rules MPRIS95 and MPRIS96).
package enum ToggleChoice: String, Sendable, CaseIterable {
    /// By `PlayPause`; by the other way where that was seen to do nothing.
    case auto
    /// Always by `PlayPause`.
    case playPause = "play-pause"
    /// Always by `Play` or `Pause`, as the player's status says.
    case byStatus = "by-status"

    /// Whether the status decides; nil if what was learned of the player does.
    package var isByStatus: Bool? {
        switch self {
        case .auto: nil
        case .playPause: false
        case .byStatus: true
        }
    }
}
