// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import Glibc
import Testing

@Suite("Service notifier (sd_notify)")
struct ServiceNotifierTests {
    /// A datagram socket with an abstract name that no other test uses.
    private final class Manager {
        let name = "@baton-test-\(getpid())-\(UInt64.random(in: .min ... .max))"
        private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)

        init() {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(name.utf8)
            withUnsafeMutableBytes(of: &address.sun_path) { buffer in
                buffer.copyBytes(from: bytes)
                buffer[0] = 0
            }
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(descriptor, $0, socklen_t(2 + bytes.count))
                }
            }
        }

        func receive() -> String {
            withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
                let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
            }
        }

        deinit { close(descriptor) }
    }

    @Test("ready, status, reloading and stopping go out as one datagram each, to an abstract socket too")
    func messages() {
        let manager = Manager()
        let notifier = ServiceNotifier(socket: manager.name)
        notifier.ready(status: "serving")
        #expect(manager.receive() == "READY=1\nSTATUS=serving")
        notifier.reloading(at: .milliseconds(1500))
        #expect(manager.receive() == "RELOADING=1\nMONOTONIC_USEC=1500000")
        notifier.status("busy")
        #expect(manager.receive() == "STATUS=busy")
        notifier.stopping()
        #expect(manager.receive() == "STOPPING=1")
        #expect(manager.receive().isEmpty)
    }

    @Test(
        "without a manager, with a bad address, or with no reader there, nothing happens",
        arguments: [
            nil, "", "@", "relative", "/nonexistent/notify", String(repeating: "/x", count: 60),
        ])
    func unread(_ socket: String?) {
        ServiceNotifier(socket: socket).ready(status: "serving")
    }
}
