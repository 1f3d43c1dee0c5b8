// SPDX-License-Identifier: Apache-2.0

/// The keys of a file that differ from the defaults, for the report of a bug.
///
/// A report is public, so it has no name of the user's: headers without the name of a device, a player or an app, and values only where
/// the table allows nothing but numbers and words of its own.
package enum ConfigurationSummary {
    /// The types whose values cannot name anything of the user's.
    private static let plain: Set<String> = ["boolean", "number", "duration", "jump", "step", "word"]
    /// The most keys.
    private static let most = 100

    /// A line for each key, as `[undo] mode = immediate`, in the order of the file.
    package static func lines(_ assignments: [ConfigurationAssignment]) -> [String] {
        let schema = Configuration.schema(.unchecked)
        return assignments.prefix(most).compactMap { line($0, schema) }
    }

    private static func line(
        _ assignment: ConfigurationAssignment, _ schema: ConfigurationSchema<Configuration>
    ) -> String? {
        let scalars = ConfigurationText.trimmed(assignment.section).unicodeScalars
        let name = String(scalars.prefix { $0 != " " && $0 != "\t" })
        guard let section = schema.section(named: name) else { return "[…] …: an unknown section" }
        let header = section.argument == nil ? "[\(section.name)]" : "[\(section.name) …]"
        guard let key = section.keys.first(where: { $0.name == ConfigurationText.folded(assignment.name) }) else {
            return "\(header) …: an unknown key"
        }
        guard !assignment.value.isEmpty else { return nil }
        var root = Configuration()
        do { try key.assign(&root, section.argument == nil ? "" : "x", assignment.value) } catch {
            return "\(header) \(key.name): a wrong value"
        }
        guard !key.isDefault(root, section.argument == nil ? "" : "x") else { return nil }
        let value = !key.isList && plain.contains(key.type) ? assignment.value : "…"
        return "\(header) \(key.name) = \(value)"
    }
}
