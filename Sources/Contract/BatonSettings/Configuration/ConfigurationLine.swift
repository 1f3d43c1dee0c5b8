// SPDX-License-Identifier: Apache-2.0

/// A key of the configuration with what holds for it, for pages that show it.
///
/// For example:
/// ```swift
/// let line = Configuration().line("headset", "double-click")
/// print(line?.text ?? "")  // [headset] double-click = next-track
/// ```
package struct ConfigurationLine: Equatable, Sendable {
    /// The section, with its argument if it has one: `device WH-1000XM4`.
    package let section: String
    /// The key.
    package let key: String
    /// What holds: one value, or those of a key that is repeated.
    package let values: [String]
    /// All values that the key takes, where they are a few words; empty otherwise.
    package let words: [String]

    /// The first value; empty for a key that is repeated and has none.
    package var value: String { values.first ?? "" }

    /// The line of a file that says so.
    package var text: String { Self.text(section, key, value) }

    /// A line with another value.
    package func text(_ value: String) -> String { Self.text(section, key, value) }

    private static func text(_ section: String, _ key: String, _ value: String) -> String {
        "[\(section)] \(key) = \(value)"
    }
}

extension Configuration {
    /// What holds for a key; nil if the table has none of this name.
    ///
    /// - Parameter section: with its argument if it has one, as `device WH-1000XM4`.
    package func line(_ section: String, _ key: String) -> ConfigurationLine? {
        let (name, argument) = ConfigurationText.section(section)
        guard let found = Self.schema(.unchecked).section(named: name),
            (found.argument == nil) == argument.isEmpty, let known = found.keys.first(where: { $0.name == key })
        else { return nil }
        return ConfigurationLine(
            section: section, key: key, values: known.texts(self, argument), words: known.words)
    }
}
