// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Waits for the user's modifiers, which an X server reports, or the kernel under Wayland.
enum UserHands {
    /// Waits until the user holds no modifier. Under X11 it also checks that keys go to the active window.
    ///
    /// A compositor reports modifiers to the app in front only (`wl_keyboard.modifiers`), so under Wayland the kernel
    /// is asked.
    ///
    /// - Parameter patience: the longest wait, at most a second.
    static func wait(_ patience: Duration) throws(KeysFailure) {
        guard getenv("WAYLAND_DISPLAY")?.pointee ?? 0 == 0, getenv("DISPLAY")?.pointee ?? 0 != 0 else {
            return try HeldKeys.waitForUser(patience)
        }
        let connection = try XConnection()
        try XKeyboard(connection).waitForUser(patience)
        try connection.checkFocus(on: "")
    }
}
