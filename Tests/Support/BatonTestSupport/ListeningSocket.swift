// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// A Unix socket that listens: enough of a compositor for a check that it runs, and the door of a bus that fails.
public final class ListeningSocket {
    /// The descriptor, which is readable when a client waits.
    public var descriptor: Int32 { file }
    private let file: Int32

    /// Binds it and listens.
    ///
    /// - Parameter path: the file remains when the socket is closed, as after a crash of a compositor.
    public init(_ path: String) throws {
        file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(Self.withAddress(path) { bind(file, $0, $1) } == 0)
        try #require(listen(file, 2) == 0)
        _ = fcntl(file, F_SETFL, O_NONBLOCK)
    }

    deinit { close(file) }

    /// Accepts the client that has waited longest; nil without one. The caller closes it.
    public func accepted() -> Int32? {
        let client = accept(file, nil, nil)
        guard client >= 0 else { return nil }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        return client
    }

    /// A client that waits to be accepted; nil when the queue is full.
    public static func connected(to path: String) -> Int32? {
        let client = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard withAddress(path, { connect(client, $0, $1) }) == 0 else {
            close(client)
            return nil
        }
        return client
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
