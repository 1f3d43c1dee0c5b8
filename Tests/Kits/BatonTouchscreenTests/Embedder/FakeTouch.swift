// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A client of KWin's fake input, which a compositor turns into touches as it does those of a screen. It speaks Wayland's
/// wire format itself.
final class FakeTouch {
    struct Failure: Error {
        let what: String
    }

    private static let interface = "org_kde_kwin_fake_input"
    private static let registry: UInt32 = 2
    private static let input: UInt32 = 4
    private let socket: Int32

    /// Connects, and binds the interface.
    init(path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        guard result == 0 else { throw Failure(what: "no compositor at \(path)") }
        // wl_display.get_registry, wl_display.sync.
        send(1, 1, [Self.registry])
        send(1, 0, [3])
        guard let name = findInterface() else { throw Failure(what: "the compositor has no \(Self.interface)") }
        send(Self.registry, 0, [name] + Self.words(of: Self.interface) + [4, Self.input])
        // authenticate
        send(Self.input, 0, Self.words(of: "Baton's tests") + Self.words(of: "touches"))
    }

    deinit { close(socket) }

    // MARK: Touches

    func down(_ id: UInt32, _ x: Double, _ y: Double) { send(Self.input, 4, [id, Self.fixed(x), Self.fixed(y)]) }
    func move(_ id: UInt32, _ x: Double, _ y: Double) { send(Self.input, 5, [id, Self.fixed(x), Self.fixed(y)]) }
    func up(_ id: UInt32) { send(Self.input, 6, [id]) }
    func frame() { send(Self.input, 8, []) }

    // MARK: The wire

    private static func fixed(_ number: Double) -> UInt32 { UInt32(bitPattern: Int32(number * 256)) }

    /// A string: its length with the final zero, then its bytes, filled up to whole words.
    private static func words(of text: String) -> [UInt32] {
        var bytes = Array(text.utf8) + [0]
        let length = UInt32(bytes.count)
        while bytes.count % 4 != 0 { bytes.append(0) }
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
        }
        return [length] + words
    }

    private func send(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32]) {
        let message = [object, UInt32(8 + 4 * arguments.count) << 16 | opcode] + arguments
        message.withUnsafeBytes { _ = write(socket, $0.baseAddress, $0.count) }
    }

    /// The name of the interface in the registry: its events come before the answer to `sync`, which has the object 3.
    private func findInterface() -> UInt32? {
        while let header = read(8) {
            let (object, length) = (header[0], Int(header[1] >> 16) - 8)
            let body = length > 0 ? read(length) ?? [] : []
            if object == 3 { return nil }
            guard object == Self.registry, header[1] & 0xffff == 0, body.count > 2 else { continue }
            let expected = Self.words(of: Self.interface)
            if Array(body[1...].prefix(expected.count)) == expected { return body[0] }
        }
        return nil
    }

    private func read(_ count: Int) -> [UInt32]? {
        var words = [UInt32](repeating: 0, count: count / 4)
        let got = words.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, Int32(MSG_WAITALL)) }
        return got == count ? words : nil
    }
}
