// SPDX-License-Identifier: Apache-2.0

/// A pattern in which `*` matches any text and `?` one byte. Upper and lower case of ASCII letters are equal.
package struct Glob: Sendable, Hashable {
    private let folded: [UInt8]

    /// - Parameter text: the pattern; every text is valid.
    package init(_ text: String) { folded = text.utf8.map(ConfigurationText.folded) }

    /// The number of bytes other than `*` and `?`. Of two patterns that match, the one with more is more specific.
    package var weight: Int { folded.count { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") } }

    /// Patterns in the order in which they count where several match: that with the most literal text first, else by name.
    package static func ranked(_ names: some Sequence<String>) -> [(name: String, glob: Glob)] {
        names.map { (name: $0, glob: Glob($0)) }
            .sorted { $0.glob.weight == $1.glob.weight ? $0.name < $1.name : $0.glob.weight > $1.glob.weight }
    }

    /// Whether the pattern matches the whole text.
    ///
    /// - Complexity: O(text × pattern).
    package func matches(_ text: String) -> Bool {
        let name = text.utf8.map(ConfigurationText.folded)
        var position = 0
        var at = 0
        var star: (pattern: Int, name: Int)?
        while position < name.count {
            if at < folded.count, folded[at] == UInt8(ascii: "*") {
                star = (at, position)
                at += 1
            } else if at < folded.count, folded[at] == name[position] || folded[at] == UInt8(ascii: "?") {
                at += 1
                position += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                at = last.pattern + 1
                position = last.name + 1
            } else {
                return false
            }
        }
        return folded[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
