// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage

/// A device's folder in /sys, for the files that libiio does not show: those of the buffer (spec/iio.md g).
struct SysfsFolder: Sendable {
    /// Absolute, without a slash at its end.
    let path: String

    /// Whether the device is still there.
    var exists: Bool { access(path, F_OK) == 0 }

    /// Whether a file is there and may be written.
    func isWritable(_ file: String) -> Bool { access(path + "/" + file, W_OK) == 0 }

    /// Whether a file is there.
    func has(_ file: String) -> Bool { access(path + "/" + file, F_OK) == 0 }

    /// A file's text, without white space and zeros at its ends.
    func text(_ file: String) throws(Errno) -> String {
        let descriptor = open(path + "/" + file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        defer { close(descriptor) }
        return try IIOText.read { buffer, size in
            let count = Glibc.read(descriptor, buffer, size)
            return count >= 0 ? count : -Int(errno)
        }
    }

    /// Writes a file in one go, as sysfs wants it.
    func write(_ text: String, to file: String) throws(Errno) {
        let descriptor = open(path + "/" + file, O_WRONLY | O_CLOEXEC | O_TRUNC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        defer { close(descriptor) }
        // sysfs does not see an empty write, and takes a newline for nothing.
        let bytes = Array((text + "\n").utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Errno(rawValue: errno) }
    }

    /// The names in a folder below, sorted; empty when it is not there.
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
