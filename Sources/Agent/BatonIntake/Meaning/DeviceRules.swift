// SPDX-License-Identifier: Apache-2.0

import BatonInput
package import BatonSettings

/// The `[device NAME]` sections, matched with the names of devices.
package struct DeviceRules: Sendable {
    private let rules: [(name: String, glob: Glob, rule: Configuration.DeviceRule)]

    package init(_ devices: [String: Configuration.DeviceRule]) {
        rules = Glob.ranked(devices.keys).compactMap { name, glob in devices[name].map { (name, glob, $0) } }
    }

    /// The rule for a device. If several match, the pattern with the most literal text counts.
    package func rule(for name: String) -> Configuration.DeviceRule? { rule(forOneOf: [name]) }

    /// The rule for a device with several names.
    func rule(forOneOf names: [String]) -> Configuration.DeviceRule? {
        rules.first { rule in names.contains { Self.matches(rule.glob, $0) } }?.rule
    }

    /// The name of that rule's section, as written in the file.
    package func section(for name: String) -> String? { section(forOneOf: [name]) }

    /// The name of the section for a device with several names.
    func section(forOneOf names: [String]) -> String? {
        rules.first { rule in names.contains { Self.matches(rule.glob, $0) } }?.name
    }

    /// bluetoothd adds a word to the name of a headset's node.
    private static func matches(_ glob: Glob, _ name: String) -> Bool {
        glob.matches(name)
            || name.hasSuffix(InputNode.avrcpSuffix) && glob.matches(String(name.dropLast(InputNode.avrcpSuffix.count)))
    }
}
