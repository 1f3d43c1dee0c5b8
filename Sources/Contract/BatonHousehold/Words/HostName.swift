// SPDX-License-Identifier: Apache-2.0

/// What a host is called in topics: 1 to 63 letters, digits, `-`, `_` and `.`.
///
/// A machine's own name is made safe by ``init(making:)``; a name that came from elsewhere is refused unless it is safe already.
///
/// For example:
/// ```swift
/// let name = HostName(making: "Anna's Laptop")   // "anna-s-laptop"
/// ```
package struct HostName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The most characters.
    package static let longest = 63

    /// The name.
    package let text: String

    /// Takes a name that is safe.
    package init?(_ text: some StringProtocol) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(Self.isSafe) else { return nil }
        self.text = String(text)
    }

    /// Makes a name of any text: lower case, everything else than letters and digits one `-`. An empty one is `host`.
    package init(making text: String) {
        var bytes: [UInt8] = []
        for byte in text.lowercased().utf8 {
            if Self.isSafe(byte) {
                bytes.append(byte)
            } else if bytes.last != UInt8(ascii: "-") {
                bytes.append(UInt8(ascii: "-"))
            }
        }
        let kept = bytes.prefix(Self.longest).drop { $0 == UInt8(ascii: "-") }
        let name = String(decoding: kept, as: UTF8.self)
        self.text = name.isEmpty ? "host" : name
    }

    /// The name of a second machine, or of a second user, where this one is taken: the beginning of its identifier behind it.
    package func apart(by id: HostID) -> HostName {
        HostName("\(text.prefix(Self.longest - 5))-\(id.text.prefix(4))") ?? self
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// By the bytes of their texts.
    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
    /// The name itself.
    package var description: String { text }
}

/// What tells two hosts of one name apart: 32 hexadecimal digits, made of the machine and the user. It never changes.
///
/// For example:
/// ```swift
/// let id = HostID(digest: KeyedDigest.sha256(key: machine, of: user))
/// ```
package struct HostID: Hashable, Comparable, Sendable {
    /// The digits, `0` to `9` and `a` to `f`.
    package let text: String

    /// Takes 32 digits; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
        guard text.utf8.count == 32, text.utf8.allSatisfy(isDigit) else { return nil }
        self.text = String(text)
    }

    /// The identifier of a digest: its first sixteen bytes, with zeros for those that it lacks.
    package init(digest: some Sequence<UInt8>) {
        var text = ""
        for byte in digest.prefix(16) {
            text.unicodeScalars.append(Unicode.Scalar(Self.digits[Int(byte >> 4)]))
            text.unicodeScalars.append(Unicode.Scalar(Self.digits[Int(byte & 15)]))
        }
        self.text = text + String(repeating: "0", count: 32 - text.utf8.count)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// By their digits: of two hosts of one name the smaller keeps it.
    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
