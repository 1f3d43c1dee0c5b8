// SPDX-License-Identifier: Apache-2.0
import BatonShortcuts
import BatonTranslation

/// Lines between two comments at the end of a text file.
struct AddedBlock: RecordedChange {
    /// The file itself, not a link to it.
    let path: String
    /// The lines with both comments, each with its line end.
    let text: String
    /// Whether the file had no line end at its end, and gets one.
    let endsLine: Bool

    var fields: [String] { ["block", path, endsLine ? "1" : "0", text] }

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
        UserFile(path).removeLeftover()
        // If the user has deleted the file, there is nothing to remove.
        guard UserFile.exists(path) else { return nil }
        let file = UserFile(path)
        let present = try file.text
        // An editor may have given the file other line ends.
        guard let found = present.firstRange(of: text) ?? present.firstRange(of: text.replacing("\n", with: "\r\n"))
        else {
            guard isMade(in: present), let begin = AddedLines.lines(of: text).first else { return nil }
            return translated("\(path): you have changed the lines after '\(begin)'; they are kept.")
        }
        var head = present[..<found.lowerBound]
        let tail = present[found.upperBound...]
        if endsLine, tail.isEmpty, head.hasSuffix("\n") { head = head.dropLast() }
        try file.write(String(head + tail))
        return nil
    }

    private func after(_ before: String) -> String { before + (endsLine ? "\n" : "") + text }
}
