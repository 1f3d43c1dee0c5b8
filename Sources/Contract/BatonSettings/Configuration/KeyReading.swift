// SPDX-License-Identifier: Apache-2.0

/// How batond reads what is behind a key, for a program that changes single values of a list in a file.
///
/// Two texts may be one value: `Play` and `play`, or two spellings of é. A program that compared the texts would change lines of
/// values that stay.
///
/// For example:
/// ```swift
/// let reading = KeyReading("mqtt", "follow")
/// reading?.parts(of: "living, attic").compactMap { reading?.value(of: $0) }  // ["living", "attic"]
/// ```
package struct KeyReading: Sendable {
    private let key: ConfigurationKey<Configuration>
    private let argument: String

    /// Finds a key; nil if the table has none of this name.
    ///
    /// - Parameter section: with its argument if it has one, as `device WH-1000XM4`.
    package init?(_ section: String, _ key: String) {
        let (name, argument) = ConfigurationText.section(section)
        // The names of a headset's keys cannot be looked up here: each is compared as it is written.
        let names = KeyNames(code: { Int($0) }, name: { String($0) })
        guard let found = Configuration.schema(names).section(named: name),
            let known = found.keys.first(where: { $0.name == key })
        else { return nil }
        (self.key, self.argument) = (known, argument)
    }

    /// Whether repeating the key adds to it.
    package var isList: Bool { key.isList }

    /// What stands between the values of a line; nil if a line has one.
    package var separator: Character? { key.separator }

    /// The parts of a line, with the blanks around them; parts without a value are among them.
    package func parts(of text: String) -> [String] {
        guard let separator = key.separator else { return [text] }
        return text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }

    /// The value of a part as batond writes it: the text of the part if batond refuses it, and nil if the part is empty.
    package func value(of part: String) -> String? {
        let text = ConfigurationText.trimmed(part)
        guard !text.isEmpty else { return nil }
        var root = Configuration()
        key.reset(&root, argument)
        do throws(ConfigurationValueError) {
            try key.assign(&root, argument, text)
        } catch {
            return text
        }
        let values = key.texts(root, argument)
        return values.count == 1 ? values[0] : text
    }
}
