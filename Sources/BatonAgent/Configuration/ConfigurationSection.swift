// SPDX-License-Identifier: Apache-2.0

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
