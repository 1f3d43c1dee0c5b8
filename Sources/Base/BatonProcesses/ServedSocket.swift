// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// Tells a Unix socket that a process serves from one that was left behind.
package enum ServedSocket {
    /// Whether a process listens at the Unix socket. Connects and closes the connection at once; never blocks.
    package static func isThere(_ path: String) -> Bool {
        guard let address = UnixSocketAddress(path: path), let file = try? UnixSocketAddress.makeSocket() else {
            return false
        }
        defer { try? file.close() }
        do {
            try address.connect(file)
            return true
        } catch {
            // EAGAIN: the queue is full, because the server hangs. It exists all the same.
            return error == .resourceTemporarilyUnavailable
        }
    }
}
