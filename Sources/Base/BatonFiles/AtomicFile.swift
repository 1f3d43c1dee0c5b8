// SPDX-License-Identifier: Apache-2.0

package import Glibc
package import SystemPackage

/// A file that is replaced whole: a reader finds all of the old file or all of the new one, also after a crash.
///
/// The new file is written beside the old one, under the same name with a suffix, and renamed. Two processes that write the same file
/// at the same time do not mix their bytes: the one whose new file is taken away fails, and says so.
package struct AtomicFile {
    /// The file.
    package let path: String
    private let temporary: String

    /// - Parameters:
    ///   - path: the file itself, not a link to it: a link would be replaced.
    ///   - suffix: what is added to the path while the file is written.
    package init(_ path: String, suffix: String = ".new") {
        self.path = path
        self.temporary = path + suffix
    }

    /// Replaces the file.
    ///
    /// - Parameters:
    ///   - bytes: the contents.
    ///   - mode: the mode of the new file, whatever the mask of the process is.
    ///   - isSynced: whether the disk has the file when this returns. It takes milliseconds, so what may be lost in a crash of the
    ///     machine does without.
    /// - Throws: why the file was not replaced; it is then as before, and nothing is left beside it.
    package func write(_ bytes: [UInt8], mode: mode_t = 0o600, isSynced: Bool = true) throws(Errno) {
        removeLeftover()
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        var reason = Self.fill(descriptor, with: bytes, mode: mode, isSynced: isSynced)
        if close(descriptor) != 0 { reason = reason ?? Errno(rawValue: errno) }
        if reason == nil, rename(temporary, path) != 0 { reason = Errno(rawValue: errno) }
        if let reason {
            unlink(temporary)
            throw reason
        }
        if isSynced { synchronizeFolder() }
    }

    /// Removes the new file that a process has left which was killed before it could rename it.
    ///
    /// Only a regular file of this user is removed: anything else with that name is not from here.
    package func removeLeftover() {
        var status = stat()
        guard lstat(temporary, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            return
        }
        unlink(temporary)
    }

    /// Why the descriptor did not get all bytes and the mode; nil if it did.
    private static func fill(_ descriptor: CInt, with bytes: [UInt8], mode: mode_t, isSynced: Bool) -> Errno? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A disk that takes nothing and gives no reason is full.
            guard count > 0 else { return count < 0 ? Errno(rawValue: errno) : .noSpace }
            rest = rest.dropFirst(count)
        }
        guard fchmod(descriptor, mode) == 0, !isSynced || fsync(descriptor) == 0 else { return Errno(rawValue: errno) }
        return nil
    }

    /// Writes the rename to the disk. If this fails, a crash may bring the old file back, which is then whole.
    private func synchronizeFolder() {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] + "/" } ?? "."
        let descriptor = open(String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
