// SPDX-License-Identifier: Apache-2.0

/// A player's name in the configuration, or a glob of names: `spotify`, `firefox`, `chrom*`.
///
/// It is compared with the part of the bus name after `org.mpris.MediaPlayer2.`, with and without `.instanceN`, and with the
/// player's other names (``PlayerLabels``). Upper and lower case of ASCII letters are equal. `*` matches any text, `?` one byte.
package struct PlayerPattern: Sendable, Hashable, CustomStringConvertible {
    /// The prefix of every player's bus name.
    package static let busNamePrefix = "org.mpris.MediaPlayer2."
    /// The longest pattern in bytes: a bus name has at most 255 bytes.
    package static let longest = 255 - busNamePrefix.utf8.count

    /// The pattern without the prefix, as written.
    package let description: String
    private let glob: Glob

    /// Nil if no bus name could match: the text is empty, too long, or has a byte that bus names cannot have.
    package init?(_ text: String) {
        let short = Self.withoutPrefix(text)
        guard !short.isEmpty, short.utf8.count <= Self.longest, short.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        description = String(short)
        glob = Glob(description)
    }

    /// Whether the pattern matches the player with `busName`, which may lack the prefix.
    ///
    /// - Complexity: O(name × pattern). Call it when a player appears, not for each command.
    package func matches(_ busName: String) -> Bool {
        let short = String(Self.withoutPrefix(busName))
        if glob.matches(short) { return true }
        let stem = Self.withoutInstance(short)
        return stem.utf8.count < short.utf8.count && glob.matches(stem)
    }

    /// The pattern of a section `[player NAME]`, whose name may have blanks and letters of any alphabet, as names for people do. Nil if
    /// it is empty or too long.
    package init?(section text: String) {
        let short = Self.withoutPrefix(text)
        guard !short.isEmpty, short.utf8.count <= Self.longest else { return nil }
        description = String(short)
        glob = Glob(description)
    }

    /// Whether the pattern matches the whole text.
    func matchesWhole(_ text: String) -> Bool { glob.matches(text) }

    /// The part of a bus name that users type: `vlc.instance42`. A name without the prefix is returned as it is.
    package static func withoutPrefix(_ name: String) -> Substring {
        // By bytes: a walk over characters would be a third of what a signal of a player costs.
        let bytes = name.utf8
        guard bytes.starts(with: busNamePrefix.utf8) else { return Substring(name) }
        return name[bytes.index(bytes.startIndex, offsetBy: busNamePrefix.utf8.count)...]
    }

    /// The name without a trailing `.instanceN`, where N is digits and underscores (`.instance_1_84`, `.instance4242`).
    package static func withoutInstance(_ name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
        let last = name[name.utf8.index(after: dot)...]
        guard last.hasPrefix("instance") else { return name }
        let number = last.utf8.dropFirst("instance".utf8.count)
        let isNumber = number.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
        }
        return isNumber && !number.isEmpty ? String(name[..<dot]) : name
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "*"), UInt8(ascii: "?"):
            true
        default: false
        }
    }
}
