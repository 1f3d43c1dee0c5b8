// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonRouting

/// The volumes for the other parts, which hold no object of them until one is changed.
extension AudioCause: VolumeControl {
    package func change(
        _ player: PlayerResponder, _ change: VolumeChange, from sender: BusName?,
        then: @escaping (Result<VolumeState, DBusError>) -> Void
    ) {
        volumes.change(player, change, from: sender, then: then)
    }

    package func mute(
        _ player: PlayerResponder, _ word: MuteWord, then: @escaping (Result<Bool, DBusError>) -> Void
    ) {
        volumes.mute(player, word, then: then)
    }

    package func muteMicrophone(_ word: MuteWord, then: @escaping (Result<Bool, DBusError>) -> Void) {
        volumes.muteMicrophone(word, then: then)
    }

    /// The players whose own volume was found to do nothing.
    package var playersChangedByStream: [PlayerResponder] {
        hasVolumes ? interruptions.players.all.filter { volumes.acts($0) == false } : []
    }

    /// The names of the players that are lowered now, for people.
    package var loweredPlayers: [String] {
        (lowering?.lowered ?? []).map { interruptions.players.identity(shownFor: $0) }.sorted()
    }
}
