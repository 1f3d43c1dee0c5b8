// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMPRIS
import BatonPages

/// What players play, asked of the players themselves: the agent does not tell the titles of all.
enum PlayerTitles {
    /// The titles of the players in the chain, by their bus names. All are asked at once; one that did not answer its last command is not,
    /// because it would cost a second.
    static func find(_ state: AgentState, _ session: BusSession) -> [String: String] {
        let players = state.chain.filter { !$0.isSuspect }.compactMap { PlayerName(busName: $0.id) }
        var titles: [String: String] = [:]
        for answer in PlayerClient(session: session).snapshots(of: players) {
            guard case .success(let snapshot) = answer else { continue }
            titles[snapshot.name.busName.rawValue] = title(snapshot)
        }
        return titles
    }

    /// The title, or the end of the address of a file or stream without one.
    private static func title(_ snapshot: PlayerSnapshot) -> String {
        PlayedTrack.title(
            snapshot.metadata(MetadataKey.title.rawValue)?.asString,
            address: snapshot.metadata(MetadataKey.url.rawValue)?.asString)
    }
}
