// SPDX-License-Identifier: Apache-2.0

/// A text in which `*` stands for any text and `?` for one byte, whatever the case of ASCII letters.
package struct Glob: Sendable, Hashable {
    private let folded: [UInt8]

    /// - Parameter text: the pattern; every text is one.
    package init(_ text: some StringProtocol) { folded = text.utf8.map(Self.fold) }

    /// How many bytes the pattern has that are not `*` or `?`: of two that match, the one with more says more.
    package var weight: Int { folded.count { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") } }

    /// Whether the whole text is one that the pattern means.
    ///
    /// - Complexity: O(text × pattern).
    package func matches(_ text: some StringProtocol) -> Bool {
        let name = text.utf8.map(Self.fold)
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

    private static func fold(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
