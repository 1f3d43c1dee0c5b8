// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import Glibc

/// What the user holds down, as the session's display tells, or the kernel where the display tells nobody.
enum UserHands {
    /// Waits until the user holds no modifier, and checks under X11 that keys go to the active window.
    ///
    /// A compositor tells modifiers only to the app in front (`wl_keyboard.modifiers`), so that under Wayland it is the kernel that
    /// is asked.
    ///
    /// - Parameter patience: how long, at most a second.
    static func wait(_ patience: Duration) throws(KeysFailure) {
        guard getenv("WAYLAND_DISPLAY")?.pointee ?? 0 == 0, getenv("DISPLAY")?.pointee ?? 0 != 0 else {
            return try HeldKeys.waitForUser(patience)
        }
        let connection = try XConnection()
        try XKeyboard(connection).waitForUser(patience)
        try connection.checkFocus(on: "")
    }
}
