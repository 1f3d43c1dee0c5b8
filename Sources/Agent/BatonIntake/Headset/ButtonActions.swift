// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonButtons
import BatonDBus
import BatonEvents
package import BatonLog
package import BatonRouting

/// The actions of buttons other than media commands: the volume of the player that a command would go to, the microphone, and the
/// pinned player.
@MainActor
package final class ButtonActions {
    private let window: MediaWindow
    private let choices: UserChoices
    private let logger: Logger
    /// Whether the session is locked.
    private let isLocked: () -> Bool
    /// What carries out those that are about sound.
    package weak var volumes: (any VolumeControl)?

    /// The step of the volume, as a part of full volume; media keys have this step on most desktops.
    private static let step = 0.05

    package init(window: MediaWindow, choices: UserChoices, isLocked: @escaping () -> Bool, logger: Logger) {
        self.isLocked = isLocked
        self.window = window
        self.choices = choices
        self.logger = logger
    }

    package func perform(_ action: ButtonAction) {
        switch action {
        case .remoteControl: break
        case .volumeUp: changeVolume(by: Self.step)
        case .volumeDown: changeVolume(by: -Self.step)
        case .toggleMute: toggleMute()
        case .toggleMicrophone: toggleMicrophone()
        case .pinNextPlayer: pinNextPlayer()
        }
    }

    private var player: PlayerResponder? {
        window.orderedResponders.lazy.compactMap { $0 as? PlayerResponder }.first
    }

    private func changeVolume(by step: Double) {
        guard let player else { return }
        volumes?.change(player, .step(step), from: nil) { [logger] result in
            guard case .failure(let error) = result else { return }
            logger.notice("\(player.id.rawValue) does not change its volume: \(error.message)")
        }
    }

    private func toggleMute() {
        guard let player else { return }
        volumes?.mute(player, .toggle) { [logger] result in
            switch result {
            case .success(let isMuted): logger.info("\(player.id.rawValue) is \(isMuted ? "muted" : "not muted")")
            case .failure(let error): logger.notice("\(player.id.rawValue) is not muted: \(error.message)")
            }
        }
    }

    private func toggleMicrophone() {
        volumes?.muteMicrophone(.toggle) { [logger] result in
            switch result {
            case .success(let isMuted): logger.notice("the microphone is \(isMuted ? "muted" : "not muted")")
            case .failure(let error): logger.notice("the microphone stays as it is: \(error.message)")
            }
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
