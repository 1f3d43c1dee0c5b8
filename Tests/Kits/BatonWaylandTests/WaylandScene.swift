// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonWayland
import CWayland

/// An app whose toolkit is connected to a fake compositor, and a log of what its view was told.
@MainActor
final class WaylandScene {
    /// Notes each message with the places of its touches.
    final class Pad: View {
        var lines: [String] = []
        var times: [Duration] = []
        /// Touches that were begun and not ended.
        var present: Set<Touch> = []
        var faults: [String] = []
        var onMessage: (() -> Void)?

        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            if !present.isDisjoint(with: touches) { faults.append("a touch began twice") }
            present.formUnion(touches)
            note("began", touches, event)
        }

        override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
            if !present.isSuperset(of: touches) { faults.append("a touch moved that is not down") }
            note("moved", touches, event)
        }

        override func touchesEnded(_ touches: Set<Touch>, with event: Event) { end("ended", touches, event) }

        override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { end("cancelled", touches, event) }

        private func end(_ word: String, _ touches: Set<Touch>, _ event: Event) {
            if !present.isSuperset(of: touches) { faults.append("a touch \(word) that is not down") }
            present.subtract(touches)
            note(word, touches, event)
        }

        private func note(_ word: String, _ touches: Set<Touch>, _ event: Event) {
            let places = touches.sorted().map { touch -> String in
                let place = touch.location(in: nil)
                return "\(place.x),\(place.y)"
            }
            lines.append(([word] + places).joined(separator: " "))
            times.append(event.timestamp)
            onMessage?()
        }
    }

    let compositor = FakeCompositor()
    let application = Application()
    let window = Window()
    let pad = Pad()
    let surface: (proxy: OpaquePointer, object: UInt32)
    let touches: WaylandTouches

    init() {
        window.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        pad.frame = window.bounds
        pad.isMultipleTouchEnabled = true
        window.addSubview(pad)
        application.addWindow(window)
        surface = compositor.makeSurface()
        touches = WaylandTouches(
            display: compositor.display, surface: surface.proxy, window: window, application: application)
    }

    /// Ends the connection, as an app does, and checks that no touch is left.
    func end() -> [String] {
        touches.close()
        compositor.turn()
        wl_proxy_destroy(surface.proxy)
        compositor.disconnect()
        return pad.faults + (pad.present.isEmpty ? [] : ["\(pad.present.count) touches have no end"])
    }

    /// Lets the compositor's messages come, and returns what the view was told since the last call.
    func take() -> [String] {
        compositor.turn()
        defer { pad.lines = [] }
        return pad.lines
    }
}
