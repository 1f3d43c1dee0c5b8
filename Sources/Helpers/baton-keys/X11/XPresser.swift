// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import CX11
import Glibc

/// Presses chords on an X server with XTEST, by keysym and not by keycode (rules UNDO2 and UNDO7).
final class XPresser {
    private let connection: XConnection
    private let ledger: Ledger

    /// How long a lent key keeps its symbol after the press, in microseconds. An app looks up the symbol when it
    /// handles the event, so a shorter time may be too short for a slow app.
    private static let lendingTime: UInt32 = 300_000
    /// The symbols that a key can be lent. The keyboard has the other keys of chords, or the user does not want them.
    private static let letters: Set<KeySym> = [0, KeySym(XK_z), KeySym(XK_Z), KeySym(XK_y), KeySym(XK_Y)]

    /// Makes a presser.
    ///
    /// - Throws: when the server has no XTEST.
    init(_ connection: XConnection, _ ledger: Ledger) throws(KeysFailure) {
        self.connection = connection
        self.ledger = ledger
        try connection.checkXTest()
    }

    /// Presses and releases a chord. A lent key keeps its symbol after that, until ``tidy()``.
    func press(_ press: KeyPress) throws(KeysFailure) {
        let keyboard = XKeyboard(connection)
        do throws(KeysFailure) {
            var keys: [KeyCode] = []
            for modifier in press.chord.modifiers {
                guard let key = keyboard.key(for: modifier) else {
                    throw .failed("the keyboard has no \(modifier) key")
                }
                keys.append(key)
            }
            try keyboard.waitForUser(press.patience)
            if let key = keyboard.key(for: press.chord.keysym) {
                keys.append(key)
            } else {
                keys.append(try lend(keyboard, press.chord))
            }
            try push(keys, on: press.expectedWindow, keyboard)
        } catch {
            releaseAll()
            tidy(after: 0)
            throw error
        }
    }

    /// Removes the symbols of lent keys.
    func tidy() {
        tidy(after: Self.lendingTime)
    }

    /// Restores keys that another process left pressed or lent.
    func release(_ keys: [HeldKey]) throws(KeysFailure) {
        let keyboard = XKeyboard(connection)
        for key in keys.reversed() where (8...255).contains(key.code) {
            let code = KeyCode(key.code)
            switch key.kind {
            case .pressed:
                // If the user holds the key by now it has to be pressed again. A key that stays down would be worse.
                if keyboard.isAnyDown([code]) { XTestFakeKeyEvent(connection.display, UInt32(code), 0, 0) }
            case .lent:
                // Another layout may have given the key other symbols since, which must stay.
                if keyboard.symbols(of: code).allSatisfy(Self.letters.contains) { map(code, []) }
            }
            guard connection.synchronize() else { throw .failed("the X server refused to release a key") }
            ledger.close(key)
        }
    }

    // MARK: Keys

    /// Presses and releases keys in a window, unless a guard refuses. The server serves no other client meanwhile, so
    /// that none can take the keyboard or the focus between the check and the keys.
    private func push(_ keys: [KeyCode], on window: String, _ keyboard: XKeyboard) throws(KeysFailure) {
        XGrabServer(connection.display)
        defer {
            XUngrabServer(connection.display)
            XFlush(connection.display)
        }
        if keyboard.isAnyDown(keys) { throw .refused(.keyHeld) }
        try connection.checkFocus(on: window)
        let accessibility = XAccessibility(connection, keyboard)
        accessibility?.suspend()
        defer { accessibility?.restore() }
        do throws(KeysFailure) {
            for key in keys { try push(key) }
        } catch {
            releaseAll()
            throw error
        }
        releaseAll()
        guard connection.synchronize() else { throw .failed("the X server refused the keys") }
    }

    private func push(_ code: KeyCode) throws(KeysFailure) {
        try ledger.open(HeldKey(.pressed, UInt32(code), on: .x11))
        guard XTestFakeKeyEvent(connection.display, UInt32(code), 1, 0) != 0, connection.synchronize() else {
            throw .failed("the X server refused a key")
        }
    }

    /// Releases the keys in reverse order, and ignores errors.
    private func releaseAll() {
        for key in ledger.held.reversed() where key.display == .x11 && key.kind == .pressed {
            XTestFakeKeyEvent(connection.display, key.code, 0, 0)
            XSync(connection.display, 0)
            ledger.close(key)
        }
    }

    // MARK: Lent keys

    /// Gives the chord's symbol to a key without one, for a layout that lacks the letter, such as ru (rule UNDO3).
    private func lend(_ keyboard: XKeyboard, _ chord: KeyChord) throws(KeysFailure) -> KeyCode {
        guard Self.letters.contains(chord.keysym) else { throw .failed("the keyboard has no such key") }
        guard let code = keyboard.spareKey() else {
            throw .failed("the layout has no such key, and no key is free to stand in for it")
        }
        try ledger.open(HeldKey(.lent, UInt32(code), on: .x11))
        map(code, [chord.keysym, chord.shiftedKeysym])
        guard connection.synchronize() else { throw .failed("the X server refused to remap a key") }
        return code
    }

    private func tidy(after wait: UInt32) {
        let lent = ledger.held.filter { $0.display == .x11 && $0.kind == .lent }
        guard !lent.isEmpty else { return }
        usleep(wait)
        for key in lent {
            map(KeyCode(key.code), [])
            XSync(connection.display, 0)
            ledger.close(key)
        }
    }

    private func map(_ code: KeyCode, _ symbols: [KeySym]) {
        var symbols = symbols + [KeySym](repeating: 0, count: max(0, 2 - symbols.count))
        XChangeKeyboardMapping(connection.display, Int32(code), Int32(clamping: symbols.count), &symbols, 1)
    }
}
