// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A server on a local port that sends the same bytes to each client as long as they are read.
final class GarbageServer {
    let port: Int
    /// The number of clients that have connected.
    private(set) var visitors = 0
    private let listener: Int32
    private var clients: [Int32] = []
    private let bytes: [UInt8]

    init(_ text: String) throws {
        bytes = Array(text.utf8)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let file = listener
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(file, address, length) == 0 && listen(file, 8) == 0 ? getsockname(file, address, &length) : -1
            }
        }
        guard result == 0 else { throw Fault.Broken(description: "no port: errno \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { for file in clients + [listener] { close(file) } }

    /// Accepts waiting clients and sends to all of them, without blocking.
    func serve() {
        let client = accept(listener, nil, nil)
        if client >= 0 {
            visitors += 1
            clients.append(client)
        }
        clients.removeAll { file in
            let sent = send(file, bytes, bytes.count, Int32(Int(MSG_NOSIGNAL) | Int(MSG_DONTWAIT)))
            guard sent < 0, errno != EAGAIN else { return false }
            close(file)
            return true
        }
    }
}
