// SPDX-License-Identifier: Apache-2.0

extension RemoteControlSubtype {
    /// The command of a headset that sends Play and Pause in turn, by its own belief about the player (rule B7).
    ///
    /// Play while the player plays and Pause while it does not become a toggle. Other commands stay as sent, and all do while it
    /// is not known whether the player plays. Only for devices with ``ButtonSettings/correctsBelief``.
    public func corrected(isPlaying: Bool?) -> RemoteControlSubtype {
        switch (self, isPlaying) {
        case (.play, true), (.pause, false): .togglePlayPause
        default: self
        }
    }
}
