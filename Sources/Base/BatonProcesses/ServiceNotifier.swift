// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reports the state of the service to the service manager, by the protocol of sd_notify: one datagram for each
/// message.
///
/// Without a service manager, nothing is sent. A message that cannot be sent is dropped, because the manager has
/// time-outs of its own.
///
/// For example:
/// ```swift
/// let notifier = ServiceNotifier(socket: "/run/user/1000/systemd/notify")
/// notifier.ready(status: "3 players")
/// notifier.stopping()
/// ```
public struct ServiceNotifier: Sendable {
    private let path: String?

    /// Makes a notifier.
    ///
    /// - Parameter socket: the value of $NOTIFY_SOCKET: an absolute path, or `@` and an abstract name; nil when it is not set.
    public init(socket: String?) {
        guard let socket, let first = socket.utf8.first, socket.utf8.count > 1, socket.utf8.count < 108,
            first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
        else {
            path = nil
            return
        }
        path = socket
    }

    /// Reports that the service is ready (`READY=1`). `systemctl status` shows `status`.
    public func ready(status: String) { send("READY=1\nSTATUS=\(status)") }

    /// Reports that the service begins to stop (`STOPPING=1`).
    public func stopping() { send("STOPPING=1") }

    /// Reports that the service reads its configuration again (`RELOADING=1`). Call ``ready(status:)`` after that.
    ///
    /// - Parameter now: the present instant on CLOCK_MONOTONIC.
    public func reloading(at now: Duration) {
        let (seconds, attoseconds) = now.components
        send("RELOADING=1\nMONOTONIC_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)")
    }

    /// Sets the text that `systemctl status` shows.
    public func status(_ text: String) { send("STATUS=\(text)") }

    private func send(_ message: String) {
        guard let path else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            buffer.copyBytes(from: bytes)
            // An abstract name begins with NUL, which the variable writes as @.
            if bytes[0] == UInt8(ascii: "@") { buffer[0] = 0 }
        }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { socklen_t($0 + bytes.count) } ?? 0
        let text = Array(message.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }
}
