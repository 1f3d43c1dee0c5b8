// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonShortcuts
import BatonValues

/// The lines of a file of keys, and where a section and a key are in it.
///
/// Where a key of `baton.conf` is, the parser says that batond reads the file with: case, comments behind a header, a byte
/// order mark and line ends are then the same for both. Files of KDE are read as KConfig reads them.
struct KeyLines {
    /// The lines without their line feeds; a carriage return stays at the end of its line.
    var lines: [String]
    private let style: ChangedKey.Style

    init(_ text: String, _ style: ChangedKey.Style) {
        // To Swift a carriage return and the line feed behind it are one character.
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        self.style = style
    }

    var text: String { lines.joined(separator: "\n") }

    /// The line that a key's value comes from: the last one.
    func index(of key: String, in section: String) -> Int? {
        switch style {
        case .baton: indices(of: key, in: section).last
        case .kde: kdeIndex(of: key, in: section)
        }
    }

    /// All lines of `baton.conf` that give a key a value, in the order of the file.
    func indices(of key: String, in section: String) -> [Int] {
        reading.assignments.filter { Self.isSame($0.section, section) && ConfigurationText.folded($0.name) == key }
            .compactMap { $0.place.line.map { $0 - 1 } }
    }

    /// The line of a section's first header.
    func headerIndex(of section: String) -> Int? {
        switch style {
        case .baton: reading.headers.first { Self.isSame($0.section, section) }.map { $0.line - 1 }
        case .kde: lines.firstIndex { Self.kdeHeader($0)?.name == section }
        }
    }

    /// What the administrator or the user has locked: KConfig takes no other value for a key, section or file with `[$i]`.
    func isLocked(_ key: String, in section: String) -> Bool {
        guard style == .kde else { return false }
        if lines.first(where: { !AddedLines.trimmed($0).isEmpty }).map(AddedLines.trimmed) == "[$i]" { return true }
        if lines.contains(where: { Self.kdeHeader($0).map { $0.name == section && $0.isLocked } ?? false }) {
            return true
        }
        guard let index = index(of: key, in: section) else { return false }
        return AddedLines.trimmed(String(lines[index].prefix { $0 != "=" })).contains(bytesOf: "[$i")
    }

    /// A new line, which ends as the lines of the file do.
    func written(_ line: String, near index: Int) -> String {
        lines.indices.contains(index) && lines[index].hasSuffix("\r") ? line + "\r" : line
    }

    /// Puts lines behind another one, whose line end they get.
    mutating func insert(_ new: [String], behind index: Int) {
        guard !new.isEmpty else { return }
        // The file's last line may have none. It gets one, and the last of the new lines has none then.
        let isBare = index == lines.count - 1 && lineEnd == "\r\n" && !lines[index].hasSuffix("\r")
        if isBare { lines[index] += "\r" }
        var new = new.map { written($0, near: index) }
        if isBare, let last = new.popLast() { new.append(String(last.dropLast())) }
        lines.insert(contentsOf: new, at: index + 1)
    }

    /// Takes a line away. What is above it keeps its line end, also if the line was the last and had none.
    mutating func remove(at index: Int) {
        if index == lines.count - 1 { lines[index] = "" } else { lines.remove(at: index) }
    }

    /// What ends lines that are put behind all others: what ends the first one.
    var lineEnd: String { lines.first?.hasSuffix("\r") == true ? "\r\n" : "\n" }

    /// Takes the last line end away, which the file did not have. A carriage return that is no part of it is the user's.
    mutating func endWithoutLine() {
        let isWindows = lineEnd == "\r\n"
        lines.removeLast()
        if isWindows, let last = lines.last, last.hasSuffix("\r") { lines[lines.count - 1] = String(last.dropLast()) }
    }

    private var reading: ConfigurationFileReader { ConfigurationFileReader.reading(Array(text.utf8), source: "") }

    private static func isSame(_ found: String, _ section: String) -> Bool {
        let (found, wanted) = (ConfigurationText.section(found), ConfigurationText.section(section))
        return ConfigurationText.folded(found.name) == ConfigurationText.folded(wanted.name)
            && found.argument == wanted.argument
    }

    // MARK: KConfig

    private func kdeIndex(of key: String, in section: String) -> Int? {
        var isInside = false
        var found: Int?
        for (index, line) in lines.enumerated() {
            let text = AddedLines.trimmed(line)
            if text.hasPrefix("[") {
                isInside = Self.kdeHeader(line)?.name == section
            } else if isInside, !text.hasPrefix("#"), let end = text.firstIndex(of: "="),
                // Behind the key may be a language or `[$i]`.
                let name = Self.kdeKey(text[..<end]), name == key
            {
                found = index
            }
        }
        return found
    }

    /// The name of a key; nil for one of another language.
    private static func kdeKey(_ text: Substring) -> String? {
        let parts = text.split(separator: "[", omittingEmptySubsequences: false)
        guard parts.dropFirst().allSatisfy({ $0.hasPrefix("$") }) else { return nil }
        return parts.first.map { AddedLines.trimmed(String($0)) }
    }

    /// The name of a section, and whether it is locked; nil for a line that is not a header, and for the header of a section within another.
    private static func kdeHeader(_ line: String) -> (name: String, isLocked: Bool)? {
        let text = AddedLines.trimmed(line)
        guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return nil }
        let rest = AddedLines.trimmed(String(text[text.index(after: end)...]))
        guard rest.isEmpty || rest.hasPrefix("[$") else { return nil }
        return (String(text[text.index(after: text.startIndex)..<end]), rest.hasPrefix("[$i"))
    }
}
