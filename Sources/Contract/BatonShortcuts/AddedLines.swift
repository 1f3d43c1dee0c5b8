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
    ///
    /// Of a line with a command in quotation marks the command is enough: a program that writes the file anew may divide the lines in
    /// another way (rule SETUP17).
    public func areIn(_ other: String) -> Bool {
        let lines = Self.lines(of: other).filter { !Self.isComment($0) }
        let present = Set(lines)
        let own = Self.lines(of: text).filter { !Self.isComment($0) }
        // A brace, or what else stands in any file of its kind, tells nothing.
        let telling = own.filter { $0.contains(bytesOf: " send ") }
        if (telling.isEmpty ? own : telling).contains(where: present.contains) { return true }
        let commands = telling.compactMap(Self.quotedCommand)
        guard !commands.isEmpty else { return false }
        return lines.contains { line in
            line.contains(bytesOf: " send ") && commands.contains(where: line.contains(bytesOf:))
        }
    }

    /// `#` of sway, i3 and Hyprland, `--` of Lua, and `//` of niri and COSMIC; `/-` switches a node of niri's off.
    private static func isComment(_ line: String) -> Bool { ["#", "--", "//", "/-"].contains(where: line.hasPrefix) }

    /// The command of a line in niri's or COSMIC's file, or in Hyprland's in Lua, with the marks around it.
    private static func quotedCommand(_ line: String) -> String? {
        guard let send = line.firstPlace(of: " send "),
            let begin = line[..<send.lowerBound].lastIndex(of: "\""),
            let end = line[send.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return String(line[begin...end])
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
