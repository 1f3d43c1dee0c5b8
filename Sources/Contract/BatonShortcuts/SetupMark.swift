// SPDX-License-Identifier: Apache-2.0

import BatonFiles
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
        guard !exists(in: directory) else { return }
        try PrivateFolder.make(directory)
        try AtomicFile(path(in: directory)).write(Array(text.utf8))
    }

    /// Removes the file.
    public static func remove(in directory: String) { unlink(path(in: directory)) }
}
