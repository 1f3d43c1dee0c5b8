// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
package import BatonRouting
import BatonSettings

/// Players and their streams.
extension AudioCause {
    /// The players on this machine that play, and of which no stream is known (rule I22); none while no server answers.
    package var playersWithoutStream: [PlayerResponder] {
        guard supervisor.isConnected else { return [] }
        return interruptions.players.playing.filter { player in
            // A phone's sound comes by a stream of the sound server's own.
            !player.isOnAnotherDevice && !interruptions.players.standing(of: player).isPhone
                && !routes.streams.values.contains { belongs($0, to: player) }
        }
    }

    /// Whether the server has told all that is there.
    var isListed: Bool { supervisor.isConnected && routes.isListed }

    /// The streams of a player, by their indices (rule I22).
    func streams(of player: PlayerResponder) -> [UInt32] {
        routes.streams.values.filter { belongs($0, to: player) }.map(\.index).sorted()
    }

    /// What the configuration says of a player.
    func rule(for player: PlayerResponder) -> Configuration.PlayerRule { interruptions.players.rule(for: player) }

    /// Whether a player is still there.
    func isPresent(_ player: PlayerResponder) -> Bool { interruptions.players.all.contains { $0 === player } }
}
