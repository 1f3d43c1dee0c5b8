// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonReactor
import CX11
import Glibc

/// The present keyboard of an X server: the symbols of its keys, and which keys are down.
struct XKeyboard {
    private let display: OpaquePointer
    private let first: Int32
    private let last: Int32
    private let group: UInt32
    /// The keys of each modifier (Shift, Lock, Control, Mod1…Mod5).
    private let modifierKeys: [[KeyCode]]
    /// The time between two looks at the held keys, in microseconds. A larger one presses later after the release.
    private static let glance: UInt32 = 10_000

    /// Reads the keyboard's mapping.
    init(_ connection: XConnection) {
        display = connection.display
        var low: Int32 = 8
        var high: Int32 = 255
        XDisplayKeycodes(display, &low, &high)
        first = low
        last = high
        group = UInt32(Self.state(display).group)
        modifierKeys = Self.readModifiers(display)
    }

    // MARK: Keys

    /// The key that gives a keysym without Shift or AltGr, in the layout in use or else in another of the user's
    /// layouts. Toolkits look there too while Ctrl is down.
    func key(for keysym: KeySym) -> KeyCode? {
        for candidate in [group] + (0..<4).filter({ $0 != group }) {
            for code in first...last {
                let code = KeyCode(code)
                let symbol = XkbKeycodeToKeysym(display, code, Int32(candidate), 0)
                // A key with fewer layouts than the keyboard has the same symbol in all.
                let inUse = symbol == 0 ? XkbKeycodeToKeysym(display, code, 0, 0) : symbol
                if inUse == keysym { return code }
            }
        }
        return nil
    }

    /// A key of a modifier, the left one if there are several.
    func key(for modifier: Modifier) -> KeyCode? {
        let keys = modifierKeys[modifier.row(in: self)]
        return keys.first { XkbKeycodeToKeysym(display, $0, 0, 0) == modifier.keysym } ?? keys.first
    }

    /// The row of the modifier that has the key of a keysym.
    func row(of keysym: KeySym) -> Int? {
        modifierKeys.firstIndex { $0.contains { XkbKeycodeToKeysym(display, $0, 0, 0) == keysym } }
    }

    /// A key without any symbol that is not a modifier.
    func spareKey() -> KeyCode? {
        for code in (first...last).reversed() {
            let code = KeyCode(code)
            if symbols(of: code).allSatisfy({ $0 == 0 }), !modifierKeys.joined().contains(code) { return code }
        }
        return nil
    }

    /// All symbols of a key, in every layout and on every level.
    func symbols(of code: KeyCode) -> [KeySym] {
        var width: Int32 = 0
        guard let table = XGetKeyboardMapping(display, code, 1, &width) else { return [] }
        defer { XFree(table) }
        return Array(UnsafeBufferPointer(start: table, count: Int(max(0, width))))
    }

    // MARK: Held keys

    /// Whether a modifier or another group is held, or latched for the next key (sticky keys). Locked ones do not count
    /// (``XAccessibility``).
    func isModifierDown() -> Bool {
        let down = Self.keysDown(display)
        let held = modifierKeys.indices.contains { row in
            row != Int(LockMapIndex) && modifierKeys[row].contains { down.contains($0) }
        }
        let state = Self.state(display)
        return held || UInt32(state.base_mods | state.latched_mods) & ~UInt32(LockMask) & 0xff != 0
            || state.base_group != 0 || state.latched_group != 0
    }

    /// Waits until the user holds no modifier.
    ///
    /// - Parameter patience: the longest wait, at most a second.
    func waitForUser(_ patience: Duration) throws(KeysFailure) {
        let end = MonotonicClock().now + min(max(patience, .zero), .seconds(1))
        while isModifierDown() {
            guard MonotonicClock().now < end else { throw .refused(.modifierHeld) }
            usleep(Self.glance)
        }
    }

    /// Whether one of these keys is down.
    func isAnyDown(_ keys: [KeyCode]) -> Bool {
        let down = Self.keysDown(display)
        return keys.contains { down.contains($0) }
    }

    private static func keysDown(_ display: OpaquePointer) -> Set<KeyCode> {
        var down: Set<KeyCode> = []
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress else { return }
            XQueryKeymap(display, base)
            for code in 0..<256 where UInt8(bitPattern: buffer[code / 8]) & (1 << (code % 8)) != 0 {
                down.insert(KeyCode(code))
            }
        }
        return down
    }

    /// The modifiers and groups that are held, latched and locked.
    static func state(_ display: OpaquePointer) -> XkbStateRec {
        var state = XkbStateRec()
        XkbGetState(display, UInt32(XkbUseCoreKbd), &state)
        return state
    }

    private static func readModifiers(_ display: OpaquePointer) -> [[KeyCode]] {
        var rows = [[KeyCode]](repeating: [], count: 8)
        guard let map = XGetModifierMapping(display) else { return rows }
        defer { XFreeModifiermap(map) }
        let width = Int(map.pointee.max_keypermod)
        guard let keys = map.pointee.modifiermap else { return rows }
        for row in rows.indices {
            rows[row] = (0..<width).map { keys[row * width + $0] }.filter { $0 != 0 }
        }
        return rows
    }
}
