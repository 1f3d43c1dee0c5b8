// SPDX-License-Identifier: Apache-2.0

/// The `[device NAME]` sections, by the names that devices have.
struct DeviceRules: Sendable {
    private let rules: [(name: String, glob: Glob, rule: Configuration.DeviceRule)]

    init(_ devices: [String: Configuration.DeviceRule]) {
        rules = devices.map { ($0.key, Glob($0.key), $0.value) }
            .sorted { $0.glob.weight == $1.glob.weight ? $0.name < $1.name : $0.glob.weight > $1.glob.weight }
    }

    /// The rule for a device: of several that match, the one that says most of the name.
    func rule(for name: String) -> Configuration.DeviceRule? {
        rules.first { $0.glob.matches(name) }?.rule
    }

    /// The name of that rule's section, as it is written.
    func section(for name: String) -> String? {
        rules.first { $0.glob.matches(name) }?.name
    }
}
