// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import CLinux
import Glibc

/// The files of one process in procfs.
///
/// It holds the process' folder open. Once the process has ended nothing can be read any more, even when another process has its
/// number: all that is read is of the same process. No read waits for the process, and each has a bound.
package final class ProcessFiles {
    /// The process' number.
    package let process: UInt32
    /// Its folder, which can be used with `openat` and the like and not be read. It is closed with this object.
    package let folder: Int32

    /// Opens the folder of a process; nil when there is no such process.
    ///
    /// - Parameter root: where procfs is mounted; tests pass their own.
    package init?(of process: UInt32, root: String = "/proc") {
        let folder = open("\(root)/\(process)", Int32(CLINUX_O_PATH) | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        self.process = process
        self.folder = folder
    }

    deinit { close(folder) }

    /// The first `most` bytes of a file; nil when it cannot be read.
    package func bytes(of name: String, most: Int) -> [UInt8]? { Self.bytes(of: name, in: folder, most: most) }

    /// Whether a file is there.
    package func has(_ name: String) -> Bool { faccessat(folder, name, F_OK, 0) == 0 }

    /// The process' name: the beginning of its program's, or what it has called itself since.
    package var command: String? {
        guard let bytes = bytes(of: "comm", most: Self.longestCommand) else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// The path of its executable; nil when it is too long, or this user may not read it.
    package var executable: [UInt8]? { SymbolicLink.target(of: "exe", in: folder) }

    /// The process that started it; nil when it is unknown.
    package var parent: UInt32? { bytes(of: "stat", most: Self.longestStatus).flatMap(Self.parent) }

    /// Visits the entries of one of its folders that are numbers, such as threads and open files.
    ///
    /// - Parameter visit: called with the number and a descriptor of the folder; false ends it.
    /// - Returns: false when the folder cannot be read.
    @discardableResult
    package func forEachNumber(in name: String, visit: (_ number: UInt32, _ folder: Int32) -> Bool) -> Bool {
        Self.forEachNumber(openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK), visit: visit)
    }

    /// Visits the numbers of all processes.
    ///
    /// - Parameter visit: called with the number and a descriptor of procfs; false ends it.
    /// - Returns: false when procfs cannot be read.
    @discardableResult
    package static func forEachProcess(
        root: String = "/proc", visit: (_ number: UInt32, _ folder: Int32) -> Bool
    ) -> Bool {
        forEachNumber(open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK), visit: visit)
    }

    /// The first `most` bytes of a file in a folder; nil when it cannot be read.
    package static func bytes(of name: String, in folder: Int32, most: Int) -> [UInt8]? {
        let file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return try? SmallFile.bytes(of: file, most: most)
    }

    /// The parent in a process' `stat`, "42 (a name) S 1 …": the name may have spaces and brackets of its own.
    package static func parent(inStatus line: [UInt8]) -> UInt32? {
        guard let bracket = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = line[(bracket + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard fields.count > 1 else { return nil }
        return UInt32(String(decoding: fields[1].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// The numbers in it are short, and so is the name.
    package static let longestStatus = 4096
    private static let longestCommand = 64

    private static func forEachNumber(_ descriptor: Int32, visit: (UInt32, Int32) -> Bool) -> Bool {
        guard descriptor >= 0 else { return false }
        guard let directory = fdopendir(descriptor) else {
            close(descriptor)
            return false
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = UInt32(name), !visit(number, descriptor) { break }
        }
        return true
    }
}
