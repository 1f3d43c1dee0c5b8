// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemPackage

/// A file that a command writes; `-` is standard output.
final class OutputFile {
    let path: String
    /// nil for standard output, which is the console's.
    private let file: FileDescriptor?

    /// Makes the file.
    ///
    /// - Parameter force: whether one that is there is written over.
    /// - Throws: ``CommandError`` when it is there, or cannot be made.
    init(_ path: String, force: Bool) throws(CommandError) {
        self.path = path
        guard path != "-" else {
            file = nil
            return
        }
        try Self.check(path, force: force)
        do {
            file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .truncate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
        } catch {
            throw CommandError("Could not write \(path): \(error)")
        }
    }

    deinit {
        try? file?.close()
    }

    /// Refuses a regular file that is there already.
    static func check(_ path: String, force: Bool) throws(CommandError) {
        var status = stat()
        if path != "-", !force, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            throw CommandError("\(path) is there already; --force writes over it.")
        }
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
