// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS
package import BatonSettings

/// What the configuration says of a player, by all its names (rule MPRIS101).
extension PlayerDirectory {
    /// The section `[player NAME]` of a player.
    package func rule(for responder: PlayerResponder) -> Configuration.PlayerRule { rules.rule(for: responder) }

    /// Whether the user ignores a player by another name than that on the bus. By that it is not here at all.
    package func ignores(_ responder: PlayerResponder) -> Bool { rules.ignores(responder) }

    /// An interruption begins: what the user wanted before is not tried in another way after that (rule MPRIS95).
    package func interruptionBegins() { rules.toggleTrial?.end() }

    /// More is known of a player's names.
    func isNamed(_ responder: PlayerResponder) {
        if rules.dependsOnLabels, window.order.entry(responder.id) != nil {
            window.change { rank(responder, in: &$0) }
        }
        let counts = rules.dependsOnLabels || standIns.isProxy(responder.player)
        if counts, responder.player.isAnswered { place(responder) }
    }

    /// Gives a player the rank that the configuration says.
    func rank(_ responder: PlayerResponder, in order: inout RoutingOrder) {
        order.setRank(
            priority: rules.priority(responder), distance: distance(responder), for: responder.id)
    }
}
