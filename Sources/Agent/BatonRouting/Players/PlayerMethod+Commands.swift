// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS

/// What a command of this kind means for a player.
extension PlayerMethod {
    /// Whether a second delivery does no harm. Next, Previous, PlayPause and Seek are sent at most once (rule MPRIS25).
    var isIdempotent: Bool { self == .play || self == .pause || self == .stop }
    /// Whether it makes the player play or not.
    var isForStatus: Bool { isIdempotent || self == .playPause }
}
