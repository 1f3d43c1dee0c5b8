// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Lines that the set-up has added to a configuration file of a desktop, as a record keeps them.
public struct AddedLines: Sendable, Equatable {
    /// The file.
    public let path: String
    /// The lines with the comments around them.
    public let text: String

    /// The lines in a record; nil if it is about something else.
    public init?(_ record: SavedRecord) {
        guard let fields = record.lines.first(where: { ["block", "inserted"].contains($0.first) && $0.count == 4 })
        else { return nil }
        (path, text) = (fields[1], fields[3])
    }

    /// Makes lines that are or were added to a file.
    public init(path: String, text: String) {
        (self.path, self.text) = (path, text)
    }

    /// Whether another text has one of the lines that are no comments: the user may have changed or removed some of them.
    public func areIn(_ other: String) -> Bool {
        let present = Set(Self.lines(of: other))
        let own = Self.lines(of: text).filter { line in !["#", "--", "//"].contains(where: line.hasPrefix) }
        // A brace, or what else stands in any file of its kind, tells nothing.
        let telling = own.filter { $0.contains(bytesOf: " send ") }
        return (telling.isEmpty ? own : telling).contains(where: present.contains)
    }

    /// The lines of a text that are not empty, without spaces, tabs and a carriage return around them.
    public static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { trimmed(String($0)) }.filter { !$0.isEmpty }
    }

    /// The last line of a text, without its line end.
    public static func lastLine(of text: String) -> Substring {
        let body = text.last?.isNewline == true ? text.dropLast() : text[...]
        return body.lastIndex(where: \.isNewline).map { body[body.index(after: $0)...] } ?? body
    }

    /// A line without spaces, tabs and a carriage return around it.
    public static func trimmed(_ line: String) -> String {
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0D]
        var bytes = Array(line.utf8.drop(while: spaces.contains))
        while let last = bytes.last, spaces.contains(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
