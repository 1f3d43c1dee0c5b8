// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import CWayland
internal import CXKB
internal import Glibc
internal import SystemPackage

/// A keyboard of ours on a compositor's seat, there as long as this object (spec/undo.md §6).
final class VirtualKeyboard {
    /// Whose keyboard it is.
    let seat: WaylandSeat

    private let ledger: Ledger
    private var keyboard: OpaquePointer?
    private var keymap: Keymap
    private let start = ContinuousClock.now

    /// How long apps need to see that a keyboard has come to a seat that had none, in microseconds.
    private static let arrival: UInt32 = 100_000
    /// How long the device stays after its last key, in microseconds.
    private static let stay: UInt32 = 60_000

    /// Plugs it in.
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

    /// Pulls it out, and waits for its end.
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

    /// Undoes what another process left behind.
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
        let passed = (ContinuousClock.now - start).components
        return UInt32(truncatingIfNeeded: passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000)
    }

    /// Apps look at the modifiers, some at the keys as well.
    private func send(_ code: UInt32, isDown: Bool) throws(KeysFailure) {
        let state = isDown ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED
        cwayland_key(keyboard, milliseconds, code, UInt32(state.rawValue))
        let modifiers = keymap.note(code, isDown: isDown)
        cwayland_modifiers(keyboard, modifiers.depressed, modifiers.latched, modifiers.locked, modifiers.layout)
        try seat.roundtrip()
    }

    /// The last first. A compositor that is gone has no keys down.
    private func releaseAll() throws(KeysFailure) {
        try ledger.releaseAll(on: .wayland) { code throws(KeysFailure) in try send(code, isDown: false) }
    }

    // MARK: Keymaps

    /// The seat's own, so that apps see no change; without a keyboard the default; and any that has the keys when those lack
    /// them.
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
