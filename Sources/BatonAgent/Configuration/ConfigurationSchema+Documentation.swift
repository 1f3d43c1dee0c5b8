// SPDX-License-Identifier: Apache-2.0

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
