// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonWayland
import CSDL
import Glibc

/// Takes the touches of a window from `wl_touch`, which tells frames and cancelled touches (docs/gestures.md). SDL 2 only shows the
/// window; any toolkit that gives its `wl_display` will do. Prints each gesture with its state.
@main
@MainActor
final class WaylandTouchExample {
    private let (application, window) = (Application(), Window())

    static func main() {
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "wayland")
        var system = SDL_SysWMinfo()
        system.version = SDL_version(major: 2, minor: 0, patch: 22)
        guard SDL_Init(SDL_INIT_VIDEO) == 0,
            let shown = SDL_CreateWindow("Touch", 0, 0, 800, 600, SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue),
            SDL_GetWindowWMInfo(shown, &system) == SDL_TRUE, let display = system.info.wl.display,
            let surface = system.info.wl.surface
        else { return print(String(cString: SDL_GetError())) }
        SDL_GetWindowSurface(shown)
        SDL_UpdateWindowSurface(shown)
        let example = WaylandTouchExample()
        let touches = WaylandTouches(
            display: display, surface: surface, window: example.window, application: example.application)
        // SDL reads the connection while it waits, and would go on waiting although there is an earlier deadline now.
        touches.onEvents = {
            var wake = SDL_Event()
            wake.type = SDL_USEREVENT.rawValue
            SDL_PushEvent(&wake)
        }
        while example.turn(shown, touches) {}
        touches.close()
    }

    private init() {
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
    }

    /// Waits for an event or for the recognizers' deadline; SDL reads the connection meanwhile. Returns false at the end.
    private func turn(_ shown: OpaquePointer, _ touches: WaylandTouches) -> Bool {
        var (width, height) = (Int32(0), Int32(0))
        SDL_GetWindowSize(shown, &width, &height)
        window.frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        let wait = min(touches.timeUntilDeadline ?? .seconds(3600), .seconds(3600))
        var event = SDL_Event()
        if SDL_WaitEventTimeout(&event, Int32(wait / .milliseconds(1)) + 1) != 0, event.type == SDL_QUIT.rawValue {
            return false
        }
        touches.advance()
        return true
    }
}
