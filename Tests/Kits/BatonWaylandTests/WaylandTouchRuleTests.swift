// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import CWayland
import Glibc
import Testing

@testable import BatonWayland

@MainActor
@Suite("Touches of a Wayland surface (rules S14 to S18)")
struct WaylandTouchRuleTests {
    private let scene = WaylandScene()
    private var compositor: FakeCompositor { scene.compositor }
    private var surface: UInt32 { scene.surface.object }

    /// The present time as a compositor sends it.
    private var stamp: UInt32 { UInt32(truncatingIfNeeded: Int64(WaylandClock.now / .milliseconds(1))) }

    private func down(_ touch: UInt32, _ id: Int32 = 0, _ x: Int32, _ y: Int32, on surface: UInt32? = nil) {
        compositor.down(touch, id, x * 256, y * 256, on: surface ?? self.surface, at: stamp)
    }

    private func move(_ touch: UInt32, _ id: Int32 = 0, _ x: Int32, _ y: Int32) {
        compositor.move(touch, id, x * 256, y * 256, at: stamp)
    }

    private func up(_ touch: UInt32, _ id: Int32 = 0) { compositor.up(touch, id, at: stamp) }

    @Test("S14: a frame makes the events, all of its fingers in one; a frame without a change makes none")
    func frames() {
        let touch = compositor.addTouchscreen()
        var count = 0
        scene.touches.onEvents = { count += 1 }
        down(touch, 1, 10, 20)
        down(touch, 2, 30, 40)
        #expect(scene.take().isEmpty && count == 0)
        compositor.frame(touch)
        #expect(scene.take() == ["began 10.0,20.0 30.0,40.0"] && count == 1)
        compositor.frame(touch)
        #expect(scene.take().isEmpty && count == 1)
        compositor.move(touch, 2, 30 * 256 + 128, 40 * 256, at: stamp)
        up(touch, 1)
        #expect(scene.take().isEmpty)
        compositor.frame(touch)
        #expect(scene.take() == ["moved 30.5,40.0", "ended 10.0,20.0"] && count == 2)
        up(touch, 2)
        compositor.frame(touch)
        _ = scene.take()
        #expect(scene.end().isEmpty)
    }

    @Test("S14, T21: cancel takes the fingers, without a frame; what was collected is dropped")
    func cancellation() {
        let touch = compositor.addTouchscreen()
        down(touch, 1, 10, 20)
        compositor.frame(touch)
        _ = scene.take()
        down(touch, 2, 30, 40)
        compositor.cancel(touch)
        #expect(scene.take() == ["cancelled 10.0,20.0"])
        up(touch, 1)
        up(touch, 2)
        compositor.frame(touch)
        #expect(scene.take().isEmpty)
        #expect(scene.end().isEmpty)
    }

