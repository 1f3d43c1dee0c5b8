// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// What has been learned of a player that few players need: made with the first such fact, so that the others cost one reference.
@MainActor
final class PlayerHistory {
    /// Fires when the player has had the time to begin to play as it was told (rule MPRIS94).
    var startTimer: ReactorTimer?
    /// Whether its last Play had no effect, and it has changed nothing since (rule MPRIS94).
    var doesNotStart = false
    /// Whether it says that it plays, and is not heard (rule I171).
    var isSilent = false
    /// Whether its toggle is done by Play and Pause, because PlayPause did nothing (rules MPRIS95 and MPRIS96).
    var togglesByStatus = false
}
