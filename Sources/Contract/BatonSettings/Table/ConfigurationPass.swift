// SPDX-License-Identifier: Apache-2.0

/// Applies one layer of assignments to a `Root`: keeps which keys the layer has set so far, and the diagnostics.
struct ConfigurationPass<Root: Sendable> {
    private let schema: ConfigurationSchema<Root>
    private let isStrict: Bool
    private var mentioned: [Mention: ConfigurationPlace] = [:]
    private var order: [(mention: Mention, key: ConfigurationKey<Root>)] = []
    private var lastUnknown: ConfigurationPlace?
    /// The keys of the sections that the layer has named so far.
    private var keys: [String: [ConfigurationKey<Root>]] = [:]
    /// The diagnostics so far.
    private(set) var diagnostics: [ConfigurationDiagnostic] = []

    private struct Mention: Hashable {
        let section: String
        let argument: String
        let key: String
    }

    /// A pass over a new layer. If `isStrict`, an unknown name is an error and a scalar may be repeated.
    init(schema: ConfigurationSchema<Root>, isStrict: Bool) {
        self.schema = schema
        self.isStrict = isStrict
    }

    /// Applies one assignment, or adds a diagnostic.
    mutating func apply(_ assignment: ConfigurationAssignment, to root: inout Root) {
        guard let (section, argument) = find(assignment), let key = find(assignment.name, in: section, assignment)
        else { return }
        let mention = Mention(section: section.name, argument: argument, key: key.name)
        if let earlier = mentioned[mention] {
            if !key.isList, !isStrict {
                diagnostics.append(
                    .warning(
                        assignment.place,
                        "'\(key.name)' was already set at \(earlier); the last one counts, remove the other"))
            }
        } else {
            order.append((mention, key))
            if key.isList { key.reset(&root, argument) }
        }
        mentioned[mention] = assignment.valuePlace
        guard !assignment.value.isEmpty else { return key.reset(&root, argument) }
        do throws(ConfigurationValueError) {
            try key.assign(&root, argument, assignment.value)
            if let warning = key.warning, !key.isDefault(root, argument) {
                diagnostics.append(.warning(assignment.place, "'\(key.name)' \(warning)"))
            }
        } catch {
            diagnostics.append(.error(assignment.valuePlace, "'\(key.name)' \(error.predicate)"))
        }
    }

    /// Checks lists as a whole. Call it after the last assignment of the layer.
    mutating func review(_ root: Root) {
        for (mention, key) in order {
            guard let error = key.review(root, mention.argument), let place = mentioned[mention] else { continue }
            diagnostics.append(.error(place, "'\(key.name)' \(error.predicate)"))
        }
    }

    private mutating func find(
        _ assignment: ConfigurationAssignment
    ) -> (section: ConfigurationSection<Root>, argument: String)? {
        let header = ConfigurationText.trimmed(assignment.section)
        guard !header.isEmpty else {
            let sections = schema.sections.filter { section in
                section.keys.contains { $0.name == ConfigurationText.folded(assignment.name) }
            }
            let advice = sections.first.map(\.header) ?? "a section such as [mpris]"
            diagnostics.append(
                .error(
                    assignment.place,
                    "\(ConfigurationText.quoted(assignment.name)) is in no section; write it below \(advice)"))
            return nil
        }
        return find(header, at: assignment.sectionPlace)
    }

    /// Looks at a header without keys. One that is written wrongly has no effect, so it is no error.
    mutating func look(at header: ConfigurationHeader, in source: String) {
        let place = ConfigurationPlace(source, line: header.line)
        _ = find(ConfigurationText.trimmed(header.section), at: place, hasKeys: false)
    }

    /// The section of a header; nil, and a diagnostic, if there is none or it is written in another way.
    private mutating func find(
        _ header: String, at place: ConfigurationPlace, hasKeys: Bool = true
    ) -> (section: ConfigurationSection<Root>, argument: String)? {
        let (name, argument) = ConfigurationText.section(header)
        guard let section = schema.section(named: name) else {
            warnOfUnknownSection(name, at: place)
            return nil
        }
        guard (section.argument == nil) == argument.isEmpty else {
            if lastUnknown != place {
                let message = "section \(ConfigurationText.quoted(header)) is written \(section.header)"
                diagnostics.append(hasKeys ? .error(place, message) : .warning(place, message))
            }
            lastUnknown = place
            return nil
        }
        return (section, argument)
    }

    private mutating func warnOfUnknownSection(_ name: String, at place: ConfigurationPlace) {
        guard lastUnknown != place else { return }
        lastUnknown = place
        let names = schema.sections.map(\.name)
        let advice: String
        if let near = ConfigurationText.nearest(to: name, among: names) {
            advice = "did you mean [\(near)]?"
        } else {
            advice = "there are \(names.map { "[\($0)]" }.joined(separator: ", "))"
        }
        let effect = isStrict ? "" : ", its keys are ignored"
        diagnostics.append(
            unknown(place, "unknown section \(ConfigurationText.quoted(name))\(effect); \(advice)"))
    }

    private mutating func find(
        _ name: String, in section: ConfigurationSection<Root>, _ assignment: ConfigurationAssignment
    ) -> ConfigurationKey<Root>? {
        let folded = ConfigurationText.folded(name)
        let keys = keys[section.name] ?? section.keys
        self.keys[section.name] = keys
        if let key = keys.first(where: { $0.name == folded }) { return key }
        if let key = keys.first(where: { $0.formerName == folded }) {
            diagnostics.append(
                .warning(assignment.place, "'\(folded)' is now called '\(key.name)'; it still works, rename it"))
            return key
        }
        let advice: String
        if let other = schema.sections.first(where: { $0.keys.contains { $0.name == folded } }) {
            advice = "it belongs below \(other.header)"
        } else if let near = ConfigurationText.nearest(to: folded, among: keys.map(\.name)) {
            advice = "did you mean '\(near)'?"
        } else {
            advice = "there are \(keys.map { "'\($0.name)'" }.joined(separator: ", "))"
        }
        let effect = isStrict ? "" : ", it is ignored"
        diagnostics.append(
            unknown(
                assignment.place,
                "unknown key \(ConfigurationText.quoted(name)) in \(section.header)\(effect); \(advice)"))
        return nil
    }

    private func unknown(_ place: ConfigurationPlace, _ message: String) -> ConfigurationDiagnostic {
        isStrict ? .error(place, message) : .warning(place, message)
    }
}
