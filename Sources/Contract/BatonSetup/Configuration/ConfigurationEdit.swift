// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonTranslation
import BatonValues
import Glibc

/// A choice that a person makes in a window: keys of the user's `baton.conf` are written, and can be put back once.
///
/// Nothing else in the file changes: comments, the order of its lines and how they end, sections that batond does not know. Of a
/// list, the lines of values that stay are not touched either. A link stays a link. It is no record as ``ConfigurationChange`` keeps
/// one: a window has its own way back, and a person who edits the file beside it is right.
///
/// For example:
/// ```swift
/// let edit = try ConfigurationEdit("shake", "sensitivity", ["high"], usedFile: nil, .current)
/// let undo = try edit.make()
/// try undo()
/// ```
package struct ConfigurationEdit: Sendable {
    /// The file that is changed: itself, not a link to it.
    package let path: String
    private let section: String
    private let key: String
    private let choice: Choice

    private enum Choice {
        case values([String])
        case change(ListChange)
    }

    /// Plans the change.
    ///
    /// - Parameters:
    ///   - section: the section, with its argument if it has one: `app gedit`.
    ///   - key: the key.
    ///   - values: one line for each; none for the default.
    ///   - usedFile: the file that batond has read; nil if it has read none.
    /// - Throws: ``SetupError`` when there is no place for the file, or batond has read one that is not the user's.
    package init(
        _ section: String, _ key: String, _ values: [String], usedFile: String?, _ environment: SetupEnvironment
    ) throws(SetupError) {
        try self.init(section, key, .values(values), usedFile, environment)
    }

    /// Plans a change of the values that a list has when it is written, whatever it had when the person saw it.
    ///
    /// - Parameters:
    ///   - section: the section, with its argument if it has one: `app gedit`.
    ///   - key: the key of the list.
    ///   - change: what comes and what goes.
    ///   - usedFile: the file that batond has read; nil if it has read none.
    /// - Throws: ``SetupError`` when there is no place for the file, or batond has read one that is not the user's.
    package init(
        _ section: String, _ key: String, _ change: ListChange, usedFile: String?, _ environment: SetupEnvironment
    ) throws(SetupError) {
        try self.init(section, key, .change(change), usedFile, environment)
    }

    private init(
        _ section: String, _ key: String, _ choice: Choice, _ usedFile: String?, _ environment: SetupEnvironment
    ) throws(SetupError) {
        path = SetupEnvironment.target(try Self.own(usedFile, environment))
        (self.section, self.key, self.choice) = (section, key, choice)
    }

    private static func own(_ usedFile: String?, _ environment: SetupEnvironment) throws(SetupError) -> String {
        guard let home = environment.configHome else {
            throw SetupError(translated("There is no place for the configuration: HOME is not set."))
        }
        let own = "\(home)/baton/baton.conf"
        guard usedFile == nil || usedFile == own else {
            throw SetupError(
                translated("Baton reads \(usedFile ?? ""), which is not your own \(own), so nothing was changed."))
        }
        return own
    }

    /// Why the user's file cannot be written; nil if it can. A file that is not there can, as far as its folder can.
    package static func obstacle(usedFile: String?, _ environment: SetupEnvironment) -> String? {
        do throws(SetupError) {
            try refuseReadOnly(SetupEnvironment.target(try own(usedFile, environment)))
            return nil
        } catch {
            return error.description
        }
    }

    /// The text of the file after the change: that which changes the fewest lines and is read as it is wanted.
    package func text(after before: String) -> String {
        guard let values = values(for: before) else { return before }
        let keys = KeyLines(before, .baton)
        let lines = values.map { "\(key) = \($0)" }
        let places = keys.indices(of: key, in: section)
        guard let last = places.last ?? keys.headerIndex(of: section) else {
            return lines.isEmpty ? before : Self.appended(to: before, "[\(section)]", lines, keys.lineEnd)
        }
        var plain = keys
        plain.insert(lines, behind: last)
        for place in places.reversed() { plain.remove(at: place) }
        // Values that batond refuses are no list that an edit can be held against; `make` tells of them.
        guard !places.isEmpty, let wanted = read(plain.text) else { return plain.text }
        let lists = EditedList(keys, places, key: key, values, KeyReading(section, key))
        return [lists.difference, lists.rewritten].compactMap { $0 }.first { read($0) == wanted } ?? plain.text
    }

    /// The values that are wanted in place of those of a text; nil where it has them, or batond refuses it.
    private func values(for text: String) -> [String]? {
        switch choice {
        case .values(let values): return values
        case .change(let change):
            guard let held = read(text)?.held, let values = change.values(after: held) else { return nil }
            // No line would be the default, which may name something.
            return values.isEmpty ? [""] : values
        }
    }

    /// All that batond takes from a text, and the values of the key byte by byte, as it compares them with the names of programs.
    private struct Reading: Equatable {
        let all: Configuration
        let values: [[UInt8]]
        var held: [String] { values.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Nil if batond refuses the text.
    private func read(_ text: String) -> Reading? {
        do throws(ConfigurationError) {
            let all = try Configuration.read(Array(text.utf8), source: "").configuration
            return Reading(all: all, values: (all.line(section, key)?.values ?? []).map { Array($0.utf8) })
        } catch {
            return nil
        }
    }

    private static func appended(to text: String, _ header: String, _ lines: [String], _ end: String) -> String {
        let isWhole = text.isEmpty || text.utf8.last == UInt8(ascii: "\n")
        return text + (isWhole ? "" : end) + ([header] + lines).joined(separator: end) + end
    }

    /// Writes the file.
    ///
    /// - Returns: puts the file back as it was, unless somebody has changed it since.
    /// - Throws: ``SetupError`` when the file has an error, is read-only, or cannot be written. It is as before then.
    @discardableResult
    package func make() throws(SetupError) -> (() throws(SetupError) -> Void) {
        let isNew = !UserFile.exists(path)
        let before = isNew ? "" : try UserFile(path).text
        try ChangedKey.check(before, path)
        try Self.refuseReadOnly(path)
        let after = text(after: before)
        // By bytes: two spellings of one name are equal to Swift, and not to the file system.
        if !after.hasSameBytes(as: before) {
            try ChangedKey.check(after, path)
            if isNew { try makeFolder() }
            try UserFile(path).write(after)
        }
        let path = path
        return { () throws(SetupError) in
            guard try UserFile(path).text.hasSameBytes(as: after) else {
                throw SetupError(translated("\(path) has been changed since; nothing was put back."))
            }
            if isNew { unlink(path) } else if !after.hasSameBytes(as: before) { try UserFile(path).write(before) }
        }
    }

    /// A new file would take the place of one that its owner has protected.
    private static func refuseReadOnly(_ path: String) throws(SetupError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SetupError(translated("\(path) is no file; Baton does not change it."))
        }
        guard status.st_mode & 0o222 != 0, access(path, W_OK) == 0 else {
            throw SetupError(translated("\(path) is read-only; Baton does not change it."))
        }
    }

    private func makeFolder() throws(SetupError) {
        for folder in AddedFolder.missing(above: path) { try folder.make() }
    }
}
