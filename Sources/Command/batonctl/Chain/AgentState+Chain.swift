// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonMPRIS
import BatonPages

extension AgentState {
    /// The value of a property that each Baton of this version tells.
    ///
    /// - Throws: when the one that runs does not: it is of another version, and a default would be a false fact.
    func told<Content: WireValue>(_ property: PropertyDeclaration<Content>) throws(CommandError) -> Content {
        guard let value = self[property] else { throw AgentFailure.oldAgent }
        return value
    }

    /// The players of the chain, the first responder before the others.
    var players: [PlayerName] {
        let first = self[ApplicationInterface.firstResponder] ?? ""
        let others = chain.map(\.id).filter { $0 != first }
        return ([first] + others).compactMap(PlayerName.init(busName:))
    }

    /// The players behind a registered app that plays. No command goes past it to one that does not (rule MPRIS51).
    var playersBehindPlayingApp: Set<PlayerName> {
        let rest = chain.drop { PlayerName(busName: $0.id) != nil || $0.status != PlaybackStatus.playing.rawValue }
        return Set(rest.compactMap { PlayerName(busName: $0.id) })
    }
}
