// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import Glibc
public import SystemPackage

/// The settings of a desktop before Baton changed them: lines of fields, in a file that only its owner can read.
///
/// It is written to the disk before anything is changed, and removed when everything is as it was. If it exists, some
/// settings may still be changed, for example after a crash.
public struct SavedRecord: Sendable, Equatable {
    /// What it is of.
    public let kind: SavedRecordKind
    /// The lines after the header. Fields may contain any text.
    public var lines: [[String]]

    /// The largest file that is read, in bytes.
    static let mostBytes = 1 << 20

    /// Makes a record.
    public init(kind: SavedRecordKind, lines: [[String]] = []) {
        self.kind = kind
        self.lines = lines
    }

    /// The path of the record of a kind.
    ///
    /// - Parameter directory: `$XDG_STATE_HOME/baton`.
    public static func path(_ kind: SavedRecordKind, in directory: String) -> String {
        "\(directory)/\(kind.fileName)"
    }

    // MARK: The file

    /// Reads the record of a kind.
    ///
    /// - Returns: nil if there is no record.
    /// - Throws: `Errno` when it cannot be read; ``Errno/invalidArgument`` when the file is not a record.
    public static func load(_ kind: SavedRecordKind, in directory: String) throws(Errno) -> SavedRecord? {
        let descriptor = open(path(kind, in: directory), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Errno(rawValue: errno)
        }
        defer { _ = close(descriptor) }
        let bytes = try SmallFile.bytes(of: descriptor, most: mostBytes + 1)
        guard let record = SavedRecord(text: String(decoding: bytes, as: UTF8.self)), record.kind == kind else {
            throw .invalidArgument
        }
        return record
    }

    /// Writes the record to the disk, in the place of an old one.
    ///
    /// - Parameter directory: `$XDG_STATE_HOME/baton`. It is made if it does not exist.
    public func save(in directory: String) throws(Errno) {
        try PrivateFolder.make(directory)
        try AtomicFile(Self.path(kind, in: directory)).write(Array(text.utf8))
    }

    /// Removes the record, because everything is as it was, and what a save that was killed has left.
    public static func remove(_ kind: SavedRecordKind, in directory: String) throws(Errno) {
        removeLeftover(kind, in: directory)
        guard unlink(path(kind, in: directory)) == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
    }

    /// Removes what a save has left that was killed before the record was whole.
    public static func removeLeftover(_ kind: SavedRecordKind, in directory: String) {
        AtomicFile(path(kind, in: directory)).removeLeftover()
    }

    // MARK: The text

    /// The first line of every record, with the version of the format. It names media keys, which the first records were of,
    /// and stays because every version of Baton takes a file without exactly this line for damaged.
    private static let formatLine = "baton media keys 1"

    /// The text of the record's file.
    public var text: String {
        let rows = lines.map { $0.map(Self.escaped).joined(separator: "\t") }
        return ([Self.formatLine, kind.rawValue] + rows).map { $0 + "\n" }.joined()
    }

    /// Reads the text of a file; nil when it is not a record, is of a kind that this version does not know, or was cut off.
    public init?(text: String) {
        guard text.utf8.last == UInt8(ascii: "\n") else { return nil }
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        guard rows.count >= 2, rows[0] == Self.formatLine, let kind = SavedRecordKind(rawValue: String(rows[1])) else {
            return nil
        }
        var lines: [[String]] = []
        for row in rows.dropFirst(2) {
            var fields: [String] = []
            for field in row.split(separator: "\t", omittingEmptySubsequences: false) {
                guard let plain = Self.unescaped(field) else { return nil }
                fields.append(plain)
            }
            lines.append(fields)
        }
        self.init(kind: kind, lines: lines)
    }

    private static func escaped(_ field: String) -> String {
        var result = ""
        for scalar in field.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func unescaped(_ field: Substring) -> String? {
        var result = String.UnicodeScalarView()
        var scalars = field.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            switch scalars.next() {
            case "\\": result.append("\\")
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            default: return nil
            }
        }
        return String(result)
    }
}
