// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonTranslation
import BatonValues

/// Lines between two comments at the end of a text file.
struct AddedBlock: RecordedChange {
    /// The file itself, not a link to it.
    let path: String
    /// The lines with both comments, each with a line end.
    let text: String
    /// How many line ends the file gets before them: its last line may have none, or may go on in the next line.
    let lineEnds: Int

    var fields: [String] { ["block", path, "\(lineEnds)", text] }

    /// Plans lines at the end of a file, with line ends as the file's last one (rules SETUP12 and SETUP13).
    ///
    /// - Parameters:
    ///   - content: What is in the file now.
    ///   - text: The lines, each with a line feed.
    ///   - keepsLineFeeds: Whether the lines keep them, because the file's owner takes a carriage return for a part of the line.
    static func atEnd(of path: String, _ content: String, _ text: String, keepsLineFeeds: Bool = false) -> AddedBlock {
        let feed = UInt8(ascii: "\n")
        let last = content.utf8.lastIndex(of: feed)
        let isWindows = last.map { content.utf8[..<$0].last == UInt8(ascii: "\r") } ?? false
        let isEnded = content.isEmpty || content.utf8.last == feed
        // An empty line takes what a backslash would join to the first of the lines.
        let goesOn = AddedLines.lastLine(of: content).utf8.last == UInt8(ascii: "\\")
        return AddedBlock(
            path: path, text: isWindows && !keepsLineFeeds ? text.replacing(placesOf: "\n", with: "\r\n") : text,
            lineEnds: (isEnded ? 0 : 1) + (goesOn ? 1 : 0))
    }

    /// Where the lines are in a text; an editor may have given them other line ends.
    static func range(of text: String, in present: String) -> Range<String.Index>? {
        present.firstPlace(of: text) ?? present.firstPlace(of: text.replacing(placesOf: "\n", with: "\r\n"))
            ?? present.firstPlace(of: text.replacing(placesOf: "\r\n", with: "\n"))
    }

    var difference: String {
        get throws(SetupError) {
            let before = try UserFile(path).text
            return isMade(in: before) ? "" : UnifiedDifference.text(path, before, after(before))
        }
    }

    func make() throws(SetupError) {
        let file = UserFile(path)
        let before = try file.text
        if !isMade(in: before) { try file.write(after(before)) }
    }

    /// Whether lines are there between the comments. A comment alone binds nothing.
    var isPresent: Bool {
        get throws(SetupError) {
            guard UserFile.exists(path) else { return false }
            return AddedLines(path: path, text: text).areIn(try UserFile(path).text)
        }
    }

    /// Whether the lines are there, as they are or as the user has changed them since.
    private func isMade(in present: String) -> Bool {
        guard let begin = AddedLines.lines(of: text).first else { return true }
        return AddedLines.lines(of: present).contains(begin)
    }

    func takeBack() throws(SetupError) -> String? {
        // Of the files that get lines at their end, niri's alone has such comments.
        try takeBack(writtenAnewAs: text.hasPrefix("//") ? .nodes : .lines)
    }

    /// Takes the lines back. If they do not stand together any more, each of them that is there goes by itself.
    func takeBack(writtenAnewAs form: BindingForm) throws(SetupError) -> String? {
        UserFile(path).removeLeftover()
        // If the user has deleted the file, there is nothing to remove.
        guard UserFile.exists(path) else { return nil }
        let file = UserFile(path)
        let present = try file.text
        guard let found = Self.range(of: text, in: present) else {
            return try takeBack(ScatteredBlock(form: form, text: text), from: present)
        }
        var head = present[..<found.lowerBound]
        let tail = present[found.upperBound...]
        if tail.isEmpty {
            let isAsWritten = present[found].hasSameBytes(as: text)
            for _ in 0..<lineEnds { head = withoutLineEnd(head, isAsWritten) }
        }
        try file.write(String(head + tail))
        return nil
    }

    private func takeBack(_ block: ScatteredBlock, from present: String) throws(SetupError) -> String? {
        let after = block.removed(from: present)
        if isMade(in: after), let begin = AddedLines.lines(of: text).first {
            return translated("\(path): you have changed the lines after '\(begin)'; they are kept.")
        }
        if !after.hasSameBytes(as: present) { try UserFile(path).write(withoutLineEnds(after, present)) }
        return AddedLines(path: path, text: text).areIn(after)
            ? translated("\(path): the lines have changed, and are kept.") : nil
    }

    /// Without the line ends before the lines, if these were the last ones in the file.
    private func withoutLineEnds(_ after: String, _ present: String) -> String {
        guard lineEnds > 0, present.utf8.starts(with: after.utf8) else { return after }
        var head = after[...]
        for _ in 0..<lineEnds { head = withoutLineEnd(head, true) }
        return String(head)
    }

    /// To Swift a carriage return and the line feed behind it are one character, but the first of them may be the user's.
    private func withoutLineEnd(_ head: Substring, _ isAsWritten: Bool) -> Substring {
        guard isAsWritten else { return head.last?.isNewline == true ? head.dropLast() : head }
        guard head.utf8.reversed().starts(with: lineEnd.utf8.reversed()) else { return head }
        return Substring(head.utf8.dropLast(lineEnd.utf8.count))
    }

    private func after(_ before: String) -> String { before + String(repeating: lineEnd, count: lineEnds) + text }

    /// What ends each of the lines.
    private var lineEnd: String { text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n" }
}
