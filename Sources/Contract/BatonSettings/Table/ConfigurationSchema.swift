// SPDX-License-Identifier: Apache-2.0

/// The table of all sections and keys.
///
/// The reader, the checks, the defaults, `--set` and the documentation all use this table.
struct ConfigurationSchema<Root: Sendable>: Sendable {
    /// The sections in the order of the documentation.
    let sections: [ConfigurationSection<Root>]

    /// Applies one layer, such as a file or all values of `--set`, in order.
    ///
    /// The first line of a list in a layer replaces the list of the layers below; the next lines add to it. Unknown
    /// names are warnings and wrong values are errors. All problems are reported, not only the first.
    ///
    /// - Parameters:
    ///   - isStrict: true for `--set`: unknown names are errors, and a repeated scalar is not warned of.
    ///   - empty: headers without keys, of a file.
    func apply(
        _ layer: [ConfigurationAssignment], to root: inout Root, isStrict: Bool = false,
        empty: [ConfigurationHeader] = [], in source: String = ""
    ) -> [ConfigurationDiagnostic] {
        var pass = ConfigurationPass(schema: self, isStrict: isStrict)
        for assignment in layer { pass.apply(assignment, to: &root) }
        for header in empty { pass.look(at: header, in: source) }
        pass.review(root)
        return pass.diagnostics
    }

    /// The section with this name; upper and lower case are equal.
    func section(named name: String) -> ConfigurationSection<Root>? {
        let folded = ConfigurationText.folded(name)
        return sections.first { ConfigurationText.folded($0.name) == folded }
    }
}

/// One section of the configuration and its keys.
struct ConfigurationSection<Root: Sendable>: Sendable {
    /// The name as the documentation spells it. In a file upper and lower case are equal.
    let name: String
    /// The word for the argument in the header (`[App NAME]`), for the documentation; nil if the section has no
    /// argument.
    let argument: String?
    /// One sentence for the documentation.
    let summary: String
    /// The keys in the order of the documentation. They are made at each use: a key takes ten microseconds, and a file has keys
    /// of few sections.
    var keys: [ConfigurationKey<Root>] { makeKeys() }

    private let makeKeys: @Sendable () -> [ConfigurationKey<Root>]

    init(
        name: String, argument: String? = nil, summary: String,
        keys: @escaping @autoclosure @Sendable () -> [ConfigurationKey<Root>]
    ) {
        self.name = name
        self.argument = argument
        self.summary = summary
        makeKeys = keys
    }

    /// `[App NAME]`.
    var header: String { "[\(name)\(argument.map { " \($0)" } ?? "")]" }
}
