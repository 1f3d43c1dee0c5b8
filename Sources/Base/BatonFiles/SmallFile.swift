// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SystemPackage

/// Reads a small file whole. It never waits for data of a pipe or a device.
package enum SmallFile {
    /// The file's bytes, or nil when there is no such file.
    ///
    /// - Parameter followsLinks: false for a file that Baton itself has written, in whose place a link is another program's.
    /// - Throws: ``SmallFileError`` when it cannot be read, has over `most` bytes, or is a directory, pipe or socket.
    package static func read(
        _ path: String, most: Int, followsLinks: Bool = true
    ) throws(SmallFileError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else {
            let reason = Errno(rawValue: errno)
            if reason == .noSuchFileOrDirectory || reason == .notDirectory { return nil }
            throw SmallFileError(message: "cannot be opened: \(reason); check its permissions")
        }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw SmallFileError(message: "cannot be read: \(Errno(rawValue: errno))")
        }
        // A character device, because the path may be /dev/null. A pipe is refused: it might never end.
        guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            throw SmallFileError(message: "is not a regular file; name the file itself")
        }
        return try contents(of: descriptor, most: most)
    }

    /// The first line of a small file, such as one of procfs; nil if it cannot be read or is empty.
    package static func firstLine(_ path: String) -> String? {
        guard let bytes = try? read(path, most: 4096) else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    private static func contents(of descriptor: CInt, most: Int) throws(SmallFileError) -> [UInt8] {
        let contents: [UInt8]
        do {
            contents = try bytes(of: descriptor, most: most + 1)
        } catch {
            throw SmallFileError(message: "cannot be read: \(error)")
        }
        guard contents.count <= most else {
            throw SmallFileError(message: "has over \(most >> 10) KiB, so it is not Baton's file")
        }
        return contents
    }

    /// The bytes of an open file from where it stands, `most` of them if it has more.
    package static func bytes(of descriptor: CInt, most: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < most {
            var reason: Errno?
            let chunk = [UInt8](unsafeUninitializedCapacity: min(16 << 10, most - bytes.count)) { buffer, count in
                let read = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if read < 0 { reason = Errno(rawValue: errno) }
                count = max(0, read)
            }
            if reason == .interrupted { continue }
            if let reason { throw reason }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return bytes
    }
}

/// Why a file could not be read or written.
package struct SmallFileError: Error, Equatable {
    /// The rest of a sentence that begins with the file's path.
    package let message: String

    package init(message: String) {
        self.message = message
    }
}
