// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Tells a Unix socket that a process serves from one that was left behind.
package enum ServedSocket {
    /// The longest path in bytes, without its NUL: `sun_path` has 108.
    private static let longestPath = 107

    /// Whether a process listens at the Unix socket. Connects and closes the connection at once; never blocks.
    package static func isThere(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= longestPath, !bytes.contains(0) else { return false }
        let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard raw >= 0 else { return false }
        defer { _ = close(raw) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // EAGAIN: the queue is full, because the server hangs. It exists all the same.
        return result == 0 || errno == EAGAIN
    }
}
