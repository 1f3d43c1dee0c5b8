// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS
import BatonSettings

/// How a toggle is sent (rules MPRIS95 and MPRIS96).
extension PlayerResponder {
    /// The method of a toggle that is sent now, which the gate has as `PlayPause`.
    ///
    /// - Parameter isUndoing: see ``undoesLast``.
    func toggleMethod(isUndoing: Bool) -> PlayerMethod {
        let choice = rules?.rule(for: self).toggle ?? .auto
        let isByStatus = choice.isByStatus ?? history?.togglesByStatus == true
        let method = isByStatus ? methodByStatus : .playPause
        // Two that the player does late, or does not tell, change nothing together: there is nothing to try.
        if choice.isByStatus == nil, player.status != nil, !isUndoing {
            rules?.makeToggleTrial().begin(at: self, byStatus: method != .playPause)
        }
        return method
    }

    /// Play or Pause. Just after one of them, whose effect the player has not told yet, it is the other one.
    private var methodByStatus: PlayerMethod {
        guard let status = player.status else { return .playPause }
        if let last = untoldMethod {
            if last == .play { return .pause }
            if last == .pause { return .play }
        }
        return status == .playing ? .pause : .play
    }

    /// The method that does a toggle whose PlayPause had no effect; nil if the player cannot do that.
    var otherToggle: PlayerMethod? {
        let isPlaying = player.status == .playing
        guard player.capabilities.isSuperset(of: [.control, isPlaying ? .pause : .play]) else { return nil }
        return isPlaying ? .pause : .play
    }
}
