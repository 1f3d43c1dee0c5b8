// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents
import BatonWayland
import CSDL
import Glibc

/// A button, a switch and a slider in a window of SDL 2, below a pan of the whole window. Prints what each of them tells.
@main
@MainActor
final class ControlsExample {
    private let (application, window, pan) = (Application(), Window(), PanGestureRecognizer())
    private let (button, toggle, slider) = (Button(), Switch(), Slider())

    static func main() {
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "wayland")
        var system = SDL_SysWMinfo()
        system.version = SDL_version(major: 2, minor: 0, patch: 22)
        guard SDL_Init(SDL_INIT_VIDEO) == 0,
            let shown = SDL_CreateWindow("Controls", 0, 0, 800, 600, SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue),
            SDL_GetWindowWMInfo(shown, &system) == SDL_TRUE, let display = system.info.wl.display,
            let surface = system.info.wl.surface
        else { return print(String(cString: SDL_GetError())) }
        SDL_GetWindowSurface(shown)
        let example = ControlsExample()
        let touches = WaylandTouches(
            display: display, surface: surface, window: example.window, application: example.application)
        touches.onEvents = { example.draw(shown) }
        example.draw(shown)
        while example.turn(touches) {}
        touches.close()
    }

    private init() {
        window.frame = Rect(x: 0, y: 0, width: 800, height: 600)
        application.addWindow(window)
        pan.addTarget(self, action: "pan") { example, pan in example.tell("pan \(pan.state)") }
        window.addGestureRecognizer(pan)
        button.frame = Rect(x: 50, y: 50, width: 200, height: 100)
        button.addTarget(self, action: "press", for: .touchUpInside) { $0.tell("button") }
        toggle.frame = Rect(x: 50, y: 200, width: 200, height: 100)
        toggle.addTarget(self, action: "toggle", for: .valueChanged) { $0.tell("switch \($1.isOn)") }
        slider.frame = Rect(x: 50, y: 400, width: 700, height: 100)
        slider.thumbSize = Size(width: 100, height: 100)
        slider.addTarget(self, action: "slide", for: .valueChanged) { $0.tell("slider \(Int($1.value * 100))") }
        for control in [button, toggle, slider] { window.addSubview(control) }
    }

    private func tell(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Draws each control as a gray box, and its knob white.
    private func draw(_ shown: OpaquePointer) {
        guard let surface = SDL_GetWindowSurface(shown) else { return }
        SDL_FillRect(surface, nil, 0)
        for control in [button, toggle, slider] {
            fill(surface, control.frame, control.isHighlighted ? 0x90_9090 : 0x60_6060)
        }
        fill(surface, toggle.convert(toggle.knobRect(forBounds: toggle.bounds), to: nil), 0xff_ffff)
        let track = slider.trackRect(forBounds: slider.bounds)
        let knob = slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: slider.value)
        fill(surface, slider.convert(knob, to: nil), 0xff_ffff)
        SDL_UpdateWindowSurface(shown)
        // SDL reads the connection while it waits, and would go on waiting although there is an earlier deadline now.
        var wake = SDL_Event()
        wake.type = SDL_USEREVENT.rawValue
        SDL_PushEvent(&wake)
    }

    private func fill(_ surface: UnsafeMutablePointer<SDL_Surface>, _ area: Rect, _ color: UInt32) {
        var area = SDL_Rect(
            x: Int32(area.origin.x), y: Int32(area.origin.y), w: Int32(area.size.width), h: Int32(area.size.height))
        SDL_FillRect(surface, &area, color)
    }

    /// Waits for an event or for the recognizers' deadline. Returns false at the end.
    private func turn(_ touches: WaylandTouches) -> Bool {
        let wait = min(touches.timeUntilDeadline ?? .seconds(3600), .seconds(3600))
        var event = SDL_Event()
        if SDL_WaitEventTimeout(&event, Int32(wait / .milliseconds(1)) + 1) != 0, event.type == SDL_QUIT.rawValue {
            return false
        }
        touches.advance()
        return true
    }
}
