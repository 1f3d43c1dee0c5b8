// SPDX-License-Identifier: Apache-2.0

/// Every section and key there is.
///
/// Reading, checking, defaults, `--set` and the documentation all come from this table.
struct ConfigurationSchema<Root: Sendable>: Sendable {
    /// The sections in the order of the documentation.
    let sections: [ConfigurationSection<Root>]

    /// Applies one layer, such as a file or all `--set`, in order.
    ///
    /// The first mention of a list in a layer replaces what the layers below said; later ones add. Unknown names are
    /// warnings, wrong values errors, and each is reported: this never stops at the first.
    ///
    /// - Parameter isStrict: for what the user just typed: unknown names are errors, and the last of several values
    ///   counts without a word.
    func apply(
        _ layer: [ConfigurationAssignment], to root: inout Root, isStrict: Bool = false
    ) -> [ConfigurationDiagnostic] {
        var pass = ConfigurationPass(schema: self, isStrict: isStrict)
        for assignment in layer { pass.apply(assignment, to: &root) }
        pass.review(root)
        return pass.diagnostics
    }

    /// The section with this name, whatever the case.
    func section(named name: String) -> ConfigurationSection<Root>? {
        let folded = ConfigurationText.folded(name)
        return sections.first { ConfigurationText.folded($0.name) == folded }
    }
}

/// One section of the configuration and its keys.
struct ConfigurationSection<Root: Sendable>: Sendable {
    /// The name as documentation spells it; matched whatever the case of its letters.
    let name: String
    /// What stands after the name in the header, for people (`[App NAME]`); nil when nothing may.
    var argument: String?
    /// One sentence for the documentation.
    let summary: String
    /// The keys in the order of the documentation.
    let keys: [ConfigurationKey<Root>]

    /// `[App NAME]`.
    var header: String { "[\(name)\(argument.map { " \($0)" } ?? "")]" }
}

extension ConfigurationSchema {
    /// The tables of `docs/configuration.md`, in Markdown: one for each section, one row for each key.
    var documentation: String {
        var text = ""
        for section in sections {
            text += "\n### \(section.header)\n\n\(section.summary)\n\n"
            text += "| key | type | default | allowed | meaning |\n|---|---|---|---|---|\n"
            for key in section.keys {
                let preset = key.defaultText.isEmpty ? "none" : "`\(key.defaultText)`"
                let cells = ["`\(key.name)`", key.type, preset, key.range, key.summary]
                text +=
                    "| \(cells.map { $0.split(separator: "|").joined(separator: "\\|") }.joined(separator: " | ")) |\n"
            }
        }
        return text
    }
}
