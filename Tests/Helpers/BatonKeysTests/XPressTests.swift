// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonReactor
import BatonTestSupport
import CX11
import Glibc
import Testing

@Suite("Keys on an X server")
struct XPressTests {
    private static let control: UInt32 = 4
    private static let shift: UInt32 = 1

    @Test("the focused window is told with all that says whose it is")
    func focus() throws {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        #expect(window.waitForFocus())
        let keys = try KeysChild(environment: stage.environment)
        let answer = try keys.ask { .focus(id: $0) }
        #expect(
            answer
                == .focus(
                    id: 1,
                    window: FocusedWindow(
                        window: "0x" + String(window.window, radix: 16), process: UInt32(getpid()),
                        claimedProcess: UInt32(getpid()), instanceName: "editor", className: "Editor",
                        gtkBusName: ":1.42",
                        gtkWindowPath: "/org/editor/window/7")))
    }

    @Test(
        "UNDO7: a chord reaches the app as its keysym and modifiers, and is released",
        arguments: [
            (KeyChord.controlZ, XK_z, 4 as UInt32, 2), (.controlShiftZ, XK_Z, 5, 3), (.controlY, XK_y, 4, 2),
            (.alternateBackspace, XK_BackSpace, 8, 2), (.undoKey, XK_Undo, 0, 1), (.redoKey, XK_Redo, 0, 1),
        ])
    func chord(_ chord: KeyChord, _ keysym: Int32, _ state: UInt32, _ count: Int) throws {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        #expect(window.waitForFocus())
        let keys = try KeysChild(environment: stage.environment)
        #expect(try keys.ask { .probe(id: $0, display: .x11) } == .available(id: 1))
        #expect(try keys.ask { .press(id: $0, KeyPress(chord, on: .x11)) } == .pressed(id: 2))
        #expect(window.waitForStrokes(count).last == XWindow.Stroke(keysym: KeySym(keysym), state: state))
        #expect(window.strokes.count == count)
        #expect(window.keysDown.isEmpty)
        #expect(keys.held.isEmpty)
        #expect(keys.reports.filter { if case .willPress = $0 { true } else { false } }.count == count)
    }
}
