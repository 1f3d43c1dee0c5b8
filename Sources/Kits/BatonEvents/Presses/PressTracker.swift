// SPDX-License-Identifier: Apache-2.0

/// Makes presses of the key changes of one device.
///
/// Each press begins once and ends once (rule T22): a second down of a key, or an up of a key that is not down, is
/// ignored, and time never goes back.
///
/// For example:
/// ```swift
/// let tracker = PressTracker()
/// if let event = tracker.down(.playPause, at: timestamp) { environment.send(event, to: view) }
/// ```
@MainActor
public final class PressTracker {
    /// The keys that are down, in the order in which they went down (rule T3).
    public var keys: [PressKey] { live.map(\.key) }

    private var live: [Press] = []
    private var now = Duration.zero

    /// Makes a tracker for a device with no key down (rule T2).
    public init() {}

    /// Takes a key that went down (rule T22). Returns nil if it is down already.
    public func down(_ key: PressKey, at timestamp: Duration) -> PressesEvent? {
        guard !live.contains(where: { $0.key == key }) else { return nil }
        settle(at: timestamp)
        live.append(Press(key: key, beganAt: now))
        return PressesEvent(live, at: now)
    }

    /// Takes a key that came up (rule T22). Returns nil if it is not down.
    public func up(_ key: PressKey, at timestamp: Duration) -> PressesEvent? {
        guard let press = live.first(where: { $0.key == key }) else { return nil }
        settle(at: timestamp)
        press.phase = .ended
        press.timestamp = now
        let event = PressesEvent(live, at: now)
        live.removeAll { $0 === press }
        return event
    }

    /// Cancels every key that is down (rule T21). The event has no presses if none is.
    public func cancel(at timestamp: Duration) -> PressesEvent {
        settle(at: timestamp)
        for press in live {
            press.phase = .cancelled
            press.timestamp = now
        }
        let event = PressesEvent(live, at: now)
        live = []
        return event
    }

    private func settle(at timestamp: Duration) {
        now = max(now, timestamp)
        for press in live { press.phase = .stationary }
    }
}
