// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonRouting
import BatonValues

/// What the sound server says of a player (rule AWAKE4).
enum PlayerSound {
    /// Nothing: it does not answer, or it may be a stream of which nobody knows whose it is.
    case unknown
    /// No stream of it runs.
    case absent
    /// Its streams run, and each is muted, at volume 0, or goes to an output that is.
    case silent
    /// It can be heard.
    case heard
}

extension AudioCause {
    /// Whether a player that says that it plays can be heard.
    func sound(of player: PlayerResponder) -> PlayerSound {
        guard supervisor.isConnected, routes.isListed else { return .unknown }
        let live = routes.streams.values.filter(\.isLive)
        let own = live.filter { belongs($0, to: player) }
        guard own.isEmpty else { return own.allSatisfy { routes.isSilent($0) } ? .silent : .heard }
        let isAnonymous = live.contains { $0.process == nil && $0.sandboxedApp.isEmpty }
        return isAnonymous ? .unknown : .absent
    }

    /// What a player's streams say that they are, in lower case. libVLC calls all of them videos (measured: 3.0.24).
    func roles(of player: PlayerResponder) -> [String] {
        routes.streams.values.filter {
            !$0.role.isEmpty && !$0.application.contains(bytesOf: "LibVLC") && belongs($0, to: player)
        }.map { $0.role.lowercased() }
    }
}
