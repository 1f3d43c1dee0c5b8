// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// A folder that only its owner can enter, such as those of the XDG Base Directory Specification.
package enum PrivateFolder {
    /// Makes the folder and those above it that are missing, each with mode 0700, as the specification demands.
    ///
    /// A folder of this user that was there and that others can enter is closed to them.
    ///
    /// - Throws: why there is no such folder; ``Errno/fileExists`` if something else has its name.
    package static func make(_ path: String) throws(Errno) {
        try makeMissing(path)
        var status = stat()
        guard stat(path, &status) == 0 else { throw Errno(rawValue: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .fileExists }
        if status.st_uid == geteuid(), status.st_mode & 0o077 != 0 { chmod(path, 0o700) }
    }

    private static func makeMissing(_ path: String) throws(Errno) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
            throw Errno(rawValue: errno)
        }
        try makeMissing(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
    }
}
