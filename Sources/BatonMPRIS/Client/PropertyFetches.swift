// SPDX-License-Identifier: Apache-2.0

/// Which interfaces a player is being asked for, and which have to be asked for again.
struct PropertyFetches {
    private var underway: Set<PlayerInterface> = []
    private var again: Set<PlayerInterface> = []

    /// Whether anything is being asked for.
    var isEmpty: Bool { underway.isEmpty }

    /// Whether to ask now; if the question is already on its way it is repeated afterwards.
    mutating func begin(_ interface: PlayerInterface) -> Bool {
        guard underway.insert(interface).inserted else {
            again.insert(interface)
            return false
        }
        return true
    }

    /// The answer came, or does not come; whether to ask again.
    mutating func end(_ interface: PlayerInterface) -> Bool {
        underway.remove(interface)
        return again.remove(interface) != nil
    }
}
