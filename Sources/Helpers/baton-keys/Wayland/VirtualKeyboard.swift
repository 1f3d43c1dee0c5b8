// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonReactor
import CWayland
import CXKB
import Glibc
import SystemPackage

/// A virtual keyboard on a compositor's seat, which exists as long as this object (rules UNDO39 to UNDO41).
final class VirtualKeyboard {
    /// The seat of the keyboard.
    let seat: WaylandSeat

    private let ledger: Ledger
    private var keyboard: OpaquePointer?
    private var keymap: Keymap
    private let start = MonotonicClock().now

    /// The time for apps to see that a seat has got its first keyboard, in microseconds (rule UNDO41).
    private static let arrival: UInt32 = 100_000
    /// How long the keyboard stays after its last key, in microseconds, so that apps have read it (rule UNDO41).
    private static let stay: UInt32 = 60_000

    /// Makes the keyboard and gives it a keymap.
    init(_ seat: WaylandSeat, _ ledger: Ledger) throws(KeysFailure) {
        self.seat = seat
        self.ledger = ledger
        guard let keymap = Self.keymap(for: .controlZ, seat) else {
            throw .failed("there is no keymap: is xkb-data installed?")
        }
        self.keymap = keymap
        let isFirst = !seat.hasKeyboard
        keyboard = try seat.makeKeyboard()
        try give(keymap)
        if isFirst { usleep(Self.arrival) }
    }

    /// Destroys the keyboard, and waits until the compositor has done so.
    func remove() {
        usleep(Self.stay)
        unplug()
        try? seat.roundtrip()
    }

    deinit { unplug() }

    private func unplug() {
        if let keyboard { cwayland_destroy(keyboard) }
        keyboard = nil
    }

    /// Presses and releases a chord.
    func press(_ chord: KeyChord) throws(KeysFailure) {
        if !Self.has(keymap, chord) {
            guard let other = Self.keymap(for: chord, seat) else { throw .failed("no keymap has such a key") }
            keymap = other
            try give(other)
        }
        let symbols = chord.modifiers.map { UInt32($0.keysym) } + [UInt32(chord.keysym)]
        let places = symbols.compactMap(keymap.place(of:))
        guard let layout = places.last?.layout, places.count == symbols.count else { throw .failed("a key is missing") }
        keymap.reset(layout: layout)
        do throws(KeysFailure) {
            for place in places {
                try ledger.open(HeldKey(.pressed, place.code, on: .wayland))
                try send(place.code, isDown: true)
            }
        } catch {
            try? releaseAll()
            throw error
        }
        try releaseAll()
    }

    /// Releases keys that another process left pressed.
    func release(_ keys: [HeldKey]) throws(KeysFailure) {
        for key in keys.reversed() {
            cwayland_key(keyboard, milliseconds, key.code, UInt32(WL_KEYBOARD_KEY_STATE_RELEASED.rawValue))
            cwayland_modifiers(keyboard, 0, 0, 0, 0)
            try seat.roundtrip()
            ledger.close(key)
        }
    }

    // MARK: Keys

    private var milliseconds: UInt32 {
        let passed = (MonotonicClock().now - start).components
        return UInt32(truncatingIfNeeded: passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000)
    }

    /// Sends the key and the modifiers: most apps look at the modifiers, some at the keys (rule UNDO40).
    private func send(_ code: UInt32, isDown: Bool) throws(KeysFailure) {
        let state = isDown ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED
        cwayland_key(keyboard, milliseconds, code, UInt32(state.rawValue))
        let modifiers = keymap.note(code, isDown: isDown)
        cwayland_modifiers(keyboard, modifiers.depressed, modifiers.latched, modifiers.locked, modifiers.layout)
        try seat.roundtrip()
    }

    /// Releases the keys in reverse order. If the compositor has ended, no key is down.
    private func releaseAll() throws(KeysFailure) {
        try ledger.releaseAll(on: .wayland) { code throws(KeysFailure) in try send(code, isDown: false) }
    }

    // MARK: Keymaps

    /// Chooses the seat's own keymap, so that apps see no change of layout. Without a keyboard on the seat it is the
    /// default keymap. If these lack the keys it is the keymap of the US layout.
    private static func keymap(for chord: KeyChord, _ seat: WaylandSeat) -> Keymap? {
        if let text = seat.keymapText, let keymap = Keymap(text: text), has(keymap, chord) { return keymap }
        if let keymap = Keymap(), has(keymap, chord) { return keymap }
        if let keymap = Keymap(layout: "us"), has(keymap, chord) { return keymap }
        return nil
    }

    private static func has(_ keymap: Keymap, _ chord: KeyChord) -> Bool {
        (chord.modifiers.map { UInt32($0.keysym) } + [UInt32(chord.keysym)]).allSatisfy { keymap.place(of: $0) != nil }
    }

    private func give(_ keymap: Keymap) throws(KeysFailure) {
        let file = cwayland_memory_file("keymap")
        guard file >= 0 else { throw .failed("no memory for a keymap (\(Errno(rawValue: errno)))") }
        defer { close(file) }
        let size = keymap.text.count
        guard keymap.text.withUnsafeBytes({ write(file, $0.baseAddress, size) }) == size else {
            throw .failed("no memory for a keymap (\(Errno(rawValue: errno)))")
        }
        cwayland_keymap(keyboard, UInt32(WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue), file, UInt32(clamping: size))
        try seat.roundtrip()
    }
}
