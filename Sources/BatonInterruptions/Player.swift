// SPDX-License-Identifier: Apache-2.0

/// A player as long as its name has one owner: a player that restarts is another one (rule I40).
package struct PlayerIdentity: Hashable, Sendable, Comparable {
    /// The well-known name.
    package let name: String
    /// The unique name of its owner.
    package let owner: String

    package init(name: String, owner: String) {
        self.name = name
        self.owner = owner
    }

    package static func < (left: Self, right: Self) -> Bool { (left.name, left.owner) < (right.name, right.owner) }
}

/// What a player says that it does.
package enum PlayerState: Sendable {
    case playing, paused, stopped
}

/// What the model is told of a player.
package struct PlayerFacts: Sendable, Equatable {
    /// What the player announced last.
    package var state: PlayerState
    /// Whether interruptions may pause it: it plays on this machine, is not ignored, and the configuration does not except it.
    package var mayBeInterrupted = true
    /// `CanPause`.
    package var canPause = true
    /// Whether another program pauses it as well, so that its Pause is awaited for 150 ms (rule I24).
    package var isPausedByOthers = false
    /// What players of one program have in common, as the windows of a browser do; nil for a player of its own (rule I94).
    package var group: String?
    /// Whether it stands for its group (rule I94).
    package var standsForGroup = true

    package init(_ state: PlayerState) {
        self.state = state
    }

    /// Whether it says that it plays.
    package var isPlaying: Bool { state == .playing }

    /// Whether anything is other than before. It is asked here, where no table of the comparison has to be built.
    package func differs(from before: Self) -> Bool { self != before }

    /// Whether a player did the same before; false for one that was not there.
    package func hasSameState(as before: Self?) -> Bool {
        guard let before else { return false }
        return before.state == state
    }
}
