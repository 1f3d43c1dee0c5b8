// SPDX-License-Identifier: Apache-2.0

/// One press of a key, from down to up. Its phases are began, stationary, ended and cancelled.
///
/// For example:
/// ```swift
/// override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
///     super.pressesEnded(presses, with: event)
///     let isLong = presses.contains { $0.timestamp - $0.beganAt > .seconds(1) }
///     state = isLong ? .recognized : .failed
/// }
/// ```
@MainActor
public final class Press: GestureInput {
    /// The key.
    public let key: PressKey

    init(key: PressKey, beganAt timestamp: Duration) {
        self.key = key
        super.init(beganAt: timestamp)
    }
}
