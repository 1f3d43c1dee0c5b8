// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonTranslation
import BatonValues
import Glibc
import SystemPackage

/// Lines behind the brace that opens a section of a text file, for a file that has sections only (rule SETUP17).
struct InsertedBlock: RecordedChange {
    /// The file itself, not a link to it.
    let path: String
    /// The word before the brace; empty if the whole file is the section; ``ofNewFile`` if there was no file;
    /// ``ofBlankFile`` and the file's content if that was blank.
    let section: String
    /// What stands behind the brace: a line end, and the lines.
    let text: String

    private static let ofNewFile = "new file"
    private static let ofBlankFile = "blank file:"

    /// The lines as the whole content of a file that is not there.
    static func newFile(_ path: String, _ lines: String) -> InsertedBlock {
        InsertedBlock(path: path, section: ofNewFile, text: "\n" + lines)
    }

    /// Plans lines in a section, or a section of their own at the end of a file without one.
    ///
    /// - Parameters:
    ///   - content: what is in the file now.
    ///   - lines: the lines, each with a line feed.
    /// - Throws: ``SetupError`` when the file is of another form.
    static func planned(
        _ path: String, _ section: String, _ content: String, _ lines: String
    ) throws(SetupError) -> any RecordedChange {
        if section.isEmpty, NodeFault.isBlank(content) {
            return InsertedBlock(path: path, section: ofBlankFile + content, text: "\n" + lines)
        }
        guard place(of: section, in: content) != nil else {
            guard !section.isEmpty else {
                throw SetupError(translated("\(path) has another form than Baton knows; see 'batonctl setup --print'."))
            }
            var rows = lines.split(separator: "\n").map(String.init)
            guard rows.count > 1 else { return AddedBlock.atEnd(of: path, content, lines) }
            rows.insert("\(section) {", at: 1)
            rows.insert("}", at: rows.count - 1)
            return AddedBlock.atEnd(of: path, content, rows.map { $0 + "\n" }.joined())
        }
        let text = "\n" + lines
        let end = content.utf8.lastIndex(of: UInt8(ascii: "\n"))
        let isWindows = end.map { content.utf8[..<$0].last == UInt8(ascii: "\r") } ?? false
        return InsertedBlock(
            path: path, section: section,
            text: isWindows ? text.replacing(placesOf: "\n", with: "\r\n") : text)
    }

    /// The place behind the brace that opens a section; nil without one.
    private static func place(of section: String, in content: String) -> String.Index? {
        // The first thing in a file that is one section opens it.
        guard !section.isEmpty else {
            guard NodeFault.first(in: content, .map) == nil,
                let brace = NodeTokens.all(of: content, isKDL: false).first
            else { return nil }
            return content.utf8.index(content.startIndex, offsetBy: brace.place.upperBound)
        }
        for line in code(of: content) {
            let start = line.drop { $0 == " " || $0 == "\t" }
            guard start.hasPrefix(section) else { continue }
            let rest = start.dropFirst(section.count).drop { $0 == " " || $0 == "\t" }
            if rest.first == "{" { return rest.index(after: rest.startIndex) }
        }
        return nil
    }

    /// The lines that are no comments.
    static func code(of content: String) -> [Substring] {
        var isComment = false
        return content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).filter { line in
            let start = line.drop { $0 == " " || $0 == "\t" }
            if isComment || start.hasPrefix("/*") {
                isComment = line.firstPlace(of: "*/") == nil
                return false
            }
            // `/-` switches a node of KDL off.
            return !start.hasPrefix("//") && !start.hasPrefix("/-")
        }
    }

    // MARK: The change

    /// The lines as what a file has somewhere, for taking them back.
    private var block: AddedBlock { AddedBlock(path: path, text: text, lineEnds: 0) }

    private var whole: String { "{\(text)}\n" }

    var fields: [String] { ["inserted", path, section, text] }

    var difference: String {
        get throws(SetupError) {
            guard UserFile.exists(path) else { return UnifiedDifference.text(path, nil, whole) }
            let before = try UserFile(path).text
            return isMade(in: before) ? "" : UnifiedDifference.text(path, before, try after(before))
        }
    }

    var isPresent: Bool { get throws(SetupError) { try block.isPresent } }

    func make() throws(SetupError) {
        let file = UserFile(path)
        guard UserFile.exists(path) else { return try file.write(whole) }
        let before = try file.text
        if !isMade(in: before) { try file.write(try after(before)) }
    }

    func takeBack() throws(SetupError) -> String? {
        if isWhole, UserFile.exists(path), try UserFile(path).text == whole { return try restore() }
        if let sentence = try block.takeBack(writtenAnewAs: form) { return sentence }
        // Nothing has come into the file since.
        guard isWhole, UserFile.exists(path), try UserFile(path).text.filter({ !$0.isWhitespace }) == "{}" else {
            return nil
        }
        return try restore()
    }

    /// Whether the lines were the whole content.
    private var isWhole: Bool { section == Self.ofNewFile || section.hasPrefix(Self.ofBlankFile) }

    /// Makes the file what it was before it had the lines as its whole content.
    private func restore() throws(SetupError) -> String? {
        guard section == Self.ofNewFile else {
            try UserFile(path).write(String(section.dropFirst(Self.ofBlankFile.count)))
            return nil
        }
        guard unlink(path) == 0 else {
            throw SetupError(translated("\(path) cannot be removed: \(Errno(rawValue: errno))."))
        }
        return nil
    }

    private var form: BindingForm { section == "binds" ? .nodes : .map }

    private func isMade(in present: String) -> Bool { ScatteredBlock(form: form, text: text).isIn(present) }

    private func after(_ before: String) throws(SetupError) -> String {
        if isWhole, NodeFault.isBlank(before) { return whole }
        if let fault = NodeFault.first(in: before, form) { throw fault.error(in: path) }
        guard let place = Self.place(of: isWhole ? "" : section, in: before) else {
            throw SetupError(translated("\(path) has another form than Baton knows; see 'batonctl setup --print'."))
        }
        return before[..<place] + text + before[place...]
    }
}

extension AddedFolder {
    /// The folders above a file that are not there, the outermost first. A revert takes them back in reverse.
    static func missing(above file: String) -> [AddedFolder] {
        var folders: [AddedFolder] = []
        var path = file[...]
        while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            path = path[..<slash]
            if UserFile.exists(String(path)) { break }
            folders.append(AddedFolder(path: String(path)))
        }
        return folders.reversed()
    }
}
