// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonReactor
import CLinux
import Glibc

/// Reads from the kernel which keys the user holds. Without the right to read the keyboards' nodes no key seems held.
///
/// A compositor may merge the modifiers of all keyboards, so that a held Shift makes Redo of Undo (rule UNDO4).
enum HeldKeys {
    /// The left and right keys of Ctrl, Shift, Alt and the logo.
    private static let modifiers = [
        KEY_LEFTCTRL, KEY_RIGHTCTRL, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTALT, KEY_RIGHTALT, KEY_LEFTMETA,
        KEY_RIGHTMETA,
    ].map(UInt32.init)
    /// The time between two looks at the keys, in microseconds. A larger one presses later after the release.
    private static let glance: UInt32 = 20_000

    /// Waits until no modifier is held, and refuses if one still is after that.
    ///
    /// - Parameter patience: the longest wait, at most a second.
    static func waitForUser(_ patience: Duration) throws(KeysFailure) {
        let end = MonotonicClock().now + min(max(patience, .zero), .seconds(1))
        while isAnyDown(modifiers) {
            guard MonotonicClock().now < end else { throw .refused(.modifierHeld) }
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
