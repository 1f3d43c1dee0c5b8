// SPDX-License-Identifier: Apache-2.0

/// The subtype of an event (rule E2). The raw values are part of the interface.
///
/// For example:
/// ```swift
/// override func motionEnded(_ motion: EventSubtype, with event: Event) {
///     guard motion == .motionShake else { return super.motionEnded(motion, with: event) }
///     undo()
/// }
/// ```
public enum EventSubtype: Int, Sendable, CaseIterable {
    /// A touches event has no subtype.
    case none = 0
    /// The device was shaken.
    case motionShake = 1
    /// Play.
    case remoteControlPlay = 100
    /// Pause.
    case remoteControlPause = 101
    /// Stop, and go back to the beginning (rule C2).
    case remoteControlStop = 102
    /// Play or pause, as the only button of a headset sends it (rule C5).
    case remoteControlTogglePlayPause = 103
    /// Go to the next track.
    case remoteControlNextTrack = 104
    /// Go to the previous track.
    case remoteControlPreviousTrack = 105
    /// A rewind button went down.
    case remoteControlBeginSeekingBackward = 106
    /// The rewind button went up.
    case remoteControlEndSeekingBackward = 107
    /// A fast-forward button went down.
    case remoteControlBeginSeekingForward = 108
    /// The fast-forward button went up.
    case remoteControlEndSeekingForward = 109
}
