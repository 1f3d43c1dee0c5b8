// SPDX-License-Identifier: Apache-2.0

/// Decides what one player does with one command, from its state (rules MPRIS21 to MPRIS23, MPRIS51 and MPRIS52). The agent
/// and `batonctl` both ask it.
///
/// Next, Previous and seeking fall through, but only to a player that plays. Play, Pause, Stop and the toggle end at the
/// first player, whether it can act or not. No command goes past a player that plays to one that does not.
package struct PlayerGate: Hashable, Sendable {
    /// The player's capabilities. An absent property counts as true (rule MPRIS9).
    package var capabilities: Capabilities
    /// The player's status; nil if it is not known, or not to be believed.
    package var status: PlaybackStatus?
    /// Whether no player before this one has passed the command on.
    package var isFirst: Bool
    /// Whether a player before this one plays and has passed the command on.
    package var isBehindPlaying: Bool
    /// Whether it gets commands too that change nothing by what is known here: another machine knows more of its own player, such as
    /// that a call has paused it, which a Pause keeps paused after the call (rule MPRIS107).
    package var decidesItself: Bool

    package init(
        capabilities: Capabilities, status: PlaybackStatus?, isFirst: Bool = true, isBehindPlaying: Bool = false,
        decidesItself: Bool = false
    ) {
        self.decidesItself = decidesItself
        self.capabilities = capabilities
        self.status = status
        self.isFirst = isFirst
        self.isBehindPlaying = isBehindPlaying
    }

    /// What a player does with a command.
    package enum Decision: Hashable, Sendable {
        /// Send this method.
        case send(PlayerMethod)
        /// Send nothing: the player says that it is so already. Some players toggle at such a command.
        case done
        /// Pass the command to the next player.
        case pass
        /// End the command here, because the player does not have this capability: another one would be a second player,
        /// or would skip the one that plays.
        case refuse(Capabilities)
    }

    /// The decision for `play`, `pause`, `stop`, `playPause`, `next`, `previous` or `seek`; other methods are passed on.
    package func decide(_ method: PlayerMethod) -> Decision {
        guard capabilities.contains(.control), !isBehindPlaying || isPlaying else { return .pass }
        switch method {
        case .play:
            guard capabilities.contains(.play) else { return .refuse(.play) }
            return isPlaying && !decidesItself ? .done : .send(.play)
        case .pause:
            guard capabilities.contains(.pause) else { return .refuse(.pause) }
            return isPlaying || status == nil || decidesItself ? .send(.pause) : .done
        case .stop: return .send(.stop)
        case .playPause: return toggle()
        case .next: return fallThrough(.next, unless: .goNext)
        case .previous: return fallThrough(.previous, unless: .goPrevious)
        case .seek: return fallThrough(.seek, unless: .seek)
        default: return .pass
        }
    }

    /// Whether a capability that is false makes the decision another one.
    package func lacksCapability(for method: PlayerMethod) -> Bool {
        var able = self
        able.capabilities = .all
        let decision = decide(method)
        // Play instead of a toggle is the same for a player that does not play.
        return decision != able.decide(method) && decision != .send(.play)
    }

    private var isPlaying: Bool { status == .playing }

    private func toggle() -> Decision {
        if isPlaying {
            // A stream that cannot pause is stopped, because the user wants silence (rule MPRIS23).
            return capabilities.contains(.pause) ? .send(.playPause) : .send(.stop)
        }
        guard capabilities.contains(.play) else { return .refuse(.play) }
        // PlayPause with CanPause false is an error, Play is not (rule MPRIS4).
        return capabilities.contains(.pause) ? .send(.playPause) : .send(.play)
    }

    private func fallThrough(_ method: PlayerMethod, unless capability: Capabilities) -> Decision {
        capabilities.contains(capability) && (isFirst || isPlaying) ? .send(method) : .pass
    }
}
