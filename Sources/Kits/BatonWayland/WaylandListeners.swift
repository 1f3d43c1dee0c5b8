// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import CWayland
import Glibc

/// The compositor's calls, which the toolkit dispatches on the main thread.
///
/// libwayland keeps the addresses of the tables. `nonisolated(unsafe)` is safe for all three: Swift makes a static once, under a
/// lock, and the table is never written or freed after that.
enum WaylandListeners {
    nonisolated(unsafe) static let registry: UnsafePointer<wl_registry_listener> = keep(
        wl_registry_listener(
            global: { data, _, name, interface, version in
                guard let interface, strcmp(interface, "wl_seat") == 0 else { return }
                on(data, WaylandTouches.self) { $0.add(name, version: version) }
            }, global_remove: { data, _, name in on(data, WaylandTouches.self) { $0.remove(name) } }))

    nonisolated(unsafe) static let seat: UnsafePointer<wl_seat_listener> = keep(
        wl_seat_listener(
            capabilities: { data, _, capabilities in
                let hasTouch = capabilities & WL_SEAT_CAPABILITY_TOUCH.rawValue != 0
                on(data, WaylandTouchSeat.self) { $0.setHasTouch(hasTouch) }
            }, name: { _, _, _ in }))

    nonisolated(unsafe) static let touch: UnsafePointer<wl_touch_listener> = keep(
        wl_touch_listener(
            down: { data, _, _, time, surface, id, x, y in
                let surface = UInt(bitPattern: surface)
                on(data, WaylandTouchSeat.self) {
                    $0.down(number(id), at: place(x, y), on: OpaquePointer(bitPattern: surface), time)
                }
            },
            up: { data, _, _, time, id in on(data, WaylandTouchSeat.self) { $0.up(number(id), time) } },
            motion: { data, _, time, id, x, y in
                on(data, WaylandTouchSeat.self) { $0.move(number(id), to: place(x, y), time) }
            },
            frame: { data, _ in on(data, WaylandTouchSeat.self) { $0.closeFrame() } },
            // No frame follows it.
            cancel: { data, _ in on(data, WaylandTouchSeat.self) { $0.cancel() } },
            // Later versions of the protocol; no seat is of one.
            shape: { _, _, _, _, _ in }, orientation: { _, _, _, _ in }))

    /// Calls the object that a listener was added with. It stays alive for the call, which may end it.
    private static func on<Receiver: AnyObject>(
        _ data: UnsafeMutableRawPointer?, _ type: Receiver.Type, _ work: @MainActor @Sendable (Receiver) -> Void
    ) {
        let place = UInt(bitPattern: data)
        MainActor.assumeIsolated {
            guard let data = UnsafeRawPointer(bitPattern: place) else { return }
            work(Unmanaged<Receiver>.fromOpaque(data).takeUnretainedValue())
        }
    }

    /// A finger's number: any of 32 bits.
    private static func number(_ id: Int32) -> UInt64 { UInt64(UInt32(bitPattern: id)) }

    /// A place on the surface: whole numbers of 1/256 point, which are always finite.
    private static func place(_ x: wl_fixed_t, _ y: wl_fixed_t) -> Point {
        Point(x: wl_fixed_to_double(x), y: wl_fixed_to_double(y))
    }

    private static func keep<Table>(_ table: Table) -> UnsafePointer<Table> {
        let kept = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        kept.initialize(to: table)
        return UnsafePointer(kept)
    }
}
