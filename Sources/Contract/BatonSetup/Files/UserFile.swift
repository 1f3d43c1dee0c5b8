// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonTranslation
import Glibc
import SystemPackage

/// A text file of the user that is changed as a whole or not at all.
package struct UserFile {
    package let path: String

    private static let mostBytes = 4 << 20

    /// - Parameter path: The file itself, not a link to it.
    package init(_ path: String) {
        self.path = path
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The text.
    ///
    /// - Throws: ``SetupError`` when it cannot be read, is no regular file, is too large or is not UTF-8.
    package var text: String {
        get throws(SetupError) {
            // Not blocking: a pipe without a writer would let it wait without end.
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure { translated("\(path) cannot be read: \($0).") } }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw SetupError(translated("\(path) is no file; Baton does not change it."))
            }
            let bytes: [UInt8]
            do throws(Errno) {
                bytes = try SmallFile.bytes(of: descriptor, most: Self.mostBytes + 1)
            } catch {
                throw SetupError(translated("\(path) cannot be read: \(error)."))
            }
            guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
                throw SetupError(translated("\(path) is too large or not UTF-8; Baton does not change it."))
            }
            return text
        }
    }

    /// Writes a new file beside it and renames that; the file keeps its mode, and a new one can be read by its owner only.
    ///
    /// - Throws: ``SetupError`` when it cannot be written. The file is then as before.
    package func write(_ text: String) throws(SetupError) {
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw failure { translated("\(path) cannot be examined: \($0).") } }
            status.st_mode = 0o600
        }
        do throws(Errno) {
            try file.write(Array(text.utf8), mode: status.st_mode & 0o7777)
        } catch {
            throw SetupError(translated("\(path) cannot be changed: \(error)."))
        }
    }

    /// Removes the new file that a process has left which was killed between writing and renaming.
    func removeLeftover() { file.removeLeftover() }

    private var file: AtomicFile { AtomicFile(path, suffix: ".baton-new") }

    private func failure(_ sentence: (Errno) -> String) -> SetupError { SetupError(sentence(Errno(rawValue: errno))) }
}
