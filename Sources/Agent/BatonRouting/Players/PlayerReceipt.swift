// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonEvents
import BatonMPRIS

/// What a player was like when it was sent a command, for a caller that waits for the effect (rule MPRIS104).
@MainActor
package final class PlayerReceipt: CommandReceipt {
    /// The player; nil if nothing was sent to one, or it is gone.
    package private(set) weak var responder: PlayerResponder?
    /// Whether something was sent to a player.
    private(set) var isFilled = false
    /// The owner of its name: what the next one does is no effect.
    private var owner: BusName?
    private let subtype: RemoteControlSubtype
    private var status: PlaybackStatus?
    private var statusChanges = 0
    private var statusTellings = 0
    private var positionTellings: UInt64 = 0
    private var position: MediaTime = 0
    private var metadata = Metadata()

    /// How near the start a player is after a Stop that is a pause there, or after a Previous.
    private static let start: MediaTime = 5_000_000

    package init(_ subtype: RemoteControlSubtype) {
        self.subtype = subtype
        super.init()
    }

    /// Notes that the command is sent to a player.
    func fill(_ responder: PlayerResponder) {
        let player = responder.player
        self.responder = responder
        isFilled = true
        owner = player.owner
        status = player.status
        statusChanges = player.statusChanges
        statusTellings = player.statusTellings
        positionTellings = player.positionTellings
        position = player.position(at: player.now)
        metadata = player.metadata
    }

    /// Whether the player has done what the command means, as far as it tells. One that was sent nothing was so already.
    package var hasEffect: Bool {
        guard isFilled else { return true }
        guard let responder, responder.mediaWindow != nil, responder.player.owner == owner else {
            // It has left the bus: what is gone does not play.
            return subtype != .play
        }
        let player = responder.player
        let isTold = player.statusChanges != statusChanges
        return switch subtype {
        case .play: player.status == .playing
        case .pause: player.status != .playing
        // One that plays near its start plays on.
        case .stop: player.status != .playing && hasStopped(player)
        case .togglePlayPause: isTold || player.statusTellings != statusTellings
        case .nextTrack: isTold || isElsewhere(player)
        case .previousTrack: isTold || isElsewhere(player) || isAtStart(player)
        default: true
        }
    }

    private func hasStopped(_ player: Player) -> Bool {
        player.status == .stopped || player.status != status || isAtStart(player)
    }

    private func isAtStart(_ player: Player) -> Bool {
        !player.positionIsStale && player.position(at: player.now) < Self.start
    }

    /// Whether it plays another track, or the same one from another place.
    private func isElsewhere(_ player: Player) -> Bool {
        if player.metadata != metadata { return true }
        let told = player.positionTellings != positionTellings && !player.positionIsStale
        return told && player.position(at: player.now) < position
    }
}
