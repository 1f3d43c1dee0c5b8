// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A client of a bus that encodes its messages itself, to send messages that libdbus refuses to send.
///
/// It reads no reply; its calls expect none unless that is said. It leaves the bus when the last reference is released.
public final class RawBusClient {
    /// Why it could not connect.
    public struct Failure: Error {
        /// What failed.
        public let reason: String
    }

    private let socket: Int32
    private var serial: UInt32 = 1

    /// Connects and calls `Hello`. It blocks for a moment.
    ///
    /// - Parameter address: of the form `unix:path=/…`.
    public init(address: String) throws(Failure) {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let path = Array(address.dropFirst("unix:path=".count).utf8)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        guard result == 0 else { throw Failure(reason: "connect: errno \(errno)") }
        let user = "\(geteuid())".utf8.map { String($0, radix: 16) }.joined()
        try say("\0AUTH EXTERNAL \(user)\r\n", expecting: "OK")
        try say("NEGOTIATE_UNIX_FD\r\n", expecting: "AGREE_UNIX_FD")
        send(Array("BEGIN\r\n".utf8), descriptors: [])
        call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")
        // `Hello` gets no reply here, but the bus sends NameAcquired. This waits for it, because the bus does not
        // accept descriptors while it reads the greeting.
        var buffer = [UInt8](repeating: 0, count: 1024)
        guard read(socket, &buffer, buffer.count) > 0 else { throw Failure(reason: "the bus does not greet") }
    }

    deinit { close(socket) }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - text: its argument, if it has one.
    ///   - wantsReply: whether it says that it expects a reply. It reads none.
    ///   - descriptors: sent with the message, although it has no argument for them.
    public func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, text: String? = nil,
        wantsReply: Bool = false, descriptors: [Int32] = []
    ) {
        var fields = Bytes()
        fields.field(1, "o", path)
        fields.field(2, "s", interface)
        fields.field(3, "s", member)
        fields.field(6, "s", destination)
        var body = Bytes()
        if let text {
            fields.signature(8, "s")
            body.text(text)
        }
        if !descriptors.isEmpty { fields.field(9, UInt32(descriptors.count)) }
        var message = Bytes()
        // Little-endian, a method call, whether a reply is expected, version 1, the length of the body.
        message.bytes = [UInt8(ascii: "l"), 1, wantsReply ? 0 : 1, 1]
        message.write(UInt32(body.bytes.count))
        message.write(serial)
        message.write(UInt32(fields.bytes.count))
        message.bytes += fields.bytes
        message.align(to: 8)
        message.bytes += body.bytes
        serial += 1
        send(message.bytes, descriptors: descriptors)
    }

    private func say(_ line: String, expecting answer: String) throws(Failure) {
        send(Array(line.utf8), descriptors: [])
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(socket, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        guard text.hasPrefix(answer) else { throw Failure(reason: "the bus says '\(text)'") }
    }

    /// Writes bytes with descriptors, as one SCM_RIGHTS control message (unix(7)).
    private func send(_ bytes: [UInt8], descriptors: [Int32]) {
        let header = 16
        let length = header + descriptors.count * MemoryLayout<Int32>.size
        // Rounded up to machine words, as CMSG_SPACE does.
        var control = [UInt64](repeating: 0, count: (length + 7) / 8)
        control.withUnsafeMutableBytes { buffer in
            // The length, the level and SCM_RIGHTS.
            buffer.storeBytes(of: length, as: Int.self)
            buffer.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            buffer.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)
            for (index, descriptor) in descriptors.enumerated() {
                buffer.storeBytes(of: descriptor, toByteOffset: header + index * 4, as: Int32.self)
            }
        }
        var bytes = bytes
        bytes.withUnsafeMutableBytes { data in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: data.baseAddress, iov_len: data.count)
                withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    if !descriptors.isEmpty {
                        message.msg_control = control.baseAddress
                        message.msg_controllen = control.count
                    }
                    _ = sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// The bytes of a message that is being encoded.
    private struct Bytes {
        var bytes: [UInt8] = []

        mutating func align(to size: Int) {
            while bytes.count % size != 0 { bytes.append(0) }
        }

        mutating func write(_ number: UInt32) {
            align(to: 4)
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }

        mutating func field(_ code: UInt8, _ type: Character, _ text: String) {
            begin(code, type)
            self.text(text)
        }

        mutating func text(_ text: String) {
            write(UInt32(text.utf8.count))
            bytes += Array(text.utf8) + [0]
        }

        mutating func signature(_ code: UInt8, _ text: String) {
            begin(code, "g")
            bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
        }

        mutating func field(_ code: UInt8, _ number: UInt32) {
            begin(code, "u")
            write(number)
        }

        private mutating func begin(_ code: UInt8, _ type: Character) {
            align(to: 8)
            bytes += [code, 1] + Array(String(type).utf8) + [0]
        }
    }
}
