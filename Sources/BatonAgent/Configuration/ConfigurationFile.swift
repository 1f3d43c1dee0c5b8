// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemPackage

/// Reads a small file whole, without ever waiting for one.
enum ConfigurationFile {
    /// A larger file is not a configuration of Baton's.
    static let longest = 1 << 20

    /// The file's bytes, or nil when there is no such file.
    ///
    /// - Throws: ``ConfigurationFileError`` when it cannot be read, is over 1 MiB, or is a directory, pipe or socket.
    static func read(_ path: String) throws(ConfigurationFileError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = Errno(rawValue: errno)
            if reason == .noSuchFileOrDirectory || reason == .notDirectory { return nil }
            throw ConfigurationFileError(message: "cannot be opened: \(reason); check its permissions")
        }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw ConfigurationFileError(message: "cannot be read: \(Errno(rawValue: errno))")
        }
        // A character device for /dev/null; a pipe might never end.
        guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            throw ConfigurationFileError(message: "is not a regular file; name the file itself")
        }
        return try contents(of: descriptor)
    }

    private static func contents(of descriptor: CInt) throws(ConfigurationFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            var reason: Errno?
            let chunk = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
                let read = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if read < 0 { reason = Errno(rawValue: errno) }
                count = max(0, read)
            }
            if reason == .interrupted { continue }
            if let reason { throw ConfigurationFileError(message: "cannot be read: \(reason)") }
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= longest else {
                throw ConfigurationFileError(message: "is over 1 MiB, which is no configuration of Baton's")
            }
        }
    }
}

/// Why a file could not be read.
struct ConfigurationFileError: Error, Equatable {
    /// The rest of a sentence that begins with the file's path.
    let message: String
}
