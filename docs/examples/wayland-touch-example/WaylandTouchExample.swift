// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import CSDL
import CWayland
import Glibc

/// Takes the touches of a window from `wl_touch`, which tells frames and cancelled touches (docs/gestures.md). SDL 2 only shows the
/// window; any toolkit that gives its `wl_display` will do. Prints each gesture with its state.
@main
@MainActor
final class WaylandTouchExample {
    private static let shared = WaylandTouchExample()
    private let (application, window) = (Application(), Window())
    private lazy var tracker = TouchTracker(window: window)
    private var seat: OpaquePointer?
    /// The time of the latest frame on the compositor's clock, and SDL's time then.
    private var latest = (time: Duration.zero, ticks: SDL_GetTicks64())

    static func main() {
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "wayland")
        var system = SDL_SysWMinfo()
        system.version = SDL_version(major: 2, minor: 0, patch: 22)
        guard SDL_Init(SDL_INIT_VIDEO) == 0,
            let shown = SDL_CreateWindow("Touch", 0, 0, 800, 600, SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue),
            SDL_GetWindowWMInfo(shown, &system) == SDL_TRUE, let display = system.info.wl.display
        else { return print(String(cString: SDL_GetError())) }
        SDL_GetWindowSurface(shown)
        SDL_UpdateWindowSurface(shown)
        shared.listen(to: display)
        while shared.turn(shown) {}
    }

    private func listen(to display: OpaquePointer) {
        window.isMultipleTouchEnabled = true
        application.addWindow(window)
        for recognizer in [
            TapGestureRecognizer(), SwipeGestureRecognizer(), PinchGestureRecognizer(), LongPressGestureRecognizer(),
        ] {
            recognizer.addTarget(self, action: "tell") { _, recognizer in
                print(type(of: recognizer), recognizer.state)
                fflush(nil)
            }
            window.addGestureRecognizer(recognizer)
        }
        let registry = wl_display_get_registry(display)
        wl_registry_add_listener(registry, &Self.globals, nil)
        wl_display_roundtrip(display)
        if let seat { wl_touch_add_listener(wl_seat_get_touch(seat), &Self.touches, nil) }
    }

    private static var globals = wl_registry_listener(
        global: { _, registry, name, interface, _ in
            guard let interface, strcmp(interface, "wl_seat") == 0 else { return }
            let seat = UInt(bitPattern: cwayland_bind_seat(registry, name))
            MainActor.assumeIsolated { shared.seat = OpaquePointer(bitPattern: seat) }
        }, global_remove: { _, _, _ in })

    /// Ids are used again after up and cancel, as the tracker allows. No frame follows a cancel.
    private static var touches = wl_touch_listener(
        down: { _, _, _, time, _, id, x, y in
            onMain(time) { $0.down(id: UInt64(UInt32(bitPattern: id)), at: place(x, y)) }
        }, up: { _, _, _, time, id in onMain(time) { $0.up(id: UInt64(UInt32(bitPattern: id))) } },
        motion: { _, _, time, id, x, y in
            onMain(time) { $0.move(id: UInt64(UInt32(bitPattern: id)), to: place(x, y)) }
        },
        frame: { _, _ in MainActor.assumeIsolated { shared.closeFrame() } },
        cancel: { _, _ in MainActor.assumeIsolated { shared.cancel() } },
        shape: { _, _, _, _, _ in }, orientation: { _, _, _, _ in })
}

extension WaylandTouchExample {
    /// Waits for an event or for the recognizers' deadline; SDL reads the connection meanwhile. Returns false at the end.
    private func turn(_ shown: OpaquePointer) -> Bool {
        let wait = application.nextDeadline.map { max(.zero, $0 - now) } ?? .seconds(3600)
        var event = SDL_Event()
        if SDL_WaitEventTimeout(&event, Int32(wait / .milliseconds(1)) + 1) != 0, event.type == SDL_QUIT.rawValue {
            return false
        }
        var (width, height) = (Int32(0), Int32(0))
        SDL_GetWindowSize(shown, &width, &height)
        window.frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        application.advance(to: now)
        return true
    }

    private var now: Duration { latest.time + .milliseconds(SDL_GetTicks64() - latest.ticks) }

    /// Takes a change of the frame, and its time: 32 bits of the compositor's clock, which may wrap.
    fileprivate nonisolated static func onMain(_ time: UInt32, _ change: @MainActor @Sendable (TouchTracker) -> Void) {
        MainActor.assumeIsolated {
            let before = UInt32(truncatingIfNeeded: Int64(shared.latest.time / .milliseconds(1)))
            // A step back, as of an event that came late, is none.
            let step = max(0, Int32(bitPattern: time &- before))
            shared.latest = (shared.latest.time + .milliseconds(step), SDL_GetTicks64())
            change(shared.tracker)
        }
    }

    fileprivate func closeFrame() {
        tracker.frame(at: latest.time, to: application)
        process()
    }

    fileprivate func cancel() {
        for event in tracker.cancel(at: latest.time) { application.postEvent(event) }
        process()
    }

    /// SDL reads the connection while it waits, and would go on waiting although there is an earlier deadline now.
    private func process() {
        application.processEvents()
        var wake = SDL_Event()
        wake.type = SDL_USEREVENT.rawValue
        SDL_PushEvent(&wake)
    }

    fileprivate nonisolated static func place(_ x: wl_fixed_t, _ y: wl_fixed_t) -> Point {
        Point(x: wl_fixed_to_double(x), y: wl_fixed_to_double(y))
    }
}
