// SPDX-License-Identifier: Apache-2.0

extension RemoteControlSubtype {
    /// What a headset meant that says play or pause by its own belief about the player (rule B7).
    ///
    /// Its button toggles. Where what it sent contradicts the player, the belief is wrong and it is a toggle; all else is as
    /// it was sent, also if nobody knows whether the player plays.
    public func corrected(isPlaying: Bool?) -> RemoteControlSubtype {
        switch (self, isPlaying) {
        case (.play, true), (.pause, false): .togglePlayPause
        default: self
        }
    }
}
