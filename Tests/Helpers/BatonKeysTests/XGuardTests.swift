// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonReactor
import BatonTestSupport
import CX11
import Glibc
import Testing

@Suite("Guards and layouts on an X server")
struct XGuardTests {
    private func begin() throws -> (XStage, XWindow, KeysChild) {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        #expect(window.waitForFocus())
        return (stage, window, try KeysChild(environment: stage.environment))
    }

    @Test(
        "nothing is pressed while the user holds a modifier",
        arguments: [XK_Shift_L, XK_Control_R, XK_Alt_L, XK_Super_L])
    func modifier(_ keysym: Int32) throws {
        let (_, window, keys) = try begin()
        window.hold(keysym, true)
        let press = KeyPress(.controlZ, on: .x11, patience: .milliseconds(100))
        #expect(try keys.ask { .press(id: $0, press) } == .refused(id: 1, .modifierHeld))
        #expect(keys.reports.count == 1)
        window.hold(keysym, false)
        #expect(try keys.ask { .press(id: $0, press) } == .pressed(id: 2))
        #expect(window.waitForStrokes(3).last == XWindow.Stroke(keysym: KeySym(XK_z), state: 4))
    }

    @Test("a modifier that is let go of within a second is waited for")
    func patience() throws {
        let (_, window, keys) = try begin()
        window.hold(XK_Shift_L, true)
        let id = try keys.tell { .press(id: $0, KeyPress(.controlZ, on: .x11)) }
        #expect(!keys.reactor.turn(until: { !keys.reports.isEmpty }, within: .milliseconds(150)))
        window.hold(XK_Shift_L, false)
        #expect(keys.answer(to: id) == .pressed(id: id))
        #expect(window.waitForStrokes(3).last == XWindow.Stroke(keysym: KeySym(XK_z), state: 4))
    }

    @Test("a sticky modifier is one that is held; Caps Lock and Num Lock are not")
    func lockedModifiers() throws {
        let (_, window, keys) = try begin()
        let press = KeyPress(.controlZ, on: .x11, patience: .zero)
        let core = UInt32(XkbUseCoreKbd)
        XkbLatchModifiers(window.display, core, UInt32(ShiftMask), UInt32(ShiftMask))
        window.process()
        #expect(try keys.ask { .press(id: $0, press) } == .refused(id: 1, .modifierHeld))
        XkbLatchModifiers(window.display, core, UInt32(ShiftMask), 0)
        XkbLockModifiers(window.display, core, UInt32(LockMask | Mod2Mask), UInt32(LockMask | Mod2Mask))
        window.process()
        #expect(try keys.ask { .press(id: $0, press) } == .pressed(id: 2))
    }

    @Test("nothing is pressed while the user holds the key itself")
    func key() throws {
        let (_, window, keys) = try begin()
        window.hold(XK_z, true)
        #expect(try keys.ask { .press(id: $0, KeyPress(.controlZ, on: .x11)) } == .refused(id: 1, .keyHeld))
        window.hold(XK_z, false)
    }

    @Test("nothing is pressed when another window has the focus")
    func focus() throws {
        let (stage, window, keys) = try begin()
        let expected = "0x" + String(window.window, radix: 16)
        let press = KeyPress(.controlZ, on: .x11, expectedWindow: expected)
        #expect(try keys.ask { .press(id: $0, press) } == .pressed(id: 1))
        #expect(window.waitForStrokes(2).count == 2)
        do {
            let other = try #require(XWindow(on: stage, class: "Other"))
            #expect(other.waitForFocus())
            #expect(try keys.ask { .press(id: $0, press) } == .refused(id: 2, .focusChanged))
            #expect(other.waitForStrokes(0).isEmpty)
            #expect(window.waitForStrokes(0).count == 2)
        }
    }

    @Test(
        "UNDO2, UNDO3: the letter is found in any layout, and the keyboard is left as it was",
        arguments: ["de", "fr", "us,ru", "ru", "gr", "dvorak"],
        [(KeyChord.controlZ, XK_z, 4 as UInt32), (.controlShiftZ, XK_Z, 5), (.controlY, XK_y, 4)])
    func layout(_ layout: String, _ expected: (KeyChord, Int32, UInt32)) throws {
        let (stage, window, keys) = try begin()
        if layout == "dvorak" { try stage.useLayout("us", variant: layout) } else { try stage.useLayout(layout) }
        window.process()
        let before = window.mapping
        let id = try keys.tell { .press(id: $0, KeyPress(expected.0, on: .x11)) }
        // A lent key has its symbol now.
        let count = expected.0 == .controlShiftZ ? 3 : 2
        #expect(keys.answer(to: id) == .pressed(id: id))
        #expect(
            window.waitForStrokes(count).last == XWindow.Stroke(keysym: KeySym(expected.1), state: expected.2),
            "\(layout)")
        // The next command is executed after the symbol was removed.
        #expect(try keys.ask { .probe(id: $0, display: .x11) } == .available(id: 2))
        window.process()
        #expect(window.mapping == before)
        #expect(keys.held.isEmpty)
        #expect(window.keysDown.isEmpty)
    }

    @Test("with two layouts and the one without the letter in use, it is the key that apps look for")
    func otherGroup() throws {
        let (stage, window, keys) = try begin()
        try stage.useLayout("us,ru")
        window.process()
        XkbLockGroup(window.display, UInt32(XkbUseCoreKbd), 1)
        window.process()
        let before = window.mapping
        #expect(try keys.ask { .press(id: $0, KeyPress(.controlZ, on: .x11)) } == .pressed(id: 1))
        #expect(window.waitForStrokes(2).count == 2)
        // The same key that a user would press with Ctrl.
        #expect(window.lastCode == UInt32(XKeysymToKeycode(window.display, KeySym(XK_z))))
        #expect(window.mapping == before)
    }
}
