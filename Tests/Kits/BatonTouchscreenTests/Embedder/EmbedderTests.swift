// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// The embedders of docs/examples in a real compositor without a screen: KWin makes wl_touch events of its fake input. SDL 2
/// makes finger events of them for touch-example; wayland-touch-example takes them as they are.
@MainActor
@Suite(
    "The embedders for SDL 2 and wl_touch", .serialized,
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/kwin_wayland"), "no kwin_wayland: .ci/setup test"))
struct EmbedderTests {
    /// KWin, and the example in it.
    private final class Desk {
        let stage: BusStage
        private(set) var processes: [ChildProcess] = []
        private var environment: [String: String] = [:]
        let touch: FakeTouch
        let example: ChildProcess

        @MainActor
        init(_ program: String) throws {
            let stage = try BusStage()
            self.stage = stage
            chmod(stage.directory, 0o700)
            environment = [
                "PATH": "/usr/bin:/bin", "HOME": stage.directory, "XDG_RUNTIME_DIR": stage.directory,
                "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "KWIN_COMPOSE": "Q",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1",
                "SDL_VIDEODRIVER": "wayland", "WAYLAND_DISPLAY": "kwin-0", "SWIFT_BACKTRACE": "enable=no",
            ]
            // A container may not start a program with file capabilities; a copy of the same name has none.
            let copy = "\(stage.directory)/kwin_wayland"
            try FileManager.default.copyItem(atPath: "/usr/bin/kwin_wayland", toPath: copy)
            var display = environment
            display["WAYLAND_DISPLAY"] = nil
            let kwin = try ChildProcess(
                [
                    copy, "--virtual", "--width", "800", "--height", "600", "--socket", "kwin-0", "--no-lockscreen",
                    "--no-global-shortcuts", "--no-kactivities",
                ], environment: display)
            processes.append(kwin)
            let socket = "\(stage.directory)/kwin-0"
            try #require(
                stage.turn(within: .seconds(60)) { (try? FakeTouch(path: socket)) != nil }, "\(kwin.printed)")
            touch = try FakeTouch(path: socket)
            let example = try ChildProcess([ChildProcess.built(program)], environment: environment)
            self.example = example
            processes.append(example)
        }

        deinit { for process in processes.reversed() { process.kill() } }

        /// Waits until the example has printed a line.
        @MainActor
        func expects(_ line: String) {
            let came = stage.turn(within: .seconds(10)) { example.printed.contains(line) }
            #expect(came, "no '\(line)' in: \(example.printed)")
        }

        /// Lets time pass in the compositor, as a finger on a screen does.
        @MainActor
        func rest(_ time: Duration) { _ = stage.turn(within: time) { false } }
    }

    @Test(
        "W1, S1: taps, a swipe, a pinch and a long press on a real compositor reach their recognizers",
        arguments: ["touch-example", "wayland-touch-example"])
    func gestures(_ program: String) throws {
        let desk = try Desk(program)
        // The compositor sends touches to the window when it is on the screen: the first tap is made until it is seen.
        let tapped = desk.stage.turn(within: .seconds(30)) {
            desk.touch.down(0, 400, 300)
            desk.touch.frame()
            desk.rest(.milliseconds(60))
            desk.touch.up(0)
            desk.touch.frame()
            desk.rest(.milliseconds(200))
            return desk.example.printed.contains("TapGestureRecognizer ended")
        }
        #expect(tapped, "\(desk.example.printed)")

        drag(desk, [(0, (200, 300), (600, 300))])
        desk.expects("SwipeGestureRecognizer ended")

        drag(desk, [(0, (350, 300), (150, 300)), (1, (450, 300), (650, 300))])
        desk.expects("PinchGestureRecognizer began")
        desk.expects("PinchGestureRecognizer ended")

        desk.touch.down(0, 400, 300)
        desk.touch.frame()
        desk.expects("LongPressGestureRecognizer began")
        desk.touch.up(0)
        desk.touch.frame()
        desk.expects("LongPressGestureRecognizer ended")
    }

    @Test("CT13, CT20, CT21, CT22: a button, a switch and a slider below a pan, with fingers on a real compositor")
    func controls() throws {
        let desk = try Desk("controls-example")
        let pressed = desk.stage.turn(within: .seconds(30)) {
            tap(desk, 150, 100)
            return desk.example.printed.contains("button")
        }
        #expect(pressed, "\(desk.example.printed)")

        tap(desk, 200, 250)
        desk.expects("switch true")
        // The knob, which is at the right now, back to the left.
        drag(desk, [(0, (200, 250), (60, 250))])
        desk.expects("switch false")
        drag(desk, [(0, (100, 450), (400, 450))])
        desk.expects("slider 50")
        let lines = desk.example.printed
        #expect(!lines.contains("pan"), "\(lines)")

        drag(desk, [(0, (400, 450), (400, 100))])
        desk.expects("pan began")
        desk.expects("pan ended")
    }

    private func tap(_ desk: Desk, _ x: Double, _ y: Double) {
        desk.touch.down(0, x, y)
        desk.touch.frame()
        desk.rest(.milliseconds(60))
        desk.touch.up(0)
        desk.touch.frame()
        desk.rest(.milliseconds(200))
    }

    /// Drags fingers from a place to another in a few steps: a busy machine takes its time for each of them, and a swipe may
    /// last half a second.
    private func drag(_ desk: Desk, _ ways: [(id: UInt32, from: (Double, Double), to: (Double, Double))]) {
        let steps = 4
        for step in 0...steps {
            for way in ways {
                let share = Double(step) / Double(steps)
                let place = (
                    way.from.0 + (way.to.0 - way.from.0) * share, way.from.1 + (way.to.1 - way.from.1) * share
                )
                if step == 0 {
                    desk.touch.down(way.id, place.0, place.1)
                } else {
                    desk.touch.move(way.id, place.0, place.1)
                }
            }
            desk.touch.frame()
            desk.rest(.milliseconds(10))
        }
        for way in ways { desk.touch.up(way.id) }
        desk.touch.frame()
        desk.rest(.milliseconds(50))
    }
}
