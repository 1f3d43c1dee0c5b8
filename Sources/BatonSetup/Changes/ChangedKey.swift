// SPDX-License-Identifier: Apache-2.0
import BatonTranslation
import Glibc

/// A key in a section of a file in KDE's format, such as `kwinrc`.
///
/// Only the key's line is touched: KDE's programs write the same file.
struct ChangedKey: RecordedChange {
    /// The file itself, not a link to it.
    let path: String
    /// Without brackets.
    let section: String
    let key: String
    let value: String
    /// The line before the change; empty if there was none, "[]" if there was no section, "-" if the file's end had no
    /// line end either, and "!" if there was no file.
    let before: String

    private var line: String { "\(key)=\(value)" }
    private var header: String { "[\(section)]" }

    /// Reads the state before the change.
    static func planned(
        _ path: String, _ section: String, _ key: String, _ value: String
    ) throws(SetupError) -> ChangedKey {
        guard UserFile.exists(path) else {
            return ChangedKey(path: path, section: section, key: key, value: value, before: "!")
        }
        let text = try UserFile(path).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let empty = ChangedKey(path: path, section: section, key: key, value: value, before: "")
        let before =
            if let index = empty.index(in: lines) {
                lines[index]
            } else if lines.contains("[\(section)]") {
                ""
            } else {
                text.isEmpty || text.hasSuffix("\n") ? "[]" : "-"
            }
        return ChangedKey(path: path, section: section, key: key, value: value, before: before)
    }

    var fields: [String] { ["key", path, section, key, value, before] }

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
        var lines = try file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let index = index(in: lines) else { return nil }
        guard lines[index] == line else { return translated("\(path): \(lines[index]) is yours; it is kept.") }
        let isLine = !["", "[]", "-", "!"].contains(before)
        if isLine {
            lines[index] = before
        } else {
            lines.remove(at: index)
            if before != "", let first = lines.firstIndex(of: header), isEmpty(after: first, lines) {
                lines.remove(at: first)
                if before == "-", lines.last == "", first == lines.count - 1 { lines.removeLast() }
            }
        }
        let text = lines.joined(separator: "\n")
        if before == "!", text.isEmpty {
            unlink(path)
        } else {
            try file.write(text)
        }
        return nil
    }

    /// The text with the key set.
    private func after(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let index = index(in: lines) {
            lines[index] = line
        } else if let index = lines.firstIndex(of: header) {
            lines.insert(line, at: index + 1)
        } else {
            return text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + "\(header)\n\(line)\n"
        }
        return lines.joined(separator: "\n")
    }

    /// Whether a section has no key: nothing, or an empty line, before the next header or the end.
    private func isEmpty(after index: Int, _ lines: [String]) -> Bool {
        let next = lines[(index + 1)...].first { !$0.isEmpty }
        return next == nil || next?.hasPrefix("[") == true
    }

    /// The line of the key in its section.
    private func index(in lines: [String]) -> Int? {
        guard let first = lines.firstIndex(of: header) else { return nil }
        for index in lines.indices where index > first {
            if lines[index].hasPrefix("[") { return nil }
            if lines[index].hasPrefix("\(key)=") { return index }
        }
        return nil
    }
}
