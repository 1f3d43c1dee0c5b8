// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonRouting

/// The keys Repeat and Shuffle. They are not remote-control events but set properties of the first player.
@MainActor
struct PlayModeKeys {
    let window: MediaWindow
    let intake: CommandIntake

    /// Changes the first player's property, in order with the events. Has no effect if the player does not have it, or is
    /// behind an app that plays (rule MPRIS51).
    func press(_ key: MediaKey) {
        intake.perform {
            guard let responder = window.firstPlayer, !window.isBehindPlayingApp(responder),
                let property: PlayerProperty = key == .loop ? .loopStatus : key == .shuffle ? .shuffle : nil,
                let present = responder.player.value(of: property), let next = Self.next(present)
            else { return }
            let message = responder.player.message(.properties, "Set")
            // Strings and a boolean can always be appended.
            try? message.append(
                .string(PlayerInterface.player.name.rawValue), .string(property.name.rawValue), .variant(next))
            // Some players do not signal a property that was set, so it is read again.
            responder.forward(message, from: nil) { _ in responder.player.reload(.player) }
        }
    }

    /// The value that follows.
    static func next(_ value: Value) -> Value? {
        switch value.unwrapped {
        case .boolean(let isOn): .boolean(!isOn)
        case .string("None"): .string("Playlist")
        case .string("Playlist"): .string("Track")
        case .string("Track"): .string("None")
        default: nil
        }
    }
}
