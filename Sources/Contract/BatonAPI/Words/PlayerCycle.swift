// SPDX-License-Identifier: Apache-2.0

/// Which player a key pins next that goes through the players (rule MPRIS66).
package enum PlayerCycle {
    /// The player to be pinned; nil if the pin is to be removed.
    ///
    /// - Parameters:
    ///   - players: the full names of the players that answer.
    ///   - first: the first one in routing order.
    ///   - pinned: the full name of the pinned one, whether it is on the bus or not; nil without a pin.
    package static func next(_ players: [String], first: String?, pinned: String?) -> String? {
        let names = players.sorted()
        // In routing order the pinned one would always be first.
        guard let pinned else { return names.first { $0 != first } ?? names.first }
        return names.first { $0 > pinned }
    }
}
