// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonShortcuts
import BatonTranslation
import Glibc

/// A key in a section of a file of keys, such as `kwinrc` or `baton.conf`.
///
/// Only the key's line is touched: the user or KDE's programs write the same file.
struct ChangedKey: RecordedChange {
    /// How a line is written; the raw value is the first field of a record.
    enum Style: String, Sendable {
        /// `key=value`, as KConfig writes it.
        case kde = "key"
        /// `key = value`, as in `baton.conf`.
        case baton = "option"
    }

    var style = Style.kde
    /// The file itself, not a link to it.
    let path: String
    /// Without brackets.
    let section: String
    let key: String
    let value: String
    /// The line before the change; empty if there was none, "[]" if there was no section, "-" if the file's end had no
    /// line end either, and "!" if there was no file.
    let before: String

    private var line: String { style == .kde ? "\(key)=\(value)" : "\(key) = \(value)" }
    private var header: String { "[\(section)]" }

    /// Reads the state before the change.
    ///
    /// - Throws: ``SetupError`` when the file cannot be read, or is one that its own reader refuses or has locked.
    static func planned(
        _ path: String, _ section: String, _ key: String, _ value: String, style: Style = .kde
    ) throws(SetupError) -> ChangedKey {
        func change(_ before: String) -> ChangedKey {
            ChangedKey(style: style, path: path, section: section, key: key, value: value, before: before)
        }
        guard UserFile.exists(path) else { return change("!") }
        let text = try UserFile(path).text
        if style == .baton { try check(text, path) }
        let lines = KeyLines(text, style)
        guard !lines.isLocked(key, in: section) else {
            throw SetupError(translated("\(path): \(key) in [\(section)] is locked ([$i]); Baton does not change it."))
        }
        if let index = lines.index(of: key, in: section) { return change(lines.lines[index]) }
        if lines.headerIndex(of: section) != nil { return change("") }
        return change(text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? "[]" : "-")
    }

    /// Refuses a file that batond refuses: it uses nothing of it, and a line more changes nothing.
    static func check(_ text: String, _ path: String) throws(SetupError) {
        let problems = Configuration.problems(in: Array(text.utf8), source: path)
        guard let problem = problems.first(where: { $0.severity == .error }) else { return }
        throw SetupError(translated("batond refuses the configuration, so nothing was changed: \("\(problem)")"))
    }

    /// Whether the key had a line before the change.
    var hadLine: Bool { !["", "[]", "-", "!"].contains(before) }

    var fields: [String] { [style.rawValue, path, section, key, value, before] }

    var isPresent: Bool {
        get throws(SetupError) {
            guard UserFile.exists(path) else { return false }
            let lines = KeyLines(try UserFile(path).text, style)
            guard let index = lines.index(of: key, in: section) else { return false }
            return isOurs(lines.lines[index])
        }
    }

    var difference: String {
        get throws(SetupError) {
            let text = UserFile.exists(path) ? try UserFile(path).text : nil
            let after = after(text ?? "")
            return after == text ? "" : UnifiedDifference.text(path, text, after)
        }
    }

    func make() throws(SetupError) {
        let text = UserFile.exists(path) ? try UserFile(path).text : ""
        let after = after(text)
        if after != text { try UserFile(path).write(after) }
    }

    func takeBack() throws(SetupError) -> String? {
        UserFile(path).removeLeftover()
        guard UserFile.exists(path) else { return nil }
        let file = UserFile(path)
        var keys = KeyLines(try file.text, style)
        guard let index = keys.index(of: key, in: section) else { return nil }
        guard isOurs(keys.lines[index]) else {
            return translated("\(path): \(AddedLines.trimmed(keys.lines[index])) is yours; it is kept.")
        }
        if hadLine {
            keys.lines[index] = before
        } else {
            keys.lines.remove(at: index)
            if before != "", let first = keys.headerIndex(of: section), isEmpty(after: first, keys.lines) {
                keys.lines.remove(at: first)
                if before == "-", keys.lines.last == "", first == keys.lines.count - 1 { keys.endWithoutLine() }
            }
        }
        let text = keys.text
        if before == "!", text.isEmpty {
            unlink(path)
        } else {
            try file.write(text)
        }
        return nil
    }

    /// The text with the key set.
    func after(_ text: String) -> String {
        var keys = KeyLines(text, style)
        if let index = keys.index(of: key, in: section) {
            if !isOurs(keys.lines[index]) { keys.lines[index] = keys.written(line, near: index) }
        } else if let index = keys.headerIndex(of: section) {
            keys.lines.insert(keys.written(line, near: index), at: index + 1)
        } else {
            let end = keys.lineEnd
            let isWhole = text.isEmpty || text.utf8.last == UInt8(ascii: "\n")
            return text + (isWhole ? "" : end) + "\(header)\(end)\(line)\(end)"
        }
        return keys.text
    }

    /// Whether a line is the one that Baton has written. An editor may have changed how it ends.
    private func isOurs(_ found: String) -> Bool { AddedLines.trimmed(found) == line }

    /// Whether a section has no key: nothing, or an empty line, before the next header or the end.
    private func isEmpty(after index: Int, _ lines: [String]) -> Bool {
        let next = lines[(index + 1)...].map(AddedLines.trimmed).first { !$0.isEmpty }
        return next == nil || next?.hasPrefix("[") == true
    }
}
