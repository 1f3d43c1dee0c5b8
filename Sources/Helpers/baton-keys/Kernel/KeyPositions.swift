// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import CX11
import Glibc

/// Finds the kernel's keys that make a chord on the display, and checks whether they may be pressed now.
///
/// The kernel does not know the layout, and Z is at another place on a German keyboard (rule UNDO2), so the display is
/// asked.
enum KeyPositions {
    /// X11's key codes are the kernel's plus 8.
    private static let offset: UInt32 = 8

    /// The keys of a chord, in the order in which they are pressed. Waits before that until the user holds no modifier.
    ///
    /// - Throws: when a guard refuses, or when the display does not tell which keys they are.
    static func codes(of press: KeyPress) throws(KeysFailure) -> [UInt32] {
        if getenv("WAYLAND_DISPLAY")?.pointee ?? 0 != 0 {
            let codes = try onWayland(press.chord)
            try HeldKeys.waitForUser(press.patience)
            if HeldKeys.isAnyDown(codes) { throw .refused(.keyHeld) }
            // For an X11 app under Wayland, Xwayland knows whether its window is in front.
            if !press.expectedWindow.isEmpty { try XConnection().checkFocus(on: press.expectedWindow) }
            return codes
        }
        let connection = try XConnection()
        let keyboard = XKeyboard(connection)
        let codes = try onX11(press.chord, keyboard)
        try keyboard.waitForUser(press.patience)
        if keyboard.isAnyDown(codes.map { KeyCode($0 + offset) }) { throw .refused(.keyHeld) }
        try connection.checkFocus(on: press.expectedWindow)
        // The server reads the kernel's keys at some time after this, so nothing can be put aside for them.
        if XAccessibility(connection, keyboard)?.isInTheWay == true { throw .refused(.keyboardFiltered) }
        return codes
    }

    private static func onX11(_ chord: KeyChord, _ keyboard: XKeyboard) throws(KeysFailure) -> [UInt32] {
        var codes: [UInt32] = []
        for modifier in chord.modifiers {
            guard let key = keyboard.key(for: modifier) else { throw .failed("the keyboard has no \(modifier) key") }
            codes.append(UInt32(key))
        }
        guard let key = keyboard.key(for: chord.keysym) else { throw .failed("the layout has no such key") }
        // An X server has no key below the offset. If one reports such a key, its codes are not used.
        guard let least = (codes + [UInt32(key)]).min(), least >= offset else {
            throw .failed("the X server's keys are not the kernel's")
        }
        return (codes + [UInt32(key)]).map { $0 - offset }
    }

    /// A compositor sends its keymap to all clients, but only the app in front learns which of its layouts is in use.
    private static func onWayland(_ chord: KeyChord) throws(KeysFailure) -> [UInt32] {
        guard let text = try WaylandSeat(takesKeys: false).keymapText, let keymap = Keymap(text: text) else {
            throw .failed("the compositor took no keyboard from the kernel")
        }
        var codes: [UInt32] = []
        for keysym in chord.modifiers.map({ UInt32($0.keysym) }) + [UInt32(chord.keysym)] {
            let places = keymap.places(of: keysym)
            guard let first = places.first else { throw .failed("the layout has no such key") }
            guard places.allSatisfy({ $0.code == first.code }) else {
                throw .failed("your layouts have the key in different places, and the one in use is unknown")
            }
            codes.append(first.code)
        }
        return codes
    }
}
