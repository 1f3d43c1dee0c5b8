// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import CWayland
import Glibc
import SystemPackage

/// A connection to the compositor that `$WAYLAND_DISPLAY` names, and its seat.
final class WaylandSeat {
    /// Whether the seat has a keyboard.
    private(set) var hasKeyboard = false
    /// The text of that keyboard's keymap, as the compositor sent it, with its NUL.
    private(set) var keymapText: [CChar]?

    private let display: OpaquePointer
    private var registry: OpaquePointer?
    private var manager: OpaquePointer?
    private var seat: OpaquePointer?
    private var keyboard: OpaquePointer?

    /// The largest keymap that is read, in bytes. A usual one has some 60 KiB.
    private static let longestKeymap: UInt32 = 4 << 20

    /// Connects, and reads the compositor's globals and the seat's keymap.
    ///
    /// - Parameter takesKeys: whether the compositor must support virtual keyboards. With false only its keymap is
    ///   needed.
    /// - Throws: when there is no compositor, or when it does not support virtual keyboards.
    init(takesKeys: Bool = true) throws(KeysFailure) {
        guard getenv("WAYLAND_DISPLAY")?.pointee ?? 0 != 0 else {
            throw .failed("there is no Wayland compositor: WAYLAND_DISPLAY is not set")
        }
        guard let opened = wl_display_connect(nil) else {
            throw .failed("the Wayland compositor \(Self.name) is not there, or does not let us in")
        }
        display = opened
        registry = wl_display_get_registry(display)
        wl_registry_add_listener(registry, Self.registryListener, Unmanaged.passUnretained(self).toOpaque())
        try roundtrip()
        guard manager != nil || !takesKeys else {
            throw .missing(.noVirtualKeyboard, "the compositor has no zwp_virtual_keyboard_manager_v1")
        }
        guard seat != nil else { throw .failed("the compositor has no seat") }
        // The first round trip brings the seat's capabilities, the second one its keymap.
        try roundtrip()
        try roundtrip()
    }

    deinit {
        for proxy in [keyboard, seat, manager, registry] where proxy != nil { wl_proxy_destroy(proxy) }
        wl_display_disconnect(display)
    }

    private static var name: String { getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "" }

    /// Becomes readable when the compositor has sent an event.
    var descriptor: FileDescriptor { FileDescriptor(rawValue: wl_display_get_fd(display)) }

    /// Makes a virtual keyboard, without a keymap.
    func makeKeyboard() throws(KeysFailure) -> OpaquePointer {
        guard let manager, let seat, let keyboard = cwayland_create(manager, seat) else {
            throw .failed("the compositor gave no keyboard")
        }
        return keyboard
    }

    /// Waits until the compositor has processed all requests so far.
    func roundtrip() throws(KeysFailure) {
        guard wl_display_roundtrip(display) < 0 else { return }
        let error = wl_display_get_error(display)
        throw .failed(
            error == EPROTO
                ? "the compositor does not allow it" : "the Wayland compositor is gone (\(Errno(rawValue: error)))")
    }

    /// Handles the compositor's events that have arrived, without waiting.
    ///
    /// - Returns: whether the compositor is still connected.
    func listen() -> Bool {
        while wl_display_prepare_read(display) != 0 {
            guard wl_display_dispatch_pending(display) >= 0 else { return false }
        }
        return wl_display_read_events(display) >= 0 && wl_display_dispatch_pending(display) >= 0
    }

    // MARK: Events of the compositor

    private func found(_ registry: OpaquePointer?, _ name: UInt32, _ interface: String) {
        switch interface {
        case "zwp_virtual_keyboard_manager_v1" where manager == nil: manager = cwayland_bind_manager(registry, name)
        case "wl_seat" where seat == nil:
            seat = cwayland_bind_seat(registry, name, 1)
            wl_seat_add_listener(seat, Self.seatListener, Unmanaged.passUnretained(self).toOpaque())
        default: break
        }
    }

    private func canDo(_ capabilities: UInt32) {
        hasKeyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
        guard hasKeyboard, keyboard == nil else { return }
        keyboard = wl_seat_get_keyboard(seat)
        wl_keyboard_add_listener(keyboard, Self.keyboardListener, Unmanaged.passUnretained(self).toOpaque())
    }

    private func read(keymap file: Int32, _ size: UInt32, _ format: UInt32) {
        defer { close(file) }
        guard format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, size > 1, size <= Self.longestKeymap,
            let map = mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, file, 0), map != MAP_FAILED
        else { return }
        defer { munmap(map, Int(size)) }
        let bytes = UnsafeRawBufferPointer(start: map, count: Int(size))
        keymapText = bytes.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> WaylandSeat? {
        data.map { Unmanaged<WaylandSeat>.fromOpaque($0).takeUnretainedValue() }
    }

    // libwayland keeps the addresses of the tables. `nonisolated(unsafe)` is safe for all three: Swift makes a static
    // once, under a lock, the table is never written or freed after that, and its functions run on the only thread.
    private nonisolated(unsafe) static let registryListener: UnsafePointer<wl_registry_listener> = keep(
        wl_registry_listener(
            global: { data, registry, name, interface, _ in
                guard let interface else { return }
                WaylandSeat.of(data)?.found(registry, name, String(cString: interface))
            },
            global_remove: { _, _, _ in }))

    // As for registryListener: made once, never written.
    private nonisolated(unsafe) static let seatListener: UnsafePointer<wl_seat_listener> = keep(
        wl_seat_listener(
            capabilities: { data, _, capabilities in WaylandSeat.of(data)?.canDo(capabilities) }, name: { _, _, _ in }))

    // As for registryListener: made once, never written.
    private nonisolated(unsafe) static let keyboardListener: UnsafePointer<wl_keyboard_listener> = keep(
        wl_keyboard_listener(
            keymap: { data, _, format, file, size in
                guard let seat = WaylandSeat.of(data) else { return }
                seat.read(keymap: file, size, format)
            },
            enter: { _, _, _, _, _ in }, leave: { _, _, _, _ in }, key: { _, _, _, _, _, _ in },
            modifiers: { _, _, _, _, _, _, _ in }, repeat_info: { _, _, _, _ in }))

    private static func keep<Table>(_ table: Table) -> UnsafePointer<Table> {
        let kept = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        kept.initialize(to: table)
        return UnsafePointer(kept)
    }
}
