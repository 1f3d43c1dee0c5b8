// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus

/// What is to be done with the volume of a player.
package enum VolumeChange: Hashable, Sendable {
    /// It gets this volume; 1 is full volume.
    case set(Double)
    /// It gets louder or quieter by this.
    case step(Double)
}

/// The volume of a player after a change.
package struct VolumeState: Hashable, Sendable {
    /// How it was changed.
    package let way: VolumeWay
    /// 1 is full volume.
    package let level: Double

    package init(way: VolumeWay, level: Double) {
        self.way = way
        self.level = level
    }
}

/// What changes volumes and mutes of players, and the mute of the microphone, for buttons, the face and batonctl (rules VOL1 to VOL10).
@MainActor
package protocol VolumeControl: AnyObject {
    /// Changes the volume of a player.
    ///
    /// - Parameters:
    ///   - sender: who asks; nil for a button.
    ///   - then: called once, when it is known whether it was changed.
    func change(
        _ player: PlayerResponder, _ change: VolumeChange, from sender: BusName?,
        then: @escaping (Result<VolumeState, DBusError>) -> Void)

    /// Changes the mute of a player; `then` gets whether it is muted.
    func mute(_ player: PlayerResponder, _ word: MuteWord, then: @escaping (Result<Bool, DBusError>) -> Void)

    /// Changes the mute of the microphone; `then` gets whether it is muted.
    func muteMicrophone(_ word: MuteWord, then: @escaping (Result<Bool, DBusError>) -> Void)
}
