// SPDX-License-Identifier: Apache-2.0

/// The subtypes that a remote-control event can have (rules E2 and E3): the media commands.
///
/// For example:
/// ```swift
/// let end = RemoteControlSubtype.beginSeekingForward.end  // .endSeekingForward
/// let command = RemoteControlSubtype(rawValue: 104)  // .nextTrack
/// ```
public enum RemoteControlSubtype: Int, Sendable, CaseIterable {
    /// Play.
    case play = 100
    /// Pause.
    case pause = 101
    /// Stop, and go back to the beginning (rule C2).
    case stop = 102
    /// Play or pause, as the only button of a headset sends it (rule C5).
    case togglePlayPause = 103
    /// Go to the next track.
    case nextTrack = 104
    /// Go to the previous track.
    case previousTrack = 105
    /// A rewind button went down.
    case beginSeekingBackward = 106
    /// The rewind button went up.
    case endSeekingBackward = 107
    /// A fast-forward button went down.
    case beginSeekingForward = 108
    /// The fast-forward button went up.
    case endSeekingForward = 109

    /// The corresponding subtype of an event (rule E3).
    public var eventSubtype: EventSubtype {
        switch self {
        case .play: .remoteControlPlay
        case .pause: .remoteControlPause
        case .stop: .remoteControlStop
        case .togglePlayPause: .remoteControlTogglePlayPause
        case .nextTrack: .remoteControlNextTrack
        case .previousTrack: .remoteControlPreviousTrack
        case .beginSeekingBackward: .remoteControlBeginSeekingBackward
        case .endSeekingBackward: .remoteControlEndSeekingBackward
        case .beginSeekingForward: .remoteControlBeginSeekingForward
        case .endSeekingForward: .remoteControlEndSeekingForward
        }
    }

    /// The command that ends the seeking which this one begins; nil for other commands (rule C3).
    public var end: RemoteControlSubtype? {
        switch self {
        case .beginSeekingBackward: .endSeekingBackward
        case .beginSeekingForward: .endSeekingForward
        default: nil
        }
    }

    /// Whether the command ends seeking (rule C3).
    public var isEnd: Bool { self == .endSeekingBackward || self == .endSeekingForward }
}
