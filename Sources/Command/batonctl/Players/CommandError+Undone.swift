// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonMPRIS

extension CommandError {
    /// Players have answered a command and have not done it (rule MPRIS104).
    ///
    /// - Parameter jumps: whether it was to jump in the track (rule MPRIS100).
    static func undone(_ event: RemoteControlSubtype, by players: [String], jumps: Bool = false) -> CommandError {
        execution("\(players.joined(separator: ", ")) \(jumps ? stays : told(event))")
    }

    /// What is said of a player that has not jumped.
    static let stays = "has answered, and stays where it is"

    /// What a player has not done that has answered.
    static func told(_ event: RemoteControlSubtype) -> String {
        switch event {
        case .play: "has answered, and does not play"
        case .pause: "has answered, and plays on"
        case .stop: "has answered, and does not stop"
        case .nextTrack, .previousTrack: "has answered, and stays in its track"
        default: "has answered, and goes on as before"
        }
    }

    /// What a player has not taken that has answered.
    static func told(_ property: PlayerProperty) -> String { "has answered, and its \(property.name) is not that" }
}
