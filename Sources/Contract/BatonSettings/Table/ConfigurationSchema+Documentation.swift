// SPDX-License-Identifier: Apache-2.0

/// The tables of `docs/configuration.md`, in Markdown.
extension ConfigurationSchema {
    private static var heading: String { "key | type | default | allowed | meaning |\n" }

    /// One table of the keys that people set.
    var usualDocumentation: String {
        var text = "\n| section | \(Self.heading)|---|---|---|---|---|---|\n"
        for section in sections {
            for key in section.keys where key.isUsual { text += Self.row(["`\(section.header)`"] + key.cells) }
        }
        return text
    }

    /// A table of each section with its other keys.
    var rareDocumentation: String {
        var text = ""
        for section in sections {
            let keys = section.keys
            let usual = keys.filter(\.isUsual).map { "`\($0.name)`" }.joined(separator: ", ")
            text += "\n### \(section.header)\n\n\(section.summary)\(usual.isEmpty ? "" : " Above: \(usual).")\n\n"
            text += "| \(Self.heading)|---|---|---|---|---|\n"
            for key in keys where !key.isUsual { text += Self.row(key.cells) }
        }
        return text
    }

    private static func row(_ cells: [String]) -> String {
        "| \(cells.map { $0.split(separator: "|").joined(separator: "\\|") }.joined(separator: " | ")) |\n"
    }
}

extension ConfigurationKey {
    fileprivate var cells: [String] {
        ["`\(name)`", type, defaultText.isEmpty ? "none" : "`\(defaultText)`", range, summary]
    }
}
