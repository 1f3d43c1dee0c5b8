// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Glibc
import SystemPackage

/// Stands in for a compositor's socket: it answers the first bytes of each client as it is told.
@MainActor
final class LocalServer {
    /// The bytes that it read from each client.
    private(set) var requests: [[UInt8]] = []
    /// The pieces of the answer; nil for none.
    var answer: [[UInt8]]?
    /// Whether it closes the connection after the answer.
    var closes = true
    private let listener: FileDescriptor
    private var watch: Watch?
    private var clients: [(FileDescriptor, Watch)] = []

    init(_ path: String, reactor: Reactor) throws {
        let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        listener = FileDescriptor(rawValue: raw)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(raw, 8) == 0 else { throw Errno(rawValue: errno) }
        watch = try reactor.watch(listener, for: .readable) { [unowned self] _ in accept(reactor) }
    }

    isolated deinit {
        watch?.cancel()
        try? listener.close()
        for (file, watch) in clients {
            watch.cancel()
            try? file.close()
        }
    }

    private func accept(_ reactor: Reactor) {
        let raw = Glibc.accept(listener.rawValue, nil, nil)
        guard raw >= 0 else { return }
        // Room for the longest answer of a test, which is sent in one go.
        var room: CInt = 1 << 20
        setsockopt(raw, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<CInt>.size))
        let file = FileDescriptor(rawValue: raw)
        let watch = try? reactor.watch(file, for: .readable) { [unowned self] _ in serve(file) }
        if let watch { clients.append((file, watch)) }
    }

    private func serve(_ file: FileDescriptor) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(file.rawValue, &buffer, buffer.count, 0)
        if count > 0 { requests.append(Array(buffer.prefix(count))) }
        if count > 0, answer == nil { return }
        if count > 0 {
            for piece in answer ?? [] {
                var rest = piece[...]
                while !rest.isEmpty {
                    let sent = rest.withUnsafeBytes {
                        send(file.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
                    }
                    guard sent > 0 else { break }
                    rest = rest.dropFirst(sent)
                }
            }
        }
        guard closes || count <= 0, let index = clients.firstIndex(where: { $0.0 == file }) else { return }
        clients.remove(at: index).1.cancel()
        try? file.close()
    }
}
