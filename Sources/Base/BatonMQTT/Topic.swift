// SPDX-License-Identifier: Apache-2.0

/// The name under which a message is published: levels of text with slashes between them.
///
/// It is 1 to 65 535 bytes of UTF-8 without U+0000 and without the wildcards `+` and `#`. Text from outside becomes a level
/// by ``level(_:)`` only, so that no host and no player can write below another one's topic.
/// (MQTT 5, chapter 4.7: topic names.)
///
/// For example:
/// ```swift
/// let base = Topic("baton/laptop")!
/// let topic = base.appending(Topic.level("front/left+right"))
/// // topic.text == "baton/laptop/front-left-right"
/// ```
package struct Topic: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes that MQTT can carry.
    package static let longest = 65_535
    /// The most bytes of a level that ``level(_:)`` makes.
    package static let longestLevel = 64

    /// The topic as MQTT carries it.
    package let text: String

    /// Takes a text that is a valid topic.
    ///
    /// - Returns: nil if it is empty or too long, or has U+0000, `+` or `#`.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longest,
            !text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") })
        else { return nil }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

    /// The topic below this one.
    ///
    /// - Parameter level: a text that ``level(_:)`` made, or letters.
    /// - Returns: this topic itself, if the longer one would exceed MQTT's bound.
    package func appending(_ level: String) -> Topic { Topic("\(text)/\(level)") ?? self }

    /// The levels, in their order; at least one.
    package var levels: [Substring] { text.split(separator: "/", omittingEmptySubsequences: false) }

    /// The topic itself.
    package var description: String { text }

    /// A level that stands for a text from outside: letters, digits, `-`, `_` and `.` stay, everything else becomes one `-`.
    ///
    /// At most ``longestLevel`` bytes. An empty result is `-`.
    package static func level(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            guard result.utf8.count < longestLevel else { break }
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", ".": result.unicodeScalars.append(scalar)
            default: if result.last != "-" { result += "-" }
            }
        }
        return result.isEmpty ? "-" : result
    }
}
