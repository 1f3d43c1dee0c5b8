// SPDX-License-Identifier: Apache-2.0

import Glibc
public import SystemPackage

/// The settings of a desktop before Baton changed them: lines of fields, in a file that only its owner can read.
///
/// It is written to the disk before anything is changed, and removed when everything is as it was. If it exists, some
/// settings may still be changed, for example after a crash.
public struct SavedRecord: Sendable, Equatable {
    /// The desktop, such as "kde".
    public let kind: String
    /// The lines after the header. Fields may contain any text.
    public var lines: [[String]]

    /// The largest file that is read, in bytes.
    static let mostBytes = 1 << 20

    /// Makes a record.
    public init(kind: String, lines: [[String]] = []) {
        self.kind = kind
        self.lines = lines
    }

    /// The path of the record of a kind.
    ///
    /// - Parameter directory: `$XDG_STATE_HOME/baton`.
    public static func path(_ kind: String, in directory: String) -> String {
        "\(directory)/\(["gestures-", "motion-"].contains(where: kind.hasPrefix) ? "" : "media-keys-")\(kind)"
    }

    // MARK: The file

    /// Reads the record of a kind.
    ///
    /// - Returns: nil if there is no record.
    /// - Throws: `Errno` when it cannot be read; ``Errno/invalidArgument`` when the file is not a record.
    public static func load(_ kind: String, in directory: String) throws(Errno) -> SavedRecord? {
        let descriptor = open(path(kind, in: directory), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Errno(rawValue: errno)
        }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= mostBytes {
            let chunk = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
                count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
            }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        guard let record = SavedRecord(text: String(decoding: bytes, as: UTF8.self)), record.kind == kind else {
            throw .invalidArgument
        }
        return record
    }

    /// Writes the record to a new file, syncs that to the disk, and renames it over an old record.
    ///
    /// - Parameter directory: `$XDG_STATE_HOME/baton`. It is made if it does not exist.
    public func save(in directory: String) throws(Errno) {
        try Self.makeDirectory(directory)
        let path = Self.path(kind, in: directory)
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWritten = rest.isEmpty && fsync(descriptor) == 0
        let reason = Errno(rawValue: errno)
        _ = close(descriptor)
        guard isWritten, rename(new, path) == 0 else {
            let reason = isWritten ? Errno(rawValue: errno) : reason
            unlink(new)
            throw reason
        }
    }

    /// Removes the record, because everything is as it was, and what a save that was killed has left.
    public static func remove(_ kind: String, in directory: String) throws(Errno) {
        removeLeftover(kind, in: directory)
        guard unlink(path(kind, in: directory)) == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
    }

    /// Removes what a save has left that was killed before the record was whole.
    public static func removeLeftover(_ kind: String, in directory: String) {
        unlink(path(kind, in: directory) + ".new")
    }

    static func makeDirectory(_ path: String) throws(Errno) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
            throw Errno(rawValue: errno)
        }
        try makeDirectory(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
    }

    // MARK: The text

    private static let title = "baton media keys 1"

    /// The text of the record's file.
    public var text: String {
        let rows = lines.map { $0.map(Self.escaped).joined(separator: "\t") }
        return ([Self.title, kind] + rows).map { $0 + "\n" }.joined()
    }

    /// Reads the text of a file; nil when it is not a record, or was cut off.
    public init?(text: String) {
        guard text.utf8.last == UInt8(ascii: "\n") else { return nil }
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        guard rows.count >= 2, rows[0] == Self.title else { return nil }
        var lines: [[String]] = []
        for row in rows.dropFirst(2) {
            var fields: [String] = []
            for field in row.split(separator: "\t", omittingEmptySubsequences: false) {
                guard let plain = Self.unescaped(field) else { return nil }
                fields.append(plain)
            }
            lines.append(fields)
        }
        self.init(kind: String(rows[1]), lines: lines)
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
