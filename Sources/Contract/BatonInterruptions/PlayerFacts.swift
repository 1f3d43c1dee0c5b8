// SPDX-License-Identifier: Apache-2.0

/// What interruptions can hold: a player, or an app that registered to be told of them (rule I15). It is the same one as long
/// as its name has one owner: a player that restarts is another one (rule I40).
package struct PlayerIdentity: Hashable, Sendable, Comparable {
    /// The well-known name of a player; the connection and the object of an app.
    package let name: String
    /// The unique name of its owner.
    package let owner: String

    package init(name: String, owner: String) {
        self.name = name
        self.owner = owner
    }

    /// Whether it is an app. It is told, and pauses and goes on by itself; the rules are the same for both.
    package var isApp: Bool { name.utf8.first == UInt8(ascii: ":") }

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
    /// Whether the user's own `pause --all` and sleep timer pause it, also when the configuration excepts it (rule I47).
    package var mayBePaused = true
    /// `CanPause`.
    package var canPause = true
    /// Whether another program pauses it as well, so that its Pause is awaited for 150 ms (rule I24).
    package var isPausedByOthers = false
    /// What players of one program have in common, as the windows of a browser do; nil for a player of its own (rule I94).
    package var group: String?
    /// Whether it stands for its group (rule I94).
    package var standsForGroup = true
    /// Whether it was on the bus before the agent: when it has begun to play is not known (rule I155).
    package var wasThere = false
    /// Whether the agent itself puts it on the bus, so that its name has another owner after each restart (rule I8).
    package var isOfAgent = false
    /// Stands for its track. Another agent has the same number for the same track.
    package var track: UInt64 = 0
    /// Whether the player has told its track: one that signals before it has answered the first question has not yet.
    package var isTrackKnown = true
    /// Where it is in its track; nil while that is not known.
    package var position: Duration?

    package init(_ state: PlayerState) {
        self.state = state
    }

    /// Whether it says that it plays.
    package var isPlaying: Bool { state == .playing }

    /// Whether anything is other than before, except the place: a track that changes is told by itself. It is asked here, where
    /// no table of the comparison has to be built.
    package func differs(from before: Self) -> Bool {
        var present = self
        present.track = before.track
        present.position = before.position
        return present != before
    }

    /// Whether a player did the same before; false for one that was not there.
    package func hasSameState(as before: Self?) -> Bool {
        guard let before else { return false }
        return before.state == state
    }
}
