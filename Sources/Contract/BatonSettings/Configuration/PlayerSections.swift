// SPDX-License-Identifier: Apache-2.0

/// The `[player NAME]` sections, matched with the names of players.
package struct PlayerSections: Sendable {
    private let rules: [(name: String, pattern: PlayerPattern, rule: Configuration.PlayerRule)]
    /// Whether Next or Previous of any player jumps.
    package let haveJumps: Bool

    package init(_ players: [String: Configuration.PlayerRule]) {
        haveJumps = players.values.contains { $0.next != nil || $0.previous != nil }
        rules = players.compactMap { name, rule in PlayerPattern(section: name).map { (name, $0, rule) } }
            .sorted {
                $0.name.utf8.count == $1.name.utf8.count ? $0.name < $1.name : $0.name.utf8.count > $1.name.utf8.count
            }
    }

    /// The rule for a player. If several match, the longest pattern counts.
    package func rule(for busName: String) -> Configuration.PlayerRule {
        rule(for: PlayerLabels(busName: busName))
    }

    /// The same by all names of the player.
    package func rule(for labels: @autoclosure () -> PlayerLabels) -> Configuration.PlayerRule {
        guard !rules.isEmpty else { return Configuration.PlayerRule() }
        let labels = labels()
        return rules.first { $0.pattern.matches(labels) }?.rule ?? Configuration.PlayerRule()
    }
}
