// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonMPRIS

/// Decides what one player does with one event, from cached state alone (spec/mpris.md iii, gating).
///
/// A player without CanControl is not in the chain. Next, Previous and seeking fall through, and only to a *Playing*
/// responder; Play, Pause, Stop and toggle end at the first responder that is in the chain at all, whether it can act or not,
/// so that no press ever starts a second player or skips past the one that is heard.
struct RoutingGate: Sendable {
    /// What the player can do; an absent property counts as true.
    var capabilities: Capabilities
    var isPlaying: Bool
    /// No responder before this one could have taken the event.
    var isFirst: Bool
    /// A responder before this one plays, and did not take the event.
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
            // A stream that cannot pause can still be silenced, which is what the press asks for.
            return capabilities.contains(.pause) ? .send(.playPause) : .send(.stop)
        }
        guard capabilities.contains(.play) else { return .refuse(.cannotPlay) }
        // MPRIS: PlayPause with CanPause false is an error, Play is not.
        return capabilities.contains(.pause) ? .send(.playPause) : .send(.play)
    }

    private func fallThrough(unless capability: Capabilities) -> Disposition? {
        capabilities.contains(capability) && (isFirst || isPlaying) ? nil : .pass
    }
}

/// What a player does with a remote-control event, decided from what is known before anything is sent.
enum Disposition: Equatable, Sendable {
    /// Send this MPRIS method.
    case send(PlayerMethod)
    /// Start seeking in this direction. An end goes where its beginning went, see ``SeekSessions``.
    case beginSeeking(SeekDirection)
    /// Not mine; the next responder may have it.
    case pass
    /// Nobody may have it: it would start a second player, or skip past the one that is heard.
    case refuse(Refusal)
}
