// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonTemplate

extension PlayerCommand {
    /// Sets the rate, within what the player says that it can. A rate of 0 is none (rule MPRIS8).
    static func setRate(_ adjustment: Adjustment, _ player: PlayerSnapshot) -> PlayerAction {
        guard player.can(.canControl) else { return .pass("it cannot be controlled") }
        guard let present = player.rate else { return .pass("it has no rate") }
        let wanted =
            switch adjustment {
            case .set(let rate): rate
            case .change(let step): present + step
            }
        guard wanted.isFinite else { return .pass("it has no such rate") }
        let rate = Self.within(player, wanted)
        guard rate != 0 else { return .pass("a rate of 0 is none") }
        if rate == present, rate != wanted { return .refuse("it plays at no other rate in that direction") }
        return .set(.rate, .double(rate))
    }

    /// The rate that is nearest to one, of those that the player can.
    private static func within(_ player: PlayerSnapshot, _ rate: Double) -> Double {
        let least = player.properties[.minimumRate]?.asDouble ?? -.infinity
        let most = player.properties[.maximumRate]?.asDouble ?? .infinity
        // What is no range is no limit: a player may say anything.
        guard least <= most else { return rate }
        return min(max(rate, least), most)
    }
}
