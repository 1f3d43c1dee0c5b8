// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonValues

/// A field in which a person writes a name, and the button that puts the name into the configuration.
///
/// For example:
/// ```swift
/// let entry = FormEntry("Add", .list(section: "interruptions", key: "call-ignore", values: ["obs*"]))
/// entry.action(for: "zoom")  // adds the name
/// entry.action(for: "obs*")  // nil: it is in the list already
/// ```
package struct FormEntry: Equatable, Sendable {
    /// Where a name is written.
    package enum Target: Equatable, Sendable {
        /// As one more line of a key that is repeated; the values are those that it has.
        case list(section: String, key: String, values: [String])
        /// As the name of a section, such as `app gedit`, with one key.
        case section(kind: String, key: String, value: String)
    }

    /// The word on the button.
    package var button: String
    /// Where the name is written.
    package var target: Target

    /// Makes an entry.
    package init(_ button: String, _ target: Target) { (self.button, self.target) = (button, target) }

    /// What the button does with a text; nil if the configuration cannot have the text.
    ///
    /// A text of several lines would write keys of its own, and the rest of a line behind `;` or `#` would be read as a comment.
    package func action(for text: String) -> FormAction? {
        let name = ConfigurationText.trimmed(text)
        guard !name.isEmpty, name.utf8.count <= most else { return nil }
        guard !name.unicodeScalars.contains(where: \.misleads) else { return nil }
        guard !name.utf8.contains(where: ";#".utf8.contains), name.utf8.last != UInt8(ascii: "\\") else { return nil }
        switch target {
        case .list(let section, let key, let values):
            guard !values.contains(name) else { return nil }
            return .changeList(section: section, key: key, adding: [name], removing: [])
        case .section(let kind, let key, let value):
            guard !name.utf8.contains(where: "[]".utf8.contains) else { return nil }
            return .set(section: "\(kind) \(name)", key: key, value: value)
        }
    }

    /// The longest name, in bytes.
    private var most: Int {
        switch target {
        // The key, and " = ".
        case .list(_, let key, _): ConfigurationFileReader.longestLine - key.utf8.count - 3
        case .section(let kind, _, _): ConfigurationFileReader.longestSection - kind.utf8.count - 1
        }
    }
}
