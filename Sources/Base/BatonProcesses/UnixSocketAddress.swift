// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// The address of a Unix socket with a path, and the connection to it.
struct UnixSocketAddress {
    private var address = sockaddr_un()

    /// The longest path in bytes, without its NUL: `sun_path` has 108.
    private static let longestPath = 107

    /// Makes an address; nil if the path is relative, too long, or has a NUL in it.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= Self.longestPath, !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Makes a stream socket that never blocks.
    static func makeSocket() throws(Errno) -> FileDescriptor {
        let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard raw >= 0 else { throw Errno(rawValue: errno) }
        return FileDescriptor(rawValue: raw)
    }

    /// Connects a socket of ``makeSocket()``. connect(2) of a Unix socket succeeds at once, or fails with EAGAIN if the
    /// server's queue is full.
    func connect(_ socket: FileDescriptor) throws(Errno) {
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Errno(rawValue: errno) }
    }
}
