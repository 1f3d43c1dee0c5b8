// SPDX-License-Identifier: Apache-2.0

import CWayland
import Glibc

/// The compositor's end of a connection, which says what a test wants, right or wrong. It speaks Wayland's wire format itself; the
/// other end is libwayland, as toolkits have it.
@MainActor
final class FakeCompositor {
    /// What a toolkit would have.
    let display: OpaquePointer

    /// The client's objects, by what the compositor calls them.
    private(set) var registry: UInt32 = 0
    /// By the number of the global.
    private(set) var seats: [UInt32: UInt32] = [:]
    /// The versions in which seats were taken, by the number of the global.
    private(set) var versions: [UInt32: UInt32] = [:]
    /// By the seat's object.
    private(set) var touches: [UInt32: UInt32] = [:]
    /// Objects that the client has given back.
    private(set) var released: [UInt32] = []

    private let socket: Int32
    private var bytes: [UInt8] = []

    init() {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
        guard let display = wl_display_connect_to_fd(ends[0]) else { fatalError("no display") }
        self.display = display
        socket = ends[1]
    }

    /// Disconnects, as a toolkit does at its end.
    func disconnect() {
        wl_display_disconnect(display)
        close(socket)
    }

    /// Ends the connection, as a compositor that crashes does.
    func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// A surface as a toolkit makes one, and its object.
    func makeSurface() -> (proxy: OpaquePointer, object: UInt32) {
        // The table itself: Swift would give the address of a copy.
        let table = dlsym(nil, "wl_surface_interface")?.assumingMemoryBound(to: wl_interface.self)
        guard let proxy = wl_proxy_create(display, table) else { fatalError("no surface") }
        return (proxy, wl_proxy_get_id(proxy))
    }

    /// Lets both ends take what was sent, until nothing comes any more. Returns whether the client is content.
    @discardableResult
    func turn() -> Bool {
        for _ in 0..<3 {
            wl_display_flush(display)
            readRequests()
            while wl_display_prepare_read(display) != 0 {
                guard wl_display_dispatch_pending(display) >= 0 else { return false }
            }
            wl_display_read_events(display)
            wl_display_dispatch_pending(display)
        }
        return wl_display_get_error(display) == 0
    }

    // MARK: Events

    func announce(_ name: UInt32, _ interface: String = "wl_seat", version: UInt32 = 5) {
        send(registry, 0, [name] + Self.words(of: interface) + [version])
    }

    func retract(_ name: UInt32) { send(registry, 1, [name]) }

    func setCapabilities(_ capabilities: UInt32, of name: UInt32) { send(seats[name] ?? 0, 0, [capabilities]) }

    /// Announces a seat with a touchscreen, and returns the object of the touchscreen.
    func addTouchscreen(_ name: UInt32 = 1, version: UInt32 = 5) -> UInt32 {
        turn()
        announce(name, version: version)
        turn()
        setCapabilities(4, of: name)
        turn()
        return touches[seats[name] ?? 0] ?? 0
    }

    func down(_ touch: UInt32, _ id: Int32, _ x: Int32, _ y: Int32, on surface: UInt32, at time: UInt32) {
        send(touch, 0, [1, time, surface] + [id, x, y].map(UInt32.init(bitPattern:)))
    }

    func up(_ touch: UInt32, _ id: Int32, at time: UInt32) { send(touch, 1, [2, time, UInt32(bitPattern: id)]) }

    func move(_ touch: UInt32, _ id: Int32, _ x: Int32, _ y: Int32, at time: UInt32) {
        send(touch, 2, [time] + [id, x, y].map(UInt32.init(bitPattern:)))
    }

    func frame(_ touch: UInt32) { send(touch, 3, []) }

    func cancel(_ touch: UInt32) { send(touch, 4, []) }

    // MARK: The wire

    private static func words(of text: String) -> [UInt32] {
        var bytes = Array(text.utf8) + [0]
        let length = UInt32(bytes.count)
        while bytes.count % 4 != 0 { bytes.append(0) }
        return [length] + bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    }

    private func send(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32]) {
        let message = [object, UInt32(8 + 4 * arguments.count) << 16 | opcode] + arguments
        message.withUnsafeBytes { _ = write(socket, $0.baseAddress, $0.count) }
    }

    private func readRequests() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        while bytes.count >= 8 {
            let words = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
            let size = Int(words[1] >> 16)
            guard size >= 8, words.count * 4 >= size else { return }
            take(words[0], words[1] & 0xffff, Array(words[2..<(size / 4)]))
            bytes.removeFirst(size)
        }
    }

    private func take(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32]) {
        if object == 1, opcode == 1 {
            registry = arguments[0]
        } else if object == registry, let seat = arguments.last {
            seats[arguments[0]] = seat
            versions[arguments[0]] = arguments[arguments.count - 2]
        } else if seats.values.contains(object), opcode == 2 {
            touches[object] = arguments[0]
        } else {
            released.append(object)
        }
    }
}
