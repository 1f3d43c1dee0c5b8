// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS
import BatonSettings

extension PlayerDirectory {
    /// How long a new player may take to say which of the optional interfaces it has. A larger value lets a slow player come to the end
    /// later.
    private static let patience = Duration.seconds(1)

    /// Gives a new player its place under the policy `recent`, the same as playerctld 2.4.1 (rule MPRIS18): the one that appeared last is
    /// first. One that answers for a track list or playlists is last, because playerctld takes each of these answers for one of a player
    /// that is not the newest.
    func arrived(_ responder: PlayerResponder) {
        guard window.order.policy.isRecent, !responder.wasThere, newest == responder.id else { return }
        newest = nil
        window.change { $0.noteChange(responder.id) }
        for interface in [PlayerInterface.trackList, .playlists] {
            let id = responder.id
            let use = window.order.entry(id)?.lastUse
            responder.player.probe(interface, within: Self.patience) { [weak self] isThere in
                guard isThere, let self, window.order.policy.isRecent else { return }
                // What it has told since counts more, and so does another player of its name.
                guard let use, window.order.entry(id)?.lastUse == use else { return }
                window.change { $0.resign(id) }
            }
        }
    }
}
