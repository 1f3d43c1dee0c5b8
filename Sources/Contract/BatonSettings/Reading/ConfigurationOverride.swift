// SPDX-License-Identifier: Apache-2.0

/// `--set section.key=value`.
enum ConfigurationOverride {
    /// The assignments in the values of `--set`, and errors for the values that are not assignments.
    ///
    /// A section's argument may contain dots: `App org.gnome.gedit.key=value` sets `key` of `[App org.gnome.gedit]`.
    static func assignments(
        _ overrides: [String]
    ) -> (assignments: [ConfigurationAssignment], diagnostics: [ConfigurationDiagnostic]) {
        var assignments: [ConfigurationAssignment] = []
        var diagnostics: [ConfigurationDiagnostic] = []
        for (index, text) in overrides.enumerated() {
            let place = ConfigurationPlace("--set \(ConfigurationText.quoted(text))")
            guard let assignment = assignment(text, place: place) else {
                diagnostics.append(.error(place, "wants 'section.key=value', such as 'mpris.name=baton'"))
                continue
            }
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
                diagnostics.append(.error(place, "has a control character; remove it (argument \(index + 1))"))
                continue
            }
            assignments.append(assignment)
        }
        return (assignments, diagnostics)
    }

    private static func assignment(_ text: String, place: ConfigurationPlace) -> ConfigurationAssignment? {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")),
            let dot = text[..<equals].utf8.lastIndex(of: UInt8(ascii: "."))
        else { return nil }
        let section = ConfigurationText.trimmed(text[..<dot])
        let name = ConfigurationText.trimmed(text[text.utf8.index(after: dot)..<equals])
        guard !section.isEmpty, !name.isEmpty else { return nil }
        return ConfigurationAssignment(
            section: section, sectionPlace: place, name: name,
            value: ConfigurationText.trimmed(text[text.utf8.index(after: equals)...]), place: place, valuePlace: place)
    }
}
