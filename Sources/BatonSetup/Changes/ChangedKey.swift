// SPDX-License-Identifier: Apache-2.0
import BatonTranslation
import Glibc

/// A key in a section of a file of keys, such as `kwinrc` or `baton.conf`.
///
/// Only the key's line is touched: the user or KDE's programs write the same file.
struct ChangedKey: RecordedChange {
    /// How a line is written; the raw value is the first field of a record.
    enum Style: String, Sendable {
        /// `key=value`; nothing else is the key's line.
        case kde = "key"
        /// `key = value`, as in `baton.conf`; spaces may be anywhere, and the last line of a key is the one that counts.
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
    static func planned(
        _ path: String, _ section: String, _ key: String, _ value: String, style: Style = .kde
    ) throws(SetupError) -> ChangedKey {
        func change(_ before: String) -> ChangedKey {
            ChangedKey(style: style, path: path, section: section, key: key, value: value, before: before)
        }
        guard UserFile.exists(path) else { return change("!") }
        let text = try UserFile(path).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let empty = change("")
        if let index = empty.index(in: lines) { return change(lines[index]) }
        if empty.headerIndex(in: lines) != nil { return empty }
        return change(text.isEmpty || text.hasSuffix("\n") ? "[]" : "-")
    }

    /// Whether the key had a line before the change.
    var hadLine: Bool { !["", "[]", "-", "!"].contains(before) }

    var fields: [String] { [style.rawValue, path, section, key, value, before] }

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
        if hadLine {
            lines[index] = before
        } else {
            lines.remove(at: index)
            if before != "", let first = headerIndex(in: lines), isEmpty(after: first, lines) {
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
    func after(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let index = index(in: lines) {
            lines[index] = line
        } else if let index = headerIndex(in: lines) {
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
        guard let first = headerIndex(in: lines) else { return nil }
        if style == .kde {
            for index in lines.indices where index > first {
                if lines[index].hasPrefix("[") { return nil }
                if lines[index].hasPrefix("\(key)=") { return index }
            }
            return nil
        }
        var isInside = false
        var found: Int?
        for (index, line) in lines.enumerated() {
            let text = Self.trimmed(line)
            if text.hasPrefix("[") {
                isInside = text == header
            } else if isInside, let end = text.firstIndex(where: { $0 == "=" || $0 == ":" }),
                Self.trimmed(String(text[..<end])) == key
            {
                found = index
            }
        }
        return found
    }

    /// The line of the section.
    private func headerIndex(in lines: [String]) -> Int? {
        style == .kde ? lines.firstIndex(of: header) : lines.firstIndex { Self.trimmed($0) == header }
    }

    /// The line without spaces, tabs and a carriage return around it.
    private static func trimmed(_ line: String) -> String {
        let spaces: Set<Character> = [" ", "\t", "\r"]
        var text = line[...]
        while let last = text.last, spaces.contains(last) { text.removeLast() }
        return String(text.drop(while: spaces.contains))
    }
}
