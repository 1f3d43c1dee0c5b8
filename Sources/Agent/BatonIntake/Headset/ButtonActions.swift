// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonButtons
import BatonDBus
import BatonEvents
package import BatonLog
import BatonMPRIS
package import BatonRouting

/// The actions of buttons other than media commands: the volume of the player that a command would go to, and the
/// pinned player. They start no program.
@MainActor
package final class ButtonActions {
    private let window: MediaWindow
    private let choices: UserChoices
    private let logger: Logger
    /// Whether the session is locked.
    private let isLocked: () -> Bool
    /// The player that was muted, and its volume before.
    private var muted: (player: ResponderID, volume: Double)?

    /// The step of the volume, as a part of full volume; media keys have this step on most desktops.
    private static let step = 0.05
    private static let deadline = Duration.seconds(1)

    package init(window: MediaWindow, choices: UserChoices, isLocked: @escaping () -> Bool, logger: Logger) {
        self.isLocked = isLocked
        self.window = window
        self.choices = choices
        self.logger = logger
    }

    package func perform(_ action: ButtonAction) {
        switch action {
        case .remoteControl: break
        case .volumeUp: changeVolume { $0 + Self.step }
        case .volumeDown: changeVolume { $0 - Self.step }
        case .toggleMute: toggleMute()
        case .pinNextPlayer: pinNextPlayer()
        }
    }

    private var player: PlayerResponder? {
        window.orderedResponders.lazy.compactMap { $0 as? PlayerResponder }.first
    }

    private func changeVolume(_ change: (Double) -> Double) {
        guard let player, let volume = volume(of: player) else { return }
        muted = nil
        set(min(max(change(volume), 0), max(volume, 1)), of: player)
    }

    private func toggleMute() {
        guard let player, let volume = volume(of: player) else { return }
        if let muted, muted.player == player.id, volume == 0 {
            self.muted = nil
            return set(muted.volume, of: player)
        }
        muted = (player.id, volume > 0 ? volume : 1)
        set(0, of: player)
    }

    private func volume(of player: PlayerResponder) -> Double? {
        guard let volume = player.player.value(of: .volume)?.asDouble, volume.isFinite else {
            logger.debug("\(player.id.rawValue) has no property Volume")
            return nil
        }
        return volume
    }

    private func set(_ volume: Double, of player: PlayerResponder) {
        do throws(DBusError) {
            try player.player.setProperty(.volume, to: .double(volume), within: Self.deadline) { [logger] result in
                guard case .failure(let error) = result else { return }
                logger.notice("\(player.id.rawValue) does not change its volume: \(error.message)")
            }
        } catch {
            logger.notice("\(player.id.rawValue) does not change its volume: \(error.message)")
        }
    }

    /// Goes through the players by name. After the last one there is no pin.
    private func pinNextPlayer() {
        // Who does not see the screen does not choose (rule I58).
        guard !isLocked() else { return }
        let order = window.order
        let players = window.orderedResponders.compactMap { ($0 as? PlayerResponder)?.id }
        guard !players.isEmpty else { return }
        let pinned = choices.pinned.map { pin in
            players.first(where: order.isPinned)?.rawValue ?? ResponderID(player: pin).rawValue
        }
        let answering = players.filter { order.entry($0)?.isSuspect == false }.map(\.rawValue)
        guard let next = PlayerCycle.next(answering, first: player?.id.rawValue, pinned: pinned) else {
            logger.info("the pin is removed by a button")
            return choices.unpin()
        }
        do throws(DBusError) {
            try choices.pin(next)
            logger.info("\(next) is pinned by a button")
        } catch {
            logger.notice("\(next) cannot be pinned: \(error.message)")
        }
    }
}
