// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonMPRIS

/// Decides what one player does with one event, from cached state only (rules MPRIS21 to MPRIS23).
///
/// A player without CanControl is not in the chain. Next, Previous and seeking fall through, but only to a responder
/// that plays. Play, Pause, Stop and the toggle end at the first responder of the chain, whether it can act or not, so
/// that no press starts a second player or skips the one that plays.
struct RoutingGate: Sendable {
    /// The player's capabilities. An absent property counts as true (rule MPRIS9).
    var capabilities: Capabilities
    var isPlaying: Bool
    /// Whether no responder before this one has passed the event on.
    var isFirst: Bool
    /// Whether a responder before this one plays and has passed the event on.
    var isBehindPlaying = false

    func decide(_ subtype: EventSubtype) -> Disposition {
        guard capabilities.contains(.control) else { return .pass }
        switch subtype {
        case .remoteControlPlay:
            return capabilities.contains(.play) ? .send(.play) : .refuse(.cannotPlay)
        case .remoteControlPause:
            return capabilities.contains(.pause) ? .send(.pause) : .refuse(.cannotPause)
        case .remoteControlStop:
            return .send(.stop)
        case .remoteControlTogglePlayPause:
            return isBehindPlaying && !isPlaying ? .pass : decideToggle()
        case .remoteControlNextTrack:
            return fallThrough(unless: .goNext) ?? .send(.next)
        case .remoteControlPreviousTrack:
            return fallThrough(unless: .goPrevious) ?? .send(.previous)
        case .remoteControlBeginSeekingBackward:
            return fallThrough(unless: .seek) ?? .beginSeeking(.backward)
        case .remoteControlBeginSeekingForward:
            return fallThrough(unless: .seek) ?? .beginSeeking(.forward)
        default:
            return .pass
        }
    }

    private func decideToggle() -> Disposition {
        if isPlaying {
            // A stream that cannot pause is stopped, because the user wants silence (rule MPRIS23).
            return capabilities.contains(.pause) ? .send(.playPause) : .send(.stop)
        }
        guard capabilities.contains(.play) else { return .refuse(.cannotPlay) }
        // PlayPause with CanPause false is an error, Play is not (rule MPRIS4).
        return capabilities.contains(.pause) ? .send(.playPause) : .send(.play)
    }

    private func fallThrough(unless capability: Capabilities) -> Disposition? {
        capabilities.contains(capability) && (isFirst || isPlaying) ? nil : .pass
    }
}

/// What a player does with a remote-control event, decided before anything is sent.
enum Disposition: Equatable, Sendable {
    /// Send this MPRIS method.
    case send(PlayerMethod)
    /// Begin seeking in this direction. The end goes to the responder that took the beginning, see ``SeekSessions``.
    case beginSeeking(SeekDirection)
    /// Pass the event to the next responder.
    case pass
    /// End the event here: another responder would be a second player, or would skip the one that plays.
    case refuse(Refusal)
}
