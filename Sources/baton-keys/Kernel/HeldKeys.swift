// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import CLinux
internal import Glibc

/// What the user holds down, as the kernel tells those who may read its keyboards; the others see nothing held.
///
/// A compositor adds up the modifiers of all keyboards, so a Shift that is held there makes Redo of Undo.
enum HeldKeys {
    /// Ctrl, Shift, Alt and the logo, on the left and on the right.
    private static let modifiers = [
        KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTALT, KEY_RIGHTALT, KEY_LEFTMETA,
        KEY_RIGHTMETA,
    ].map(UInt32.init)
    /// How often they are looked at, in microseconds.
    private static let glance: UInt32 = 20_000

    /// Waits until no modifier is held.
    ///
    /// - Parameter patience: how long, at most a second.
    static func waitForUser(_ patience: Duration) throws(KeysFailure) {
        let end = ContinuousClock.now + min(max(patience, .zero), .seconds(1))
        while isAnyDown(modifiers) {
            guard ContinuousClock.now < end else { throw .refused(.modifierHeld) }
            usleep(glance)
        }
    }

    /// Whether one of these keys is down on any keyboard.
    static func isAnyDown(_ codes: [UInt32]) -> Bool {
        EventNodes.names(in: "/dev/input").contains { node in
            let device = open("/dev/input/\(node)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard device >= 0 else { return false }
            defer { close(device) }
            var bits = [UInt8](repeating: 0, count: 96)
            guard clinux_keys_down(device, &bits, bits.count) >= 0 else { return false }
            return codes.contains { code in
                let byte = Int(code / 8)
                return byte < bits.count && bits[byte] & (1 << (code % 8)) != 0
            }
        }
    }
}