    @Test("S14: what is wrong, such as an end without a beginning, an id twice, and places at the limit, does no harm")
    func wrongMessages() {
        let touch = compositor.addTouchscreen()
        up(touch, 1)
        move(touch, 1, 5, 5)
        compositor.frame(touch)
        #expect(scene.take().isEmpty)
        down(touch, -1, 10, 20)
        down(touch, -1, 30, 40)
        compositor.frame(touch)
        #expect(scene.take() == ["began 10.0,20.0", "ended 10.0,20.0", "began 30.0,40.0"])
        for place in [Int32.min, .max] {
            compositor.move(touch, -1, place, place, at: stamp)
            compositor.frame(touch)
            compositor.down(touch, .min, place, place, on: surface, at: stamp)
            compositor.frame(touch)
        }
        #expect(
            scene.take() == ["moved -8388608.0,-8388608.0", "moved 8388607.99609375,8388607.99609375"],
            "the others hit nothing")
        // Fingers that come and go, and no frame.
        for id in 0..<2000 {
            down(touch, Int32(id), 1, 1)
            if id % 3 != 0 { up(touch, Int32(id)) }
            if id % 100 == 0 { compositor.turn() }
        }
        compositor.frame(touch)
        #expect(compositor.turn())
        #expect(scene.end().isEmpty)
    }

    @Test("S15: only fingers on the surface count; one that goes elsewhere without an end is cancelled")
    func surfaces() {
        let touch = compositor.addTouchscreen()
        let other = compositor.makeSurface()
        down(touch, 1, 10, 20, on: other.object)
        move(touch, 1, 11, 20)
        up(touch, 1)
        compositor.frame(touch)
        #expect(scene.take().isEmpty)
        down(touch, 1, 10, 20)
        compositor.frame(touch)
        down(touch, 1, 300, 300, on: other.object)
        move(touch, 1, 301, 300)
        compositor.frame(touch)
        #expect(scene.take() == ["began 10.0,20.0", "cancelled 10.0,20.0"])
        // The toolkit destroys it; the compositor has not heard of that yet.
        wl_proxy_destroy(other.proxy)
        down(touch, 1, 10, 20, on: other.object)
        compositor.frame(touch)
        #expect(scene.take().isEmpty)
        #expect(scene.end().isEmpty)
    }

    @Test("S15: the surface is destroyed in a touch; its fingers end with the object, and new ones count for nothing")
    func destroyedSurface() {
        let touch = compositor.addTouchscreen()
        down(touch, 1, 10, 20)
        compositor.frame(touch)
        #expect(scene.take() == ["began 10.0,20.0"])
        wl_proxy_destroy(scene.surface.proxy)
        down(touch, 2, 10, 20)
        compositor.frame(touch)
        #expect(scene.take().isEmpty)
        scene.touches.close()
        #expect(scene.take() == ["cancelled 10.0,20.0"])
        compositor.disconnect()
    }

    @Test("S16: a time of CLOCK_MONOTONIC is kept, over the wrap of its 32 bits; another one is the time of arrival")
    func times() {
        let wrap = Duration.milliseconds(Int64(UInt32.max) + 1)
        let cases: [(UInt32, Duration, Duration)] = [
            (5000, .milliseconds(5008), .milliseconds(5000)),
            (5000, .microseconds(5_008_700), .milliseconds(5000)),
            (.max, wrap + .milliseconds(9), wrap - .milliseconds(1)),
            (3, wrap + .milliseconds(9), wrap + .milliseconds(3)),
            (5000, .milliseconds(15000), .milliseconds(5000)),
            (5000, .milliseconds(15001), .milliseconds(15001)),
            (5001, .milliseconds(5000), .milliseconds(5000)),
            (UInt32(1) << 31, .milliseconds(5000), .milliseconds(5000)),
            (.max, .milliseconds(5), .milliseconds(5)),
        ]
        for (stamp, now, expected) in cases { #expect(WaylandClock.time(of: stamp, now: now) == expected) }
    }

    @Test("S16, W1: a touch has its time of the machine's clock, and a long press is there when its deadline is")
    func deadline() {
        let touch = compositor.addTouchscreen()
        let press = LongPressGestureRecognizer()
        scene.window.addGestureRecognizer(press)
        press.minimumPressDuration = .milliseconds(300)
        #expect(scene.touches.timeUntilDeadline == nil)
        let begun = stamp &- 400
        compositor.down(touch, 0, 256, 256, on: surface, at: begun)
        compositor.frame(touch)
        #expect(scene.take() == ["began 1.0,1.0"])
        let time = scene.pad.times[0]
        #expect(UInt32(truncatingIfNeeded: Int64((time / .milliseconds(1)).rounded())) == begun)
        #expect(scene.touches.timeUntilDeadline == .zero)
        scene.touches.advance()
        #expect(press.state == .began)
        // A compositor that goes back.
        up(touch)
        compositor.down(touch, 1, 256, 256, on: surface, at: stamp &- 9000)
        compositor.frame(touch)
        _ = scene.take()
        #expect(scene.pad.times == scene.pad.times.sorted())
        #expect(scene.end().isEmpty)
    }

    @Test("S17: a touchscreen that goes cancels its fingers, and may come again; those of another seat go on")
    func touchscreens() {
        let first = compositor.addTouchscreen(1)
        let second = compositor.addTouchscreen(2)
        down(first, 0, 10, 20)
        down(second, 0, 30, 40)
        compositor.frame(second)
        compositor.frame(first)
        #expect(scene.take() == ["began 30.0,40.0", "began 10.0,20.0"])
        compositor.setCapabilities(3, of: 1)
        compositor.setCapabilities(3, of: 1)
        #expect(scene.take() == ["cancelled 10.0,20.0"])
        #expect(compositor.released == [first])
        move(second, 0, 31, 40)
        compositor.frame(second)
        #expect(scene.take() == ["moved 31.0,40.0"])
        // What the compositor sent before it heard of that comes to nobody.
        down(first, 5, 1, 1)
        compositor.frame(first)
        compositor.setCapabilities(4, of: 1)
        #expect(scene.take().isEmpty)
        let again = compositor.touches[compositor.seats[1] ?? 0] ?? 0
        #expect(again != first)
        down(again, 0, 10, 20)
        compositor.frame(again)
        #expect(scene.take() == ["began 10.0,20.0"])
        compositor.retract(1)
        compositor.retract(1)
        #expect(scene.take() == ["cancelled 10.0,20.0"])
        compositor.retract(2)
        #expect(scene.take() == ["cancelled 31.0,40.0"])
        #expect(scene.end().isEmpty)
    }

    @Test("S17: seats of any version, a name twice and a flood of seats are taken as far as they are needed")
    func seats() {
        compositor.turn()
        for (name, version) in [(UInt32(1), UInt32(0)), (2, 1), (3, 3), (4, 5), (5, 9), (6, .max)] {
            compositor.announce(name, version: version)
        }
        compositor.announce(7, "wl_output")
        compositor.announce(1)
        compositor.turn()
        #expect(compositor.versions == [1: 1, 2: 1, 3: 3, 4: 5, 5: 5, 6: 5])
        for name in UInt32(8)..<40 { compositor.announce(name) }
        #expect(compositor.turn())
        #expect(compositor.seats.count == WaylandTouches.maximumSeats)
        for name in compositor.seats.keys { compositor.setCapabilities(.max, of: name) }
        #expect(compositor.turn())
        #expect(compositor.touches.count == WaylandTouches.maximumSeats)
        #expect(scene.end().isEmpty)
        #expect(compositor.released.count == 2 * WaylandTouches.maximumSeats - 5, "those that are new enough")
    }

    @Test("S18: close cancels, once; then nothing comes, and the object is free")
    func closing() {
        weak var touches: WaylandTouches?
        let compositor = FakeCompositor()
        let (application, window, pad) = (Application(), Window(), WaylandScene.Pad())
        window.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        pad.frame = window.bounds
        window.addSubview(pad)
        application.addWindow(window)
        let surface = compositor.makeSurface()
        do {
            let made = WaylandTouches(
                display: compositor.display, surface: surface.proxy, window: window, application: application)
            made.onEvents = { _ = made }
            touches = made
        }
        #expect(touches != nil, "it stays")
        let touch = compositor.addTouchscreen()
        compositor.down(touch, 0, 256, 256, on: surface.object, at: 0)
        compositor.frame(touch)
        compositor.turn()
        #expect(pad.lines == ["began 1.0,1.0"])
        touches?.close()
        #expect(pad.lines == ["began 1.0,1.0", "cancelled 1.0,1.0"])
        #expect(touches == nil)
        compositor.up(touch, 0, at: 0)
        compositor.frame(touch)
        compositor.announce(9)
        #expect(compositor.turn())
        #expect(pad.lines.count == 2 && compositor.seats.count == 1)
        wl_proxy_destroy(surface.proxy)
        compositor.disconnect()
    }

    @Test("S18: close may be called from a handler of any phase, and by onEvents")
    func closingInside() {
        for phase in ["began", "moved", "ended", "cancelled", "events"] {
            let scene = WaylandScene()
            let (compositor, pad) = (scene.compositor, scene.pad)
            let touch = compositor.addTouchscreen()
            if phase == "events" {
                scene.touches.onEvents = { scene.touches.close() }
            } else {
                pad.onMessage = { if pad.lines.last?.hasPrefix(phase) == true { scene.touches.close() } }
            }
            let surface = scene.surface.object
            for id in [Int32(0), 1] { compositor.down(touch, id, 256, 256, on: surface, at: 0) }
            compositor.frame(touch)
            compositor.move(touch, 1, 512, 256, at: 0)
            compositor.frame(touch)
            compositor.up(touch, 0, at: 0)
            compositor.frame(touch)
            compositor.cancel(touch)
            compositor.retract(1)
            #expect(compositor.turn())
            #expect(scene.end().isEmpty, "\(phase)")
        }
    }

    @Test("S18: close after the compositor is gone ends the touches all the same")
    func goneCompositor() {
        let touch = compositor.addTouchscreen()
        down(touch, 1, 10, 20)
        compositor.frame(touch)
        _ = scene.take()
        compositor.hangUp()
        #expect(!compositor.turn())
        #expect(scene.end().isEmpty)
        #expect(scene.pad.lines == ["cancelled 10.0,20.0"])
    }
}
