// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import CSDL
import Glibc

/// A window of SDL 2 whose touches are gestures (docs/gestures.md). Prints each gesture with its state.
@main
@MainActor
final class TouchExample {
    private let application = Application()
    private let window = Window()
    private lazy var tracker = TouchTracker(window: window)

    static func main() {
        // Else SDL makes mouse events of touches as well.
        SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
        guard SDL_Init(SDL_INIT_VIDEO) == 0,
            let shown = SDL_CreateWindow("Touch", 0, 0, 800, 600, SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue)
        else { return print(String(cString: SDL_GetError())) }
        // A Wayland compositor shows a window when something has been drawn in it.
        SDL_GetWindowSurface(shown)
        SDL_UpdateWindowSurface(shown)
        let example = TouchExample()
        while example.turn(shown) {}
    }

    private init() {
        window.isMultipleTouchEnabled = true
        application.addWindow(window)
        let recognizers = [
            TapGestureRecognizer(), SwipeGestureRecognizer(), PinchGestureRecognizer(), LongPressGestureRecognizer(),
        ]
        for recognizer in recognizers {
            recognizer.addTarget(self, action: "tell") { _, recognizer in
                print(type(of: recognizer), recognizer.state)
                fflush(nil)
            }
            window.addGestureRecognizer(recognizer)
        }
    }

    /// Waits for an event or for the recognizers' deadline. Returns false at the end.
    private func turn(_ shown: OpaquePointer) -> Bool {
        let wait = application.nextDeadline.map { max(.zero, $0 - time(SDL_GetTicks())) } ?? .seconds(3600)
        var event = SDL_Event()
        if SDL_WaitEventTimeout(&event, Int32(wait / .milliseconds(1)) + 1) != 0 {
            if event.type == SDL_QUIT.rawValue { return false }
            var (width, height) = (Int32(0), Int32(0))
            SDL_GetWindowSize(shown, &width, &height)
            window.frame = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
            take(event)
        }
        application.advance(to: time(SDL_GetTicks()))
        return true
    }

    private func take(_ event: SDL_Event) {
        let finger = event.tfinger
        let id = UInt64(bitPattern: finger.fingerId &+ finger.touchId &* 31)
        // 0 to 1 of the window, and beyond when a finger leaves it.
        let place = Point(x: Double(finger.x) * window.frame.size.width, y: Double(finger.y) * window.frame.size.height)
        switch SDL_EventType(event.type) {
        case SDL_FINGERDOWN: tracker.down(id: id, at: place)
        case SDL_FINGERMOTION: tracker.move(id: id, to: place)
        case SDL_FINGERUP: tracker.up(id: id)
        case SDL_WINDOWEVENT where event.window.event == SDL_WINDOWEVENT_FOCUS_LOST.rawValue:
            // SDL 2 has no event for cancelled fingers.
            for event in tracker.cancel(at: time(SDL_GetTicks())) { application.postEvent(event) }
        default: return
        }
        // SDL has no frames: each event is one.
        tracker.frame(at: time(event.common.timestamp), to: application)
        application.processEvents()
    }

    /// SDL's time of 32 bits as one that does not wrap: its distance to the present is known.
    private func time(_ timestamp: UInt32) -> Duration {
        let now = SDL_GetTicks64()
        return .milliseconds(now - UInt64(UInt32(truncatingIfNeeded: now) &- timestamp))
    }
}
