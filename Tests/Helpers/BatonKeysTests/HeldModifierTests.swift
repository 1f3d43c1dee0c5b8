// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonTestSupport
import Testing

/// A modifier that the user holds under Wayland, where only the kernel tells it (rule UNDO4). Some compositors add it
/// to the virtual keyboard's.
@Suite("Held modifiers under Wayland")
struct HeldModifierTests {
    // KEY_LEFTSHIFT, KEY_RIGHTCTRL, KEY_LEFTALT, KEY_RIGHTMETA
    @Test("nothing is pressed while the user holds one", arguments: [42, 97, 56, 126])
    func held(_ key: Int) throws {
        let keyboard = try MockInputDevice(holding: [key])
        let stage = try SwayStage()
        try stage.startApp()
        let keys = try KeysChild(environment: stage.environment.merging(keyboard.environment) { $1 })
        let press = KeyPress(.controlZ, on: .wayland, patience: .milliseconds(100))
        #expect(try keys.ask { .press(id: $0, press) } == .refused(id: 1, .modifierHeld))
        #expect(
            try keys.ask { .prepare(id: $0, display: .wayland, patience: .milliseconds(100)) }
                == .refused(id: 2, .modifierHeld))
        #expect(keys.reports.count == 2, "nothing was announced")
        #expect(stage.strokes.isEmpty)
    }

    @Test("another key, as A, is no matter")
    func other() throws {
        let keyboard = try MockInputDevice(holding: [30])
        let stage = try SwayStage()
        try stage.startApp()
        let keys = try KeysChild(environment: stage.environment.merging(keyboard.environment) { $1 })
        #expect(try keys.ask { .keep(id: $0, isOn: true) } == .done(id: 1))
        #expect(stage.waitForApp("wl_keyboard] enter"))
        let press = KeyPress(.controlZ, on: .wayland, patience: .milliseconds(100))
        #expect(try keys.ask { .press(id: $0, press) } == .pressed(id: 2))
        #expect(stage.waitForStrokes(4) == ["Control_L down", "z down", "z up", "Control_L up"])
    }

    @Test("a caller that presses keys itself can ask, with no display but the name of one", arguments: [true, false])
    func anyDisplay(_ isHeld: Bool) throws {
        let keyboard = try MockInputDevice(holding: isHeld ? [54] : [])
        let keys = try KeysChild(
            environment: ["PATH": XStage.path, "WAYLAND_DISPLAY": "wayland-99"].merging(keyboard.environment) { $1 })
        let answer = try keys.ask { .prepare(id: $0, display: nil, patience: .milliseconds(100)) }
        #expect(answer == (isHeld ? .refused(id: 1, .modifierHeld) : .done(id: 1)))
    }

    @Test("on an X server it is the server that is asked")
    func x11() throws {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        let keys = try KeysChild(environment: stage.environment)
        window.hold(0xFFE1, true)
        let patience = Duration.milliseconds(100)
        #expect(
            try keys.ask { .prepare(id: $0, display: .x11, patience: patience) } == .refused(id: 1, .modifierHeld))
        window.hold(0xFFE1, false)
        #expect(try keys.ask { .prepare(id: $0, display: nil, patience: patience) } == .done(id: 2))
    }
}
