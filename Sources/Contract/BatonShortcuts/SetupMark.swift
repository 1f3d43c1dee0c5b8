// SPDX-License-Identifier: Apache-2.0

import Glibc
public import SystemPackage

/// The file that says that the user has been asked what `batonctl setup` asks, or told of it (rule SETUP9).
///
/// It is empty of facts: that it is there is all.
public enum SetupMark {
    /// Its text.
    public static let text = "baton setup 1\n"

    /// The path of the file.
    ///
    /// - Parameter directory: `$XDG_STATE_HOME/baton`.
    public static func path(in directory: String) -> String { "\(directory)/setup-asked" }

    /// Whether the user has been asked, or told.
    public static func exists(in directory: String) -> Bool { access(path(in: directory), F_OK) == 0 }

    /// Writes the file, unless it is there; the directory is made if it does not exist.
    ///
    /// - Throws: `Errno` when it cannot be written.
    public static func set(in directory: String) throws(Errno) {
        try SavedRecord.makeDirectory(directory)
        let descriptor = open(path(in: directory), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
        close(descriptor)
    }

    /// Removes the file.
    public static func remove(in directory: String) { unlink(path(in: directory)) }
}
