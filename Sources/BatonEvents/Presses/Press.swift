// SPDX-License-Identifier: Apache-2.0

/// One press of a key, from going down to coming up. Its phases are began, stationary, ended and cancelled.
@MainActor
public final class Press: GestureInput {
    /// The key.
    public let key: PressKey

    init(key: PressKey, beganAt timestamp: Duration) {
        self.key = key
        super.init(beganAt: timestamp)
    }
}
