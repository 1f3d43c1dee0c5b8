// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import CWayland

/// A seat, and its touchscreen while it has one (rules S14 to S17).
@MainActor
final class WaylandTouchSeat {
    /// The compositor's number of the seat.
    let name: UInt32

    /// The newest version of `wl_seat` of which something is used: the request that ends it.
    private static let newestVersion: UInt32 = 5

    private weak var owner: WaylandTouches?
    // Fingers of one tracker are one sequence, so that each seat has its own.
    private let tracker: TouchTracker
    private var seat: OpaquePointer?
    private var touch: OpaquePointer?
    /// The time of the frame's latest change.
    private var time = Duration.zero

    /// Takes the seat from the registry; nil without memory for it.
    init?(_ name: UInt32, version: UInt32, registry: OpaquePointer, window: Window, owner: WaylandTouches) {
        self.name = name
        self.owner = owner
        tracker = TouchTracker(window: window)
        let version = max(min(version, Self.newestVersion), 1)
        guard let seat = cwayland_bind_seat(registry, name, version) else { return nil }
        self.seat = seat
        wl_seat_add_listener(seat, WaylandListeners.seat, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Ends it and its touches. None of the compositor's calls comes any more.
    func shut() {
        closeTouch()
        if let seat {
            self.seat = nil
            // Older seats can only be forgotten.
            if wl_seat_get_version(seat) >= 5 { wl_seat_release(seat) } else { wl_seat_destroy(seat) }
        }
        cancel()
    }

    /// Takes what the compositor says of the seat's touchscreen.
    func setHasTouch(_ hasTouch: Bool) {
        if hasTouch, touch == nil, let seat, let new = wl_seat_get_touch(seat) {
            touch = new
            wl_touch_add_listener(new, WaylandListeners.touch, Unmanaged.passUnretained(self).toOpaque())
        } else if !hasTouch, touch != nil {
            closeTouch()
            // No up follows from a touchscreen that is gone.
            cancel()
        }
    }

    private func closeTouch() {
        guard let touch else { return }
        self.touch = nil
        if wl_touch_get_version(touch) >= 3 { wl_touch_release(touch) } else { wl_touch_destroy(touch) }
    }

    // MARK: Touches

    func down(_ id: UInt64, at place: Point, on surface: OpaquePointer?, _ stamp: UInt32) {
        note(stamp)
        guard let owner, owner.isMeant(surface) else {
            // The finger with this number is elsewhere now.
            tracker.cancel(id: id)
            return
        }
        tracker.down(id: id, at: place)
    }

    func move(_ id: UInt64, to place: Point, _ stamp: UInt32) {
        note(stamp)
        tracker.move(id: id, to: place)
    }

    func up(_ id: UInt64, _ stamp: UInt32) {
        note(stamp)
        tracker.up(id: id)
    }

    func closeFrame() { owner?.send(tracker.frame(at: time)) }

    func cancel() { owner?.send(tracker.cancel(at: WaylandClock.now)) }

    private func note(_ stamp: UInt32) { time = max(time, WaylandClock.time(of: stamp, now: WaylandClock.now)) }
}
