// SPDX-License-Identifier: Apache-2.0

/// The names by which the configuration may mean a player (rule MPRIS101).
package struct PlayerLabels: Sendable {
    /// The name on the bus.
    let busName: String
    /// Its name for people, its desktop file and its program, as far as they are known.
    let others: [String]

    package init(busName: String, others: [String] = []) {
        self.busName = busName
        self.others = others
    }
}

extension PlayerPattern {
    /// Whether the pattern matches one of the names.
    package func matches(_ labels: PlayerLabels) -> Bool {
        matches(labels.busName) || labels.others.contains(where: matchesWhole)
    }
}
