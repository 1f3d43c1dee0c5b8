// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// A device's folder in /sys, for the files of the buffer, which libiio does not list (rule IIO25).
struct SysfsFolder: Sendable {
    /// Absolute, without a slash at its end.
    let path: String

    /// Whether the folder still exists.
    var exists: Bool { access(path, F_OK) == 0 }

    /// Whether a file exists and this process may write it.
    func isWritable(_ file: String) -> Bool { access(path + "/" + file, W_OK) == 0 }

    /// Whether a file exists.
    func has(_ file: String) -> Bool { access(path + "/" + file, F_OK) == 0 }

    /// The text of a file, without white space and NULs at its ends.
    func text(_ file: String) throws(Errno) -> String {
        let descriptor = open(path + "/" + file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        defer { close(descriptor) }
        return try IIOText.read { buffer, size in
            let count = Glibc.read(descriptor, buffer, size)
            return count >= 0 ? count : -Int(errno)
        }
    }

    /// Writes a file with one system call, as sysfs requires.
    func write(_ text: String, to file: String) throws(Errno) {
        let descriptor = open(path + "/" + file, O_WRONLY | O_CLOEXEC | O_TRUNC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        defer { close(descriptor) }
        // sysfs ignores an empty write, and a newline at the end.
        let bytes = Array((text + "\n").utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Errno(rawValue: errno) }
    }

    /// The names in a subfolder, sorted; empty if it does not exist.
    func names(in folder: String) -> [String] {
        guard let directory = opendir(path + "/" + folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names.sorted()
    }
}
