// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts

/// Baton's bindings in a file that another program has written anew since, without the comments around them (rule SETUP17).
struct ScatteredBlock {
    let form: BindingForm
    /// The lines as they were added.
    let text: String

    private static let feed = UInt8(ascii: "\n")

    /// Whether a text has the first comment or one of the bindings. The same command for another key is the user's.
    func isIn(_ present: String) -> Bool {
        if let begin = AddedLines.lines(of: text).first, AddedLines.lines(of: present).contains(begin) { return true }
        let own = Set(own.map(\.meaning))
        return BindingEntry.all(in: present, form).contains { own.contains($0.meaning) }
    }

    /// A text without what is Baton's in it: bindings of the same key to the same command, as many as were added, and the comments. All
    /// else stays as it is. Comments with anything else between them stay: the user has changed what stood there.
    func removed(from present: String) -> String {
        var left: [[String]: Int] = [:]
        for entry in own { left[entry.meaning, default: 0] += 1 }
        // Lines were added at the end of the file, and others behind the brace.
        let entries = BindingEntry.all(in: present, form)
        var places: [Range<Int>] = []
        for entry in form == .lines ? entries.reversed() : entries {
            guard let count = left[entry.meaning], count > 0 else { continue }
            left[entry.meaning] = count - 1
            places.append(entry.place)
        }
        var after = Self.without(places, present)
        if hasSection, let section = BindingEntry.emptySections(in: after).last {
            after = Self.without([section], after)
        }
        after = withoutComments(after)
        return form == .lines ? after : Self.withoutAddedLineEnd(after, present)
    }

    /// Whether the text is a section of its own at the end of niri's file.
    private var hasSection: Bool { form == .nodes && !BindingEntry.all(in: text, .nodes).isEmpty }

    private var own: [BindingEntry] {
        switch form {
        case .lines: BindingEntry.all(in: text, .lines)
        case .nodes: BindingEntry.all(in: hasSection ? text : "binds {\(text)}", .nodes)
        case .map: BindingEntry.all(in: "{\(text)}", .map)
        }
    }

    private func withoutComments(_ present: String) -> String {
        let marks = AddedLines.lines(of: text)
        var lines = present.utf8.split(separator: Self.feed, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        let begin = lines.firstIndex { AddedLines.trimmed($0) == marks.first }
        let end = lines[(begin ?? 0)...].firstIndex { AddedLines.trimmed($0) == marks.last }
        if let begin, let end {
            guard lines[begin..<end].dropFirst().allSatisfy({ AddedLines.trimmed($0).isEmpty }) else { return present }
            lines.removeSubrange(begin...end)
        } else if let mark = begin ?? end {
            lines.remove(at: mark)
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Places

    /// A text without some places, and without the lines on which nothing else stands.
    static func without(_ places: [Range<Int>], _ text: String) -> String {
        let bytes = Array(text.utf8)
        var isKept = Array(repeating: true, count: bytes.count)
        for place in places { for index in place { isKept[index] = false } }
        for place in places {
            let start = bytes[..<place.lowerBound].lastIndex(of: feed).map { $0 + 1 } ?? 0
            let end = bytes[place.upperBound...].firstIndex(of: feed) ?? bytes.count
            let isEmpty = (start..<end).allSatisfy { !isKept[$0] || " \t\r".utf8.contains(bytes[$0]) }
            for index in isEmpty ? start..<min(end + 1, bytes.count) : withSpaces(place, bytes) {
                isKept[index] = false
            }
        }
        return String(decoding: zip(bytes, isKept).filter(\.1).map(\.0), as: UTF8.self)
    }

    /// A place with the spaces behind it, or with those before it at the end of a line.
    private static func withSpaces(_ place: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var (start, end) = (place.lowerBound, place.upperBound)
        while end < bytes.count, isSpace(bytes[end]) { end += 1 }
        guard end == bytes.count || "\r\n".utf8.contains(bytes[end]) else { return start..<end }
        while start > 0, isSpace(bytes[start - 1]) { start -= 1 }
        return start..<place.upperBound
    }

    /// The lines were put between the brace and its line's end, which is an empty line behind them.
    private static func withoutAddedLineEnd(_ after: String, _ present: String) -> String {
        var bytes = Array(after.utf8)
        let place = zip(bytes, present.utf8).prefix { $0 == $1 }.count
        let rest = bytes[place...]
        let length = rest.first == feed ? 1 : rest.starts(with: "\r\n".utf8) ? 2 : 0
        let head = bytes[..<place].reversed().drop { " \t\r\n".utf8.contains($0) }
        let between = bytes[head.count..<place]
        guard length > 0, head.first == UInt8(ascii: "{"), between.count(where: { $0 == feed }) == 1 else {
            return after
        }
        bytes.removeSubrange(place..<place + length)
        return String(decoding: bytes, as: UTF8.self)
    }
}
