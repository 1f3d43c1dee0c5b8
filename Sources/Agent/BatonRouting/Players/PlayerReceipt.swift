// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonEvents
import BatonMPRIS

/// What a player was like when it was sent a command, for a caller that waits for the effect (rule MPRIS104).
@MainActor
package final class PlayerReceipt: CommandReceipt {
    /// The player; nil if nothing was sent to one. A weak reference would make each later command at it slower.
    package private(set) var responder: PlayerResponder?
    /// Whether something was sent to a player.
    private(set) var isFilled = false
    /// The owner of its name. What the next owner does is not an effect of this command.
    private var owner: BusName?
    private let subtype: RemoteControlSubtype
    private var status: PlaybackStatus?
    private var statusChanges = 0
    private var statusTellings = 0
    private var positionTellings: UInt64 = 0
    private var position: MediaTime = 0
    private var metadata = Metadata()
    /// What the player's counter of commands says until the next one.
    private var statusCommands: UInt16 = 0
    /// Whether it is a toggle after a command whose effect is not told yet.
    private var undoesLast = false
    /// Whether it was to jump in the track instead.
    private var isJump = false
    /// How far, if it is known from where.
    private var jump: MediaTime?

    /// How near the start a player is after a Stop that is a pause there, or after a Previous.
    private static let start: MediaTime = 5_000_000
    /// A jump that is shorter than this cannot be told from playing on.
    private static let shortestJump: MediaTime = 3_000_000

    package init(_ subtype: RemoteControlSubtype) {
        self.subtype = subtype
        super.init()
    }

    /// Notes that the command is sent to a player.
    ///
    /// - Parameter jump: how far it is to jump in its track instead (rule MPRIS100).
    func fill(_ responder: PlayerResponder, jumping jump: MediaTime? = nil) {
        let player = responder.player
        self.jump = player.positionIsStale ? nil : jump
        isJump = jump != nil
        self.responder = responder
        isFilled = true
        owner = player.owner
        status = player.status
        statusChanges = player.statusChanges
        statusTellings = player.statusTellings
        positionTellings = player.positionTellings
        position = player.position(at: player.now)
        metadata = player.metadata
        statusCommands = responder.statusCommands &+ 1
        undoesLast = responder.undoesLast
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
        if isJump { return isTold || jump.map { hasJumped(player, by: $0) } ?? true }
        return switch subtype {
        case .play: player.status == .playing
        case .pause: player.status != .playing
        // One that plays near its start plays on.
        case .stop: player.status != .playing && hasStopped(player)
        // With another command before its effect or after it nobody knows what should be seen.
        case .togglePlayPause:
            isTold || player.statusTellings != statusTellings || undoesLast
                || responder.statusCommands != statusCommands
        case .nextTrack: isTold || isElsewhere(player)
        case .previousTrack: isTold || isElsewhere(player) || isAtStart(player)
        default: true
        }
    }

    /// Whether nothing was told by which the effect could be seen: the player may have no position.
    package var isBlind: Bool { jump != nil && responder?.player.positionTellings == positionTellings }

    /// Whether it is nearer to where it was to jump than to where it was, or in another track.
    private func hasJumped(_ player: Player, by jump: MediaTime) -> Bool {
        let target = max(0, position + jump)
        if (target - position).magnitude < Self.shortestJump || player.metadata != metadata { return true }
        guard player.positionTellings != positionTellings, !player.positionIsStale else { return false }
        let place = player.position(at: player.now)
        return (place - target).magnitude <= (place - position).magnitude
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
