// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts

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
        let separator = line.firstIndex { $0 == "=" || $0 == ":" } ?? line.startIndex
        let rest = line[separator...].dropFirst()
        let text = rest.drop(while: Self.isBlank)
        head = line[..<text.startIndex]
        // A semicolon begins a comment behind a blank only.
        var end = text.startIndex
        var isBehindBlank = head.last.map(Self.isBlank) ?? false
        for place in text.indices {
            let character = text[place]
            if character == ";", isBehindBlank { break }
            isBehindBlank = Self.isBlank(character)
            if !isBehindBlank { end = text.index(after: place) }
        }
        value = String(text[..<end])
        tail = text[end...]
    }

    /// The line with another value.
    func with(_ new: String) -> String {
        // Where no value was, the comment is still to be one.
        let gap = tail.first == ";" ? " " : ""
        return "\(head)\(new)\(gap)\(tail)"
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t" || character == "\r"
    }
}
