// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// A port of 127.0.0.1 on which nothing listens.
public enum FreePort {
    /// Finds one below those that the kernel gives to connections, so that no connection takes it before it is used.
    public static func find() throws -> UInt16 {
        for _ in 0..<1000 {
            let port = UInt16.random(in: 10_000..<32_000)
            guard let file = listen(on: port) else { continue }
            close(file)
            return port
        }
        Issue.record("no port is free")
        return 0
    }

    /// Listens on a port; nil if something does already.
    public static func listen(on port: UInt16) -> Int32? {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, Glibc.listen(file, 8) == 0 else {
            close(file)
            return nil
        }
        return file
    }
}
