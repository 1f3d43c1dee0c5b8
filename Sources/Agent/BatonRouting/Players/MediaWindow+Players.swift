// SPDX-License-Identifier: Apache-2.0

extension MediaWindow {
    /// The first player, which is shown on the face and by headsets.
    package var firstPlayer: PlayerResponder? { orderedResponders.lazy.compactMap { $0 as? PlayerResponder }.first }

    /// Whether an app that plays comes before the player, which does not. Then it is the app that is meant (rule MPRIS60).
    package func isBehindPlayingApp(_ player: PlayerResponder) -> Bool {
        guard !player.plays else { return false }
        return orderedResponders.prefix { $0 !== player }.contains(where: \.plays)
    }
}
