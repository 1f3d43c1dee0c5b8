// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// A file that a command writes; `-` is standard output.
final class OutputFile {
    let path: String
    /// Nil for standard output, which the console writes.
    private let file: FileDescriptor?

    /// Creates the file, or opens an existing one that is not a regular file: a device, a pipe.
    ///
    /// The file is readable by its owner only, because a sensor's samples tell what its user does.
    ///
    /// - Parameter force: Whether an existing file is overwritten; it keeps its mode.
    /// - Throws: ``CommandError`` when the file exists, is a link, or cannot be created.
    init(_ path: String, force: Bool) throws(CommandError) {
        self.path = path
        guard path != "-" else {
            file = nil
            return
        }
        do {
            file = try Self.make(path) ?? Self.open(path, force: force)
        } catch let error as CommandError {
            throw error
        } catch Errno.tooManySymbolicLinkLevels {
            throw Self.link(path)
        } catch {
            throw CommandError("Could not write \(path): \(error)")
        }
    }

    deinit {
        try? file?.close()
    }

    /// Creates a file; returns nil when the path exists, also when it was created a moment ago.
    private static func make(_ path: String) throws -> FileDescriptor? {
        do {
            return try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite)
        } catch Errno.fileExists {
            return nil
        }
    }

    /// Opens an existing file.
    private static func open(_ path: String, force: Bool) throws -> FileDescriptor {
        let file = try FileDescriptor.open(path, .writeOnly, options: [.noFollow, .closeOnExec])
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return file }
        do {
            if !force { throw there(path) }
            try file.resize(to: 0)
        } catch {
            try? file.close()
            throw error
        }
        return file
    }

    /// Refuses an existing file and a link before the command does anything else.
    static func check(_ path: String, force: Bool) throws(CommandError) {
        var status = stat()
        guard path != "-", lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFLNK { throw link(path) }
        if !force, status.st_mode & S_IFMT == S_IFREG { throw there(path) }
    }

    private static func there(_ path: String) -> CommandError {
        CommandError("\(path) exists already; --force overwrites it.")
    }

    private static func link(_ path: String) -> CommandError {
        CommandError("\(path) is a symbolic link, which is not followed.")
    }

    /// Writes a text as a whole file.
    static func write(_ text: String, to path: String, force: Bool) throws(CommandError) {
        try OutputFile(path, force: force).write(text)
    }

    /// Writes all of a text.
    func write(_ text: String) throws(CommandError) {
        do {
            if let file { try file.writeAll(text.utf8) } else { try Console.write(file: text) }
        } catch {
            throw CommandError("Could not write \(path == "-" ? "standard output" : path): \(error)")
        }
    }
}
