// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

extension RemoteControlSubtype {
    /// Returns the command that is meant by a headset which sends Play and Pause in turn, without knowing the player
    /// (rule B7).
    ///
    /// Play while the player plays, and Pause while it does not, become a toggle. Other commands are returned as they
    /// are, and so is every command while `isPlaying` is nil. Use it only for devices with
    /// ``ButtonSettings/correctsBelief``.
    public func corrected(isPlaying: Bool?) -> RemoteControlSubtype {
        switch (self, isPlaying) {
        case (.play, true), (.pause, false): .togglePlayPause
        default: self
        }
    }
}
