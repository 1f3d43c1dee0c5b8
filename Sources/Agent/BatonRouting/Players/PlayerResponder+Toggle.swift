// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS
import BatonSettings

/// How a toggle is sent (rules MPRIS95 and MPRIS96).
extension PlayerResponder {
    /// The method of a toggle that is sent now, which the gate has as `PlayPause`.
    func toggleMethod() -> PlayerMethod {
        let choice = rules?.rule(for: self).toggle ?? .auto
        let isByStatus = choice.isByStatus ?? history?.togglesByStatus ?? false
        let method = isByStatus ? methodByStatus : .playPause
        if choice.isByStatus == nil, player.status != nil {
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

    /// The method that does a toggle which had no effect; nil if the player cannot do that.
    ///
    /// - Parameter wasByStatus: whether the toggle was sent as Play or Pause.
    func otherToggle(thanByStatus wasByStatus: Bool) -> PlayerMethod? {
        let isPlaying = player.status == .playing
        guard player.capabilities.isSuperset(of: [.control, isPlaying ? .pause : .play]) else { return nil }
        if wasByStatus { return player.capabilities.contains(.pause) ? .playPause : nil }
        return isPlaying ? .pause : .play
    }
}
