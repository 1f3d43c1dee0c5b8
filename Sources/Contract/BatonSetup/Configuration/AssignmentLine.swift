// SPDX-License-Identifier: Apache-2.0

/// A line of `baton.conf` that gives a key its value, with what a person has written around the value: blanks, another separator, a
/// comment behind it, a carriage return.
///
/// For example:
/// ```swift
/// AssignmentLine("  Enabled = yes ; my note").with("no")  // "  Enabled = no ; my note"
/// ```
struct AssignmentLine {
    /// Up to the value.
    private let head: Substring
    /// The value, without blanks around it.
    let value: String
    /// Behind the value.
    private let tail: Substring

    /// - Parameter line: without its line feed. The parser has found a key and a value in it.
    init(_ line: String) {
        // By bytes, as the parser reads: to Swift an accent and the sign or blank before it are one character.
        let bytes = line.utf8
        let separator = bytes.firstIndex { "=:".utf8.contains($0) } ?? bytes.startIndex
        let start = bytes[separator...].dropFirst().firstIndex { !Self.isBlank($0) } ?? bytes.endIndex
        // A semicolon begins a comment behind a blank only.
        var end = start
        var isBehindBlank = bytes[..<start].last.map(Self.isBlank) ?? false
        for place in bytes[start...].indices {
            let byte = bytes[place]
            if byte == UInt8(ascii: ";"), isBehindBlank { break }
            isBehindBlank = Self.isBlank(byte)
            if !isBehindBlank { end = bytes.index(after: place) }
        }
        (head, tail) = (line[..<start], line[end...])
        value = String(line[start..<end])
    }

    /// The line with another value.
    func with(_ new: String) -> String {
        // Where no value was, the comment is still to be one.
        let gap = tail.utf8.first == UInt8(ascii: ";") ? " " : ""
        return "\(head)\(new)\(gap)\(tail)"
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
