// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonTestSupport
import CX11
import Testing

/// Slow keys, bounce keys, sticky keys and locked modifiers on a real X server (rule UNDO48).
@Suite("Accessibility of an X server's keyboard")
struct XAccessibilityTests {
    private static let core = UInt32(XkbUseCoreKbd)
    private static let z = XWindow.Stroke(keysym: KeySym(XK_z), state: UInt32(ControlMask))
    private static let press = KeyPress(.controlZ, on: .x11, patience: .zero)

    private func begin() throws -> (XStage, XWindow, KeysChild) {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        #expect(window.waitForFocus())
        return (stage, window, try KeysChild(environment: stage.environment))
    }

    /// The controls that are on, the options of AccessX, and the modifiers that are latched and locked.
    private struct State: Equatable {
        var controls: UInt32 = 0
        var options: UInt16 = 0
        var latched: UInt8 = 0
        var locked: UInt8 = 0
    }

    private func state(_ window: XWindow) throws -> State {
        let keyboard = try #require(XkbAllocKeyboard())
        defer { XkbFreeKeyboard(keyboard, 0x7f, 1) }
        keyboard.pointee.device_spec = UInt16(Self.core)
        try #require(XkbGetControls(window.display, 0xffff_ffff, keyboard) == Success)
        let controls = try #require(keyboard.pointee.ctrls).pointee
        var state = XkbStateRec()
        XkbGetState(window.display, Self.core, &state)
        return State(
            controls: controls.enabled_ctrls & 0xe, options: controls.ax_options, latched: state.latched_mods,
            locked: state.locked_mods)
    }

    @Test(
        "UNDO48: Undo and Redo reach the app with slow, bounce and sticky keys on, and these stay as they were",
        arguments: [0x2, 0x4, 0x8, 0xe] as [UInt32])
    func controls(_ wanted: UInt32) throws {
        let (_, window, keys) = try begin()
        XkbChangeEnabledControls(window.display, Self.core, wanted, wanted)
        window.process()
        let before = try state(window)
        #expect(before.controls == wanted)
        #expect(try keys.ask { .press(id: $0, Self.press) } == .pressed(id: 1))
        #expect(window.waitForStrokes(2).contains(Self.z), "\(window.strokes)")
        let count = window.strokes.count
        // Bounce keys drop a second press soon after the first.
        #expect(try keys.ask { .press(id: $0, Self.press) } == .pressed(id: 2))
        #expect(window.waitForStrokes(count + 2).dropFirst(count).contains(Self.z), "\(window.strokes)")
        #expect(try state(window) == before)
    }

    @Test(
        "UNDO48: a locked Shift or Alt does not make Redo of Undo, and stays locked", arguments: [ShiftMask, Mod1Mask])
    func locked(_ mask: Int32) throws {
        let (_, window, keys) = try begin()
        XkbLockModifiers(window.display, Self.core, UInt32(mask), UInt32(mask))
        window.process()
        let before = try state(window)
        #expect(before.locked == UInt8(mask))
        #expect(try keys.ask { .press(id: $0, Self.press) } == .pressed(id: 1))
        #expect(window.waitForStrokes(2).contains(Self.z), "\(window.strokes)")
        #expect(try state(window) == before)
    }
}
